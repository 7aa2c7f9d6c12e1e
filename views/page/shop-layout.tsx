import type { Child } from 'hono/jsx'
import type { NavigationCategory } from '#src/catalog/navigation.ts'
import { paths } from '#src/paths.ts'
import type { PageHead } from '#src/web/page.tsx'
import type { StreamSource } from '#src/web/stream-names.ts'
import { CartQuantities, CartUnreachable } from '../cart/cart-quantities.tsx'
import { MiniCartPanel } from '../cart/mini-cart-panel.tsx'
import { cacheFragments } from '../shared/cached-fragments.ts'
import { Notice } from '../shared/notice.tsx'
import { PageContext, type PageFacts, usePage } from '../shared/page-facts.ts'
import { SEARCH_SLOT, TOKEN_SLOT } from '../shared/page-fragments.ts'
import { QuantityInPlace } from '../shared/quantity.tsx'
import { LastingToast } from '../shared/toast.tsx'
import { TurboCableStreamSource } from '../shared/turbo-cable-stream-source.tsx'
import { asksPostalCode, EmailCapture } from './captures.tsx'
import { Document } from './document.tsx'
import { ModalShell } from './modal-shell.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Every page of the shop: the way around it above, whom to ask below. */
export function ShopLayout({ head, children }: { head: PageHead; children?: Child }) {
  const page = usePage()
  const shown = shownAround(page)
  return (
    <Document head={head} kind="shop">
      <a class="skip-link" href="#main">
        Skip to the page
      </a>
      {page.pieces.place(headerPiece(shown, page))}
      <div id="flash" class="flash wrap" role="status">
        {page.flash && !page.flash.at && !page.flash.part && <Notice {...page.flash} />}
      </div>
      <main id="main" class="wrap" tabindex={-1} {...asksPostalCode(page)}>
        {children}
      </main>
      {page.announcement && <LastingToast {...page.announcement} />}
      {page.pieces.place(footerPiece(shown, page))}
      {isBrowsed(head) && <EmailCapture />}
      <CartQuantities />
      {page.cartSource && <CartNews stream={page.cartSource} />}
    </Document>
  )
}

/** Hears what happens to the box in other tabs, and finds the server again when it was away. */
const CartNews = ({ stream }: { stream: StreamSource }) => (
  <div hidden data-controller="quick-reconnect">
    <TurboCableStreamSource stream={stream} />
  </div>
)

/** A page that one comes to look around: not the box, an order, or a refusal, where nothing should come between. */
const isBrowsed = ({ indexed, status }: PageHead) => indexed !== false && status === undefined

const SURROUNDINGS_KEPT = 200

/** Header and footer are much of a page and the same for most of its visitors: drawn once for all of them. */
const around = (view: Child) =>
  cacheFragments<ReturnType<typeof shownAround>, PageFacts>(
    { limit: SURROUNDINGS_KEPT },
    ({ path }, page) => {
      const own = { token: TOKEN_SLOT, searched: SEARCH_SLOT }
      const everybodys = { ...page, ...own, path, flash: page.flash?.at ? page.flash : null }
      return `${<PageContext.Provider value={everybodys}>{view}</PageContext.Provider>}`
    },
  )

const headerPiece = around(<SiteHeader />)
const footerPiece = around(
  <>
    <SiteFooter />
    <ModalShell />
    <MiniCartPanel />
    <QuantityInPlace />
    <CartUnreachable />
  </>,
)

/** All that header and footer show. A path counts only where the navigation marks it. */
const shownAround = ({
  categories,
  path,
  store,
  itemCount,
  postalCode,
  earliest,
  demo,
  flash,
  signedIn,
}: PageFacts) => ({
  shelves: categories.map(numberOf),
  path: path === paths.shop() || categories.some(({ slug }) => path === paths.category(slug)) ? path : '',
  store,
  itemCount,
  postalCode,
  earliest,
  demo,
  signedIn,
  misplaced: flash?.at?.field === 'postal_code' ? flash : null,
})

const numbers = new WeakMap<NavigationCategory, number>()
let shelvesSeen = 0

/** Shelves stay the same objects for as long as they hold the same, so a number says which. */
function numberOf(shelf: NavigationCategory): number {
  const number = numbers.get(shelf) ?? ++shelvesSeen
  numbers.set(shelf, number)
  return number
}
