import { type Context, Hono } from 'hono'
import { MissingProductPage } from '#views/catalog/missing-product-page.tsx'
import { ProductPage } from '#views/catalog/product-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { wantsHtml } from '../web/respond.ts'
import type { Standpoint } from './listing.ts'
import { liveStock, stockSeenBy } from './live-stock.ts'
import { productHead } from './page-heads.ts'
import { productProps } from './product-props.ts'
import { findProduct } from './products.ts'
import { stockSource } from './stock-source.ts'
import { suggestions } from './suggestions.ts'
import { standpoint } from './view-context.ts'

export const productRoutes = new Hono<AppEnv>()

productRoutes.get(paths.product.pattern, (c) => {
  const { db, config } = c.var.services
  const place = standpoint(c)
  const product = findProduct(db, c.req.param('slug'), place)
  if (!product) return missingProduct(c)
  const view = (
    <ProductPage
      product={product}
      live={live(c, { slug: product.variety.slug, ...place })}
      islandProps={(elsewhere, shopper) => productProps(product, elsewhere, shopper)}
    />
  )
  return renderPage(c, view, productHead(product, config.appUrl))
})

/** How its stock stands for this visitor, and where the page hears how it goes on. */
function live({ var: { services, visitor } }: Context<AppEnv>, view: Standpoint & { slug: string }) {
  return {
    stream: stockSource(services.config, view),
    weights: stockSeenBy(liveStock(services.db, view), visitor, view.now),
  }
}

function missingProduct(c: Context<AppEnv>) {
  if (!wantsHtml(c)) return notFound(c)
  const head = { title: 'Not on our shelves', status: 404 as const, indexed: false }
  const view = <MissingProductPage suggestions={suggestions(c.var.services.db, standpoint(c))} />
  return renderPage(c, view, head)
}
