import { type Context, Hono } from 'hono'
import { HomePage } from '#views/catalog/home-page.tsx'
import { MissingProductPage } from '#views/catalog/missing-product-page.tsx'
import { ProductPage } from '#views/catalog/product-page.tsx'
import { ShelfPage } from '#views/catalog/shelf-page.tsx'
import { WaitListPage } from '#views/catalog/wait-list-page.tsx'
import { centerFor } from '../cart/queries.ts'
import { wantsHtml } from '../http/answer.ts'
import type { AppEnv } from '../http/env.ts'
import { notFound } from '../http/errors.tsx'
import { renderPage } from '../http/page.tsx'
import { crawlerRoutes } from './crawler-routes.ts'
import { homeHead, productHead, shelfHead } from './heads.ts'
import { findOffer, findProduct } from './products.ts'
import { categories, listFarms } from './queries.ts'
import { findCategory } from './rules.ts'
import { listShelf, type Standpoint } from './shelf.ts'

const HOME_CARDS = 8
const HOME_FARMS = 4
const SUGGESTIONS = 4

export const catalogRoutes = new Hono<AppEnv>()

catalogRoutes.get('/', (c) => {
  const { db } = c.var.services
  const shelf = listShelf(db, { ...standpoint(c), limit: HOME_CARDS })
  const view = <HomePage shelf={shelf} categories={categories(db)} farms={listFarms(db, HOME_FARMS)} />
  return renderPage(c, view, homeHead())
})

catalogRoutes.get('/shop', (c) => shelfPage(c))
catalogRoutes.get('/shop/:category', (c) => shelfPage(c, c.req.param('category')))

function shelfPage(c: Context<AppEnv>, slug?: string) {
  const category = slug === undefined ? null : findCategory(slug)
  const page = pageNumber(c.req.query('page'))
  if ((slug !== undefined && !category) || !page) return notFound(c)

  const shelf = listShelf(c.var.services.db, { ...standpoint(c), category: category?.slug, page })
  if (page > shelf.pages) return notFound(c)
  return renderPage(c, <ShelfPage shelf={shelf} category={category} />, shelfHead(shelf, category))
}

catalogRoutes.get('/products/:slug', (c) => {
  const { db, config } = c.var.services
  const product = findProduct(db, c.req.param('slug'), standpoint(c))
  return product
    ? renderPage(c, <ProductPage product={product} />, productHead(product, config.appUrl))
    : missingProduct(c)
})

/** The plain page of the wait list: what is sold out, and where to look instead. */
catalogRoutes.get('/join_wait_list/:token', (c) => {
  const { db } = c.var.services
  const found = findOffer(db, c.req.param('token'))
  if (!found || found.variety.hidden) return notFound(c)
  const product = findProduct(db, found.variety.slug, standpoint(c))
  const offer = product?.offers.find((one) => one.token === found.offer.token)
  if (!product || !offer) return notFound(c)

  const suggestions = suggest(c, found.variety.animal, product.variety.slug)
  const view = <WaitListPage product={product} offer={offer} suggestions={suggestions} />
  return renderPage(c, view, { title: `${product.variety.name}, ${offer.label}`, indexed: false })
})

catalogRoutes.route('/', crawlerRoutes)

function missingProduct(c: Context<AppEnv>) {
  if (!wantsHtml(c)) return notFound(c)
  const head = { title: 'Not on our shelves', status: 404 as const, indexed: false }
  return renderPage(c, <MissingProductPage suggestions={suggest(c)} />, head)
}

/** A few things that can be had, of the same animal first. */
function suggest(c: Context<AppEnv>, category?: string, exceptSlug?: string) {
  const { db } = c.var.services
  const near = category ? listShelf(db, { ...standpoint(c), category }).cards : []
  const cards = [...near, ...listShelf(db, standpoint(c)).cards]
  const bySlug = new Map(cards.map((card) => [card.slug, card]))
  return [...bySlug.values()]
    .filter((card) => card.slug !== exceptSlug && card.stock.kind !== 'sold_out')
    .slice(0, SUGGESTIONS)
}

/** From where and when the visitor looks at the shelves. */
function standpoint(c: Context<AppEnv>): Standpoint {
  const { db, clock } = c.var.services
  return { now: clock.now(), fcId: centerFor(db, c.var.visitor.postalCode) }
}

/** The page asked for, 1 when none is; null for what is no page number. */
function pageNumber(text: string | undefined): number | null {
  if (text === undefined) return 1
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null
}
