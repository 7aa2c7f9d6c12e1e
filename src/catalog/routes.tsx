import { type Context, Hono } from 'hono'
import { MissingProductPage } from '#views/catalog/missing-product-page.tsx'
import { ProductPage } from '#views/catalog/product-page.tsx'
import { WaitListPage } from '#views/catalog/wait-list-page.tsx'
import { wantsHtml } from '../http/answer.ts'
import type { AppEnv } from '../http/env.ts'
import { notFound } from '../http/errors.tsx'
import { renderPage } from '../http/page.tsx'
import { crawlerRoutes } from './crawler-routes.ts'
import { productHead } from './heads.ts'
import { findOffer, findProduct } from './products.ts'
import { listShelf } from './shelf.ts'
import { shelfRoutes } from './shelf-routes.tsx'
import { standpoint } from './standpoint.ts'

const SUGGESTIONS = 4

export const catalogRoutes = new Hono<AppEnv>()

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

catalogRoutes.route('/', shelfRoutes)
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
