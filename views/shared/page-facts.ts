import { createContext, useContext } from 'hono/jsx'
import type { Assets } from '#src/assets.ts'
import type { BundleTeaser } from '#src/catalog/bundles.ts'
import type { NavigationCategory } from '#src/catalog/navigation.ts'
import type { Picture } from '#src/catalog/pictures.ts'
import type { OtherScripts } from '#src/config/analytics-config.ts'
import type { Instant } from '#src/day.ts'
import type { SurchargeTerms } from '#src/delivery/advertised-day.ts'
import type { Provider } from '#src/providers/social/social.ts'
import type { StoreFacts, WrittenFacts } from '#src/shop-settings/page-settings.ts'
import type { Flash } from '#src/web/flash.ts'
import type { StreamSource } from '#src/web/stream-names.ts'
import type { PageFragments } from './page-fragments.ts'

/** What every page gets beside its own contents. */
export type PageFacts = {
  /** The authenticity token for forms. */
  token: string
  /** Rendered for the live socket, not for a request, so there is no token. */
  isBroadcast: boolean
  store: StoreFacts
  /** What the owner wrote for pages. */
  written: WrittenFacts
  /** Categories with products, for the navigation. */
  categories: NavigationCategory[]
  /** Boxes at one price, for strips and links. */
  bundles: BundleTeaser[]
  assets: Assets
  appUrl: string
  /** The live socket, when it is not at this origin's /cable. */
  cableUrl: string | null
  /** By the shop's clock. */
  now: Instant
  /** Without the query. */
  path: string
  /** The search box's text on the results page. */
  searched: string
  flash: Flash | null
  /** The cookie names of the toasts that this browser has closed. */
  dismissedToasts: ReadonlySet<string>
  /** Null on a page rendered without a visitor. */
  cartSource: StreamSource | null
  /** Units in the cart. */
  itemCount: number
  /** JSON: cart quantities by offer token. */
  quantities: string
  /** '12.3': the cart's id and its count of changes. Empty without a cart. */
  cartVersion: string
  postalCode: string | null
  /** 'Tue, Nov 24', the first day we sell for the postal code; null when unknown or not served. */
  earliest: string | null
  earliestTerms: SurchargeTerms
  /** When the cut-off for that day is. */
  earliestUntilAt: Instant | null
  /** '$19.95' for the postal code, else 'from $14.95'. */
  deliveryPrice: string
  /** The box that standard delivery is free for, lower for members. */
  freeDeliveryFromCents: number
  /** Why a served postal code has no open day; null while there is one. */
  noDeliveryReason: string | null
  signedIn: boolean
  demo: boolean
  /** What the shop asks for unprompted; `emailSeconds: null` turns the email off. */
  captures: { postalCode: boolean; emailSeconds: number | null }
  /** A toast on every page until it is closed. */
  announcement: { token: string; message: string } | null
  /** In the order of their buttons. */
  signInProviders: Provider[]
  /** The captcha's public key, where one is configured. */
  captchaKey: string | null
  /** Scripts of other companies that this page loads. */
  others: OtherScripts | null
  /** Some are configured, whether or not this page loads them. */
  hasOthers: boolean
  /** Whether to ask if they may load. */
  asksPrivacy: boolean
  findPicture: (name: string) => Picture | null
  pieces: PageFragments
}

export const pageTitle = (title: string, { path, store }: PageFacts) =>
  path === '/' ? `${store.name}: ${title}` : `${title} · ${store.name}`

export const PageContext = createContext<PageFacts | null>(null)

export function usePage(): PageFacts {
  const page = useContext(PageContext)
  if (!page) throw new Error('Rendered outside a page: use renderPage or renderStream')
  return page
}
