import { createContext, useContext } from 'hono/jsx'
import type { Assets } from '#src/assets.ts'
import type { NavigationCategory } from '#src/catalog/navigation.ts'
import type { Picture } from '#src/catalog/pictures.ts'
import type { Instant } from '#src/day.ts'
import type { Provider } from '#src/providers/social/social.ts'
import type { Flash } from '#src/web/flash.ts'
import type { StreamSource } from '#src/web/stream-names.ts'
import type { PageFragments } from './page-fragments.ts'

/** What every page is handed beside its own contents. */
export type PageFacts = {
  /** Authenticity token for this page's forms. */
  token: string
  /** Sent by itself to pages that are open: nobody asked just now, and no token of a form is known. */
  isBroadcast: boolean
  store: { name: string; email: string; phone: string }
  /** The shelves that hold something, for the navigation. */
  categories: NavigationCategory[]
  assets: Assets
  appUrl: string
  /** Where the live socket is, when not at /cable of this very address. */
  cableUrl: string | null
  /** By the shop's clock. */
  now: Instant
  /** The address asked for, without its query. */
  path: string
  /** What the search box holds on the page of its results. */
  searched: string
  flash: Flash | null
  /** The toasts that this browser has closed, by the names of their cookies. */
  dismissedToasts: ReadonlySet<string>
  /** The stream of the visitor's own cart; null on a page for nobody in particular. */
  cartSource: StreamSource | null
  /** Units in the cart. */
  itemCount: number
  /** JSON: how many of each offer are in the cart, by its token. */
  quantities: string
  /** Of the cart, as '12.3': the later number grows with each change. Empty without one. */
  cartVersion: string
  postalCode: string | null
  /** 'Tue, Nov 24', the earliest day for the remembered postal code; null when unknown or not served. */
  earliest: string | null
  /** How long that day can still be had. */
  earliestUntilAt: Instant | null
  /** Why no day at all is open for a served postal code; null while there is one. */
  noDays: string | null
  signedIn: boolean
  demo: boolean
  /** What visitors are asked by themselves; `emailSeconds` null: nothing. */
  captures: { postalCode: boolean; emailSeconds: number | null }
  /** A word for everybody, until they have closed it. */
  announcement: { token: string; message: string } | null
  /** Other companies by which one may sign in, in the order of their buttons. */
  signInProviders: Provider[]
  /** The public key of the captcha, where one is asked for. */
  captchaKey: string | null
  /** A picture in its widths, by its name; null for a name without a picture. */
  findPicture: (name: string) => Picture | null
  /** The kept pieces that are placed in the page. */
  pieces: PageFragments
}

/** What the browser's tab reads. */
export const pageTitle = (title: string, { path, store }: PageFacts) =>
  path === '/' ? `${store.name}: ${title}` : `${title} · ${store.name}`

export const PageContext = createContext<PageFacts | null>(null)

/** The facts of the page being rendered, from anywhere within it. */
export function usePage(): PageFacts {
  const page = useContext(PageContext)
  if (!page) throw new Error('rendered outside of a page: use renderPage or renderStream')
  return page
}
