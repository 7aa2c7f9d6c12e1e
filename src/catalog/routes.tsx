import { type Context, Hono } from 'hono'
import { MissingProductPage } from '#views/catalog/missing-product-page.tsx'
import { ProductPage } from '#views/catalog/product-page.tsx'
import { wantsHtml } from '../http/answer.ts'
import type { AppEnv } from '../http/env.ts'
import { notFound } from '../http/errors.tsx'
import { renderPage } from '../http/page.tsx'
import { crawlerRoutes } from './crawler-routes.ts'
import { productHead } from './heads.ts'
import { findProduct } from './products.ts'
import { shelfRoutes } from './shelf-routes.tsx'
import { standpoint } from './standpoint.ts'
import { suggestions } from './suggestions.ts'
import { waitListRoutes } from './wait-list-routes.tsx'

export const catalogRoutes = new Hono<AppEnv>()

catalogRoutes.get('/products/:slug', (c) => {
  const { db, config } = c.var.services
  const product = findProduct(db, c.req.param('slug'), standpoint(c))
  return product
    ? renderPage(c, <ProductPage product={product} />, productHead(product, config.appUrl))
    : missingProduct(c)
})

catalogRoutes.route('/', waitListRoutes)
catalogRoutes.route('/', shelfRoutes)
catalogRoutes.route('/', crawlerRoutes)

function missingProduct(c: Context<AppEnv>) {
  if (!wantsHtml(c)) return notFound(c)
  const head = { title: 'Not on our shelves', status: 404 as const, indexed: false }
  const view = <MissingProductPage suggestions={suggestions(c.var.services.db, standpoint(c))} />
  return renderPage(c, view, head)
}
