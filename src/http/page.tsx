import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Db } from '#db/client.ts'
import { CheckoutLayout } from '#views/layouts/checkout-layout.tsx'
import { ShopLayout } from '#views/layouts/shop-layout.tsx'
import { PageContext, type PageFacts } from '#views/shared/page-facts.ts'
import { PagePieces } from '#views/shared/page-pieces.ts'
import { cartItemCount } from '../cart/queries.ts'
import { navigationShelves } from '../catalog/navigation.ts'
import { formatDay, type Instant } from '../day.ts'
import { earliestOrReason } from '../delivery/calendar-facts.ts'
import { paths } from '../paths.ts'
import { readOnce } from '../read-once.ts'
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
  return send(c, page.pieces.assemble(`<!doctype html>${html}`), HTML, head.status ?? 200)
}

/** Turbo streams made of the same parts the page is made of. */
export function renderStream(c: Context<AppEnv>, view: Child, status: ContentfulStatusCode = 200): Response {
  return send(c, drawn(c, view), 'text/vnd.turbo-stream.html; charset=utf-8', status)
}

/** What fills a frame of an open page. */
export const renderFrame = (c: Context<AppEnv>, view: Child): Response => send(c, drawn(c, view), HTML, 200)

/** A piece of a page, as a string for a JSON answer. */
export const renderPiece = (c: Context<AppEnv>, view: Child): string => drawn(c, view).toString()

function drawn(c: Context<AppEnv>, view: Child): Buffer {
  const page = pageFacts(c)
  return page.pieces.assemble(`${<PageContext.Provider value={page}>{view}</PageContext.Provider>}`)
}

const HTML = 'text/html; charset=UTF-8'

/** Packed here, where the page is at hand, rather than by a middleware that would have to open the answer again. */
function send(c: Context<AppEnv>, text: Buffer, type: string, status: ContentfulStatusCode): Response {
  const { body, headers } = packed(text, c.req.header('accept-encoding'))
  return c.body(body, status, { ...headers, Vary: 'Accept, Accept-Encoding, Cookie', 'Content-Type': type })
}

function pageFacts(c: Context<AppEnv>): PageFacts {
  const { services, visitor, flash } = c.var
  const { config, db, clock } = services
  const now = clock.now()
  const { earliest, noDays } = visitor?.postalCode
    ? soonest(db, visitor.postalCode, now)
    : { earliest: null, noDays: null }
  const token = visitor?.token() ?? ''
  const searched = (c.req.path === paths.search() && c.req.query('q')) || ''
  return {
    token,
    store: config.store,
    categories: navigationShelves(db, now),
    assets: services.assets,
    appUrl: config.appUrl,
    path: c.req.path,
    searched,
    flash: flash ?? null,
    itemCount: visitor ? cartItemCount(db, visitor) : 0,
    postalCode: visitor?.postalCode ?? null,
    earliest,
    noDays,
    signedIn: Boolean(visitor?.user),
    demo: config.demo,
    pieces: new PagePieces({ token, searched }),
  }
}

const MINUTE_MS = 60_000

/** Every page says it to everybody with a postal code. Deliveries close on full minutes. */
const soonest = (db: Db, postalCode: string, now: Instant) =>
  readOnce(db, now, `soonest at ${postalCode} in minute ${Math.floor(now / MINUTE_MS)}`, () => {
    const { earliest, noDays } = earliestOrReason(db, postalCode, now)
    return { earliest: earliest && formatDay(earliest, 'short'), noDays }
  })
