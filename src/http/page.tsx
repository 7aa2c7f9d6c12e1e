import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { CheckoutLayout } from '#views/layouts/checkout-layout.tsx'
import { ShopLayout } from '#views/layouts/shop-layout.tsx'
import { PageContext, type PageFacts } from '#views/shared/page-facts.ts'
import { cartItemCount } from '../cart/queries.ts'
import { navigationShelves } from '../catalog/navigation.ts'
import { formatDay } from '../day.ts'
import { earliestOrReason } from '../delivery/calendar-facts.ts'
import { paths } from '../paths.ts'
import { packed } from './compressed.ts'
import type { AppEnv } from './env.ts'

export type PageHead = {
  title: string
  description?: string
  /** Absolute path of the one address that search engines should keep. */
  canonical?: string
  /** False keeps the page out of search engines: carts, checkouts, orders. */
  indexed?: boolean
  picture?: string
  status?: ContentfulStatusCode
  /** `checkout`: no way out but back, no Turbo cache, entered by a full load. */
  layout?: 'shop' | 'checkout'
  /** Structured data of the page. */
  structured?: object[]
}

/** A whole page: the view inside its layout, with what every page shows around it. */
export function renderPage(c: Context<AppEnv>, view: Child, head: PageHead): Response {
  const Layout = head.layout === 'checkout' ? CheckoutLayout : ShopLayout
  const page = pageFacts(c)
  const html = (
    <PageContext.Provider value={page}>
      <Layout head={head}>{view}</Layout>
    </PageContext.Provider>
  )
  return send(c, `<!doctype html>${html.toString()}`, 'text/html; charset=UTF-8', head.status ?? 200)
}

/** Turbo streams made of the same parts the page is made of. */
export function renderStream(c: Context<AppEnv>, view: Child, status: ContentfulStatusCode = 200): Response {
  const html = <PageContext.Provider value={pageFacts(c)}>{view}</PageContext.Provider>
  return send(c, html.toString(), 'text/vnd.turbo-stream.html; charset=utf-8', status)
}

/** Packed here, where the text is at hand, rather than by a middleware that would have to open the answer again. */
function send(c: Context<AppEnv>, text: string, type: string, status: ContentfulStatusCode): Response {
  const { body, headers } = packed(text, c.req.header('accept-encoding'))
  return c.body(body, status, { ...headers, Vary: 'Accept, Accept-Encoding, Cookie', 'Content-Type': type })
}

/** A piece of a page, as a string for a JSON answer. */
export function renderPiece(c: Context<AppEnv>, view: Child): string {
  return (<PageContext.Provider value={pageFacts(c)}>{view}</PageContext.Provider>).toString()
}

function pageFacts(c: Context<AppEnv>): PageFacts {
  const { services, visitor, flash } = c.var
  const { config, db, clock } = services
  const { earliest, noDays } = visitor?.postalCode
    ? earliestOrReason(db, visitor.postalCode, clock.now())
    : { earliest: null, noDays: null }
  return {
    token: visitor?.token() ?? '',
    store: config.store,
    categories: navigationShelves(db),
    assets: services.assets,
    appUrl: config.appUrl,
    path: c.req.path,
    searched: c.req.path === paths.search() ? c.req.query('q') : undefined,
    flash: flash ?? null,
    itemCount: visitor ? cartItemCount(db, visitor) : 0,
    postalCode: visitor?.postalCode ?? null,
    earliest: earliest ? formatDay(earliest, 'short') : null,
    noDays,
    signedIn: Boolean(visitor?.user),
    demo: config.demo,
  }
}
