import type { Child } from 'hono/jsx'
import { NO_SURCHARGE } from '#src/delivery/advertised-day.ts'
import { contentId } from './cached-fragments.ts'
import { PageContext, type PageFacts, usePage } from './page-facts.ts'
import { type Fragment, PageFragments, SLOTS_LEFT_OPEN, toFragment } from './page-fragments.ts'

type KeptProps = {
  of: string
  /** Keeps it the first time, not only when it is asked for often. */
  atOnce?: boolean
  children?: Child
}

/**
 * The main part of a page, kept compressed. `of` holds every fact that it shows, so it is never stale. It is rendered
 * without a visitor: what it reads of one by itself is empty.
 */
export function Kept({ of, atOnce = false, children }: KeptProps) {
  const page = usePage()
  const key = [
    contentId(page.store),
    contentId(page.written),
    contentId(page.categories),
    contentId(page.bundles),
    of,
  ].join(' ')
  const packed = page.pieces.packing?.find(key, () => renderedForEveryone(page, children), atOnce)
  return packed ? page.pieces.place(packed) : <ForEveryone {...page}>{children}</ForEveryone>
}

function renderedForEveryone(page: PageFacts, view: Child): Fragment {
  const pieces = new PageFragments(SLOTS_LEFT_OPEN)
  const rendered = (
    <ForEveryone {...page} pieces={pieces}>
      {view}
    </ForEveryone>
  )
  return toFragment(pieces.assemble(`${rendered}`).toString())
}

const ForEveryone = ({ children, ...page }: PageFacts & { children?: Child }) => (
  <PageContext.Provider value={{ ...withoutVisitor(page), pieces: page.pieces }}>
    {children}
  </PageContext.Provider>
)

/** What is the same for every visitor is named here, so that a new fact about one is never kept. */
const withoutVisitor = ({
  store,
  written,
  categories,
  bundles,
  assets,
  appUrl,
  cableUrl,
  demo,
  captures,
  announcement,
  signInProviders,
  captchaKey,
  hasOthers,
  findPicture,
}: PageFacts): Omit<PageFacts, 'pieces'> => ({
  store,
  written,
  categories,
  bundles,
  assets,
  appUrl,
  cableUrl,
  demo,
  captures,
  announcement,
  signInProviders,
  captchaKey,
  hasOthers,
  others: null,
  asksPrivacy: false,
  findPicture,
  token: SLOTS_LEFT_OPEN.token,
  isBroadcast: false,
  now: 0,
  path: '',
  searched: '',
  flash: null,
  dismissedToasts: new Set(),
  cartSource: null,
  itemCount: 0,
  quantities: '',
  cartVersion: '',
  postalCode: null,
  earliest: null,
  earliestTerms: NO_SURCHARGE,
  earliestUntilAt: null,
  deliveryPrice: '',
  freeDeliveryFromCents: 0,
  noDeliveryReason: null,
  signedIn: false,
})
