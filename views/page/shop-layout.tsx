import type { Child } from 'hono/jsx'
import type { NavigationCategory } from '#src/catalog/navigation.ts'
import { paths } from '#src/paths.ts'
import type { PageHead } from '#src/web/page.tsx'
import type { StreamSource } from '#src/web/stream-names.ts'
import { CartQuantities } from '../cart/cart-quantities.tsx'
import { MiniCartPanel } from '../cart/mini-cart-panel.tsx'
import { cacheFragments } from '../shared/cached-fragments.ts'
import { Notice } from '../shared/notice.tsx'
import { PageContext, type PageFacts, usePage } from '../shared/page-facts.ts'
import { POSTAL_CODE_SLOT, SEARCH_SLOT, TOKEN_SLOT } from '../shared/page-fragments.ts'
import { QuantityInPlace } from '../shared/quantity.tsx'
import { LastingToast } from '../shared/toast.tsx'
import { TurboCableStreamSource } from '../shared/turbo-cable-stream-source.tsx'
import { Unreachable } from '../shared/unreachable.tsx'
import { asksPostalCode, EmailCapture } from './captures.tsx'
import { Document } from './document.tsx'
import { ModalShell } from './modal-shell.tsx'
import { PrivacyQuestion } from './privacy-choice.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { TextOffer } from './text-offer.tsx'

export function ShopLayout({ head, children }: { head: PageHead; children?: Child }) {
  const page = usePage()
  const facts = headerFooterFacts(page)
  return (
    <Document head={head} kind="shop">
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      {page.pieces.place(header(facts, page))}
      <div id="flash" class="flash wrap" role="status">
        {page.flash && !page.flash.at && !page.flash.part && <Notice {...page.flash} />}
      </div>
      <main id="main" class="wrap" tabindex={-1} {...asksPostalCode(page)}>
        {children}
      </main>
      {page.announcement && <LastingToast {...page.announcement} />}
      {page.asksPrivacy && <PrivacyQuestion />}
      {page.others?.attentive && <TextOffer />}
      {page.pieces.place(footer(facts, page))}
      {isBrowsingPage(head) && <EmailCapture />}
      <CartQuantities />
      {page.cartSource && <CartStream stream={page.cartSource} />}
    </Document>
  )
}

const CartStream = ({ stream }: { stream: StreamSource }) => (
  <div hidden data-controller="quick-reconnect">
    <TurboCableStreamSource stream={stream} />
  </div>
)

/** Not the box, an order or an error, where nothing should interrupt the shopper. */
const isBrowsingPage = ({ indexed, status }: PageHead) => indexed !== false && status === undefined

/** The header and footer are much of each page and the same for most visitors, so they are cached. */
const cached = (view: Child) =>
  cacheFragments<ReturnType<typeof headerFooterFacts>, PageFacts>(
    (facts) => JSON.stringify(facts),
    ({ path, postalCode }, page) => {
      const slots = { token: TOKEN_SLOT, searched: SEARCH_SLOT, postalCode }
      const shared = { ...page, ...slots, path, flash: page.flash?.at ? page.flash : null }
      return `${<PageContext.Provider value={shared}>{view}</PageContext.Provider>}`
    },
  )

const header = cached(<SiteHeader />)
const footer = cached(
  <>
    <SiteFooter />
    <ModalShell />
    <MiniCartPanel />
    <QuantityInPlace />
    <Unreachable />
  </>,
)

/** All that the header and footer show, and slots for the visitor's. The path matters only if the navigation marks it. */
const headerFooterFacts = ({
  categories,
  path,
  store,
  itemCount,
  postalCode,
  earliest,
  earliestTerms,
  demo,
  flash,
  signedIn,
}: PageFacts) => ({
  categories: categories.map(numberOf),
  path: isMarked(path, categories) ? path : '',
  store,
  itemCount,
  postalCode: postalCode && POSTAL_CODE_SLOT,
  earliest,
  earliestTerms,
  demo,
  signedIn,
  postalCodeError: flash?.at?.field === 'postal_code' ? flash : null,
})

const isMarked = (path: string, categories: NavigationCategory[]) =>
  [paths.shop(), paths.shopFarms()].includes(path) ||
  categories.some(({ slug }) => path === paths.category(slug))

const numbers = new WeakMap<NavigationCategory, number>()
let lastNumber = 0

/** A category object is replaced when its contents change, so a number per object is a short cache key. */
function numberOf(category: NavigationCategory): number {
  const number = numbers.get(category) ?? ++lastNumber
  numbers.set(category, number)
  return number
}
