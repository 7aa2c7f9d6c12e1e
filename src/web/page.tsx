import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { BackOfficeLayout } from '#views/page/back-office-layout.tsx'
import { CheckoutLayout } from '#views/page/checkout-layout.tsx'
import { ShopLayout } from '#views/page/shop-layout.tsx'
import { PageContext, type PageFacts } from '#views/shared/page-facts.ts'
import { type Packing, PageFragments } from '#views/shared/page-fragments.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { acceptsGzip, bytesOf, compress } from './compression.ts'
import { dismissedToasts, NO_DISMISSED_TOASTS } from './dismissed-toasts.ts'
import type { AppEnv, Visitor } from './env.ts'
import { joinPacked } from './gzip/join.ts'
import { findPacked } from './gzip/kept-packed.ts'
import { allowsOthers, chosenPrivacy, sendsPrivacySignal } from './privacy-choice.ts'

export type PageHead = {
  title: string
  description?: string
  canonical?: string
  /** False keeps the page out of search engines. */
  indexed?: boolean
  picture?: string
  status?: ContentfulStatusCode
  /** `checkout`: its only way out is back, no Turbo cache, entered by a full load. */
  layout?: keyof typeof LAYOUTS
  /** Styles that only some pages of the shop need, beside `application.css`. */
  styles?: 'first-box' | 'orders' | 'passport' | 'gift-cards' | 'farms'
  /** The way out of a checkout; by default, to the box. */
  back?: { path: string; words: string }
  /** Entered by a full load and not cached by Turbo, because the payment provider's form is on it. */
  isFullLoad?: boolean
  structured?: object[]
}

/** Scripts of other companies: on shop pages alone, never where anyone pays, and only after a yes. */
function othersOn(c: Context<AppEnv>, { layout, isFullLoad }: PageHead) {
  const { otherScripts } = c.var.services.config
  if (!otherScripts || (layout ?? 'shop') !== 'shop' || isFullLoad)
    return { others: null, asksPrivacy: false }
  const isAllowed = allowsOthers(c)
  if (isAllowed) c.set('loadsOthers', true)
  const asksPrivacy = !sendsPrivacySignal(c) && chosenPrivacy(c) === undefined
  return { others: isAllowed ? otherScripts : null, asksPrivacy }
}

const LAYOUTS = { shop: ShopLayout, checkout: CheckoutLayout, 'back-office': BackOfficeLayout }

export function renderPage(c: Context<AppEnv>, view: Child, head: PageHead): Response {
  const Layout = LAYOUTS[head.layout ?? 'shop']
  const page = { ...pageFacts(c), ...othersOn(c, head) }
  const html = (
    <PageContext.Provider value={page}>
      <Layout head={head}>{view}</Layout>
    </PageContext.Provider>
  )
  return send(c, page.pieces, `<!doctype html>${html}`, HTML, head.status ?? 200)
}

export function renderStream(c: Context<AppEnv>, view: Child, status: ContentfulStatusCode = 200): Response {
  return sendPart(c, view, 'text/vnd.turbo-stream.html; charset=utf-8', status)
}

export const renderFrame = (c: Context<AppEnv>, view: Child): Response => sendPart(c, view, HTML, 200)

export function renderFragment(c: Context<AppEnv>, view: Child): string {
  const page = pageFacts(c, null)
  return page.pieces.assemble(renderPart(page, view)).toString()
}

function sendPart(c: Context<AppEnv>, view: Child, type: string, status: ContentfulStatusCode): Response {
  const page = pageFacts(c)
  return send(c, page.pieces, renderPart(page, view), type, status)
}

const renderPart = (page: PageFacts, view: Child) =>
  `${<PageContext.Provider value={page}>{view}</PageContext.Provider>}`

const HTML = 'text/html; charset=UTF-8'

/** Compresses here, while the page is a buffer; middleware would have to read it back from the response. */
function send(
  c: Context<AppEnv>,
  pieces: PageFragments,
  rendered: string,
  type: string,
  status: ContentfulStatusCode,
): Response {
  const { body, headers } = pieces.hasPacked
    ? { body: bytesOf(joinPacked(pieces, rendered)), headers: { 'Content-Encoding': 'gzip' } }
    : compress(pieces.assemble(rendered), c.req.header('accept-encoding'))
  return c.body(body, status, { ...headers, Vary: 'Accept, Accept-Encoding, Cookie', 'Content-Type': type })
}

/** Null for clients without gzip. A request that is refused early has no token. */
const packingFor = (c: Context<AppEnv>): Packing =>
  c.var.visitor && acceptsGzip(c.req.header('accept-encoding')) ? { find: findPacked } : null

/** Facts for the layout, computed by `page/layout-facts.ts` and set once by the app. */
export type LayoutFacts = (
  services: Services,
  viewer: Viewer | undefined,
) => Pick<
  PageFacts,
  | 'now'
  | 'categories'
  | 'bundles'
  | 'cartSource'
  | 'itemCount'
  | 'quantities'
  | 'cartVersion'
  | 'postalCode'
  | 'earliest'
  | 'earliestTerms'
  | 'earliestUntilAt'
  | 'deliveryPrice'
  | 'freeDeliveryFromCents'
  | 'noDeliveryReason'
  | 'findPicture'
  | 'store'
  | 'written'
>

export type Viewer = Pick<Visitor, 'sessionHash' | 'user' | 'postalCode'>

/** Streams for open pages, outside of any request. They hold no token, because forms use their page's. */
export function renderBroadcast(
  services: Services,
  layoutFacts: LayoutFacts,
  viewer: Viewer,
  view: Child,
): string {
  const page = factsFor(services, layoutFacts, viewer, {
    token: '',
    isBroadcast: true,
    path: '',
    searched: '',
    flash: null,
    dismissedToasts: NO_DISMISSED_TOASTS,
    packing: null,
  })
  const html = <PageContext.Provider value={page}>{view}</PageContext.Provider>
  return page.pieces.assemble(`${html}`).toString()
}

function pageFacts(c: Context<AppEnv>, packing = packingFor(c)): PageFacts {
  const { services, layoutFacts, visitor, flash } = c.var
  return factsFor(services, layoutFacts, visitor, {
    token: visitor?.token() ?? '',
    isBroadcast: false,
    path: c.req.path,
    searched: (c.req.path === paths.search() && c.req.query('q')) || '',
    flash: flash ?? null,
    dismissedToasts: dismissedToasts(c),
    packing,
  })
}

type RequestFacts = Pick<
  PageFacts,
  'token' | 'isBroadcast' | 'path' | 'searched' | 'flash' | 'dismissedToasts'
> & { packing: Packing }

/** A request that is refused early has no viewer. */
function factsFor(
  services: Services,
  layoutFacts: LayoutFacts,
  viewer: Viewer | undefined,
  { packing, ...request }: RequestFacts,
): PageFacts {
  const { config } = services
  const layout = layoutFacts(services, viewer)
  return {
    ...request,
    ...layout,
    assets: services.assets,
    appUrl: config.appUrl,
    cableUrl: config.cableUrl,
    signedIn: Boolean(viewer?.user),
    demo: config.demo,
    captures: config.captures,
    announcement: config.announcement,
    signInProviders: services.social.providers,
    captchaKey: services.captcha?.siteKey ?? null,
    others: null,
    hasOthers: config.otherScripts !== null,
    asksPrivacy: false,
    pieces: new PageFragments({ ...request, postalCode: layout.postalCode ?? '' }, packing),
  }
}
