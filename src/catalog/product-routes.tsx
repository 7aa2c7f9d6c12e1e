import { type Context, Hono } from 'hono'
import { MissingProductPage } from '#views/catalog/missing-product-page.tsx'
import { ProductPage } from '#views/catalog/product-page.tsx'
import { isMember } from '../accounts/members.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { wantsHtml } from '../web/respond.ts'
import type { ViewContext } from './listing.ts'
import { liveStock, stockForVisitor } from './live-stock.ts'
import { productHead } from './page-heads.ts'
import { productProps } from './product-props.ts'
import { findEarlyProduct, findProduct } from './products.ts'
import { stockSource } from './stock-source.ts'
import { suggestions } from './suggestions.ts'
import { viewContext } from './view-context.ts'

export const productRoutes = new Hono<AppEnv>()

productRoutes.get(paths.product.pattern, (c) => {
  const { db, config } = c.var.services
  const view = viewContext(c)
  const slug = c.req.param('slug')
  const found = findProduct(db, slug, view)
  const product = found ?? membersProduct(c, slug)
  if (!product) return missingProduct(c)
  const page = (
    <ProductPage
      product={product}
      live={live(c, { slug: product.variety.slug, ...view })}
      islandProps={(elsewhere, shopper) => productProps(product, elsewhere, shopper)}
    />
  )
  const head = productHead(product, config.appUrl)
  const isIndexed = found !== null && found.offers.length > 0
  return renderPage(c, page, isIndexed ? head : { ...head, indexed: false })
})

const membersProduct = (c: Context<AppEnv>, slug: string) =>
  isMember(c.var.services.db, c.var.visitor.user?.id ?? null)
    ? findEarlyProduct(c.var.services.db, slug, viewContext(c))
    : null

function live({ var: { services, visitor } }: Context<AppEnv>, view: ViewContext & { slug: string }) {
  return {
    stream: stockSource(services.config, view),
    weights: stockForVisitor(liveStock(services.db, view), visitor, view.now),
  }
}

function missingProduct(c: Context<AppEnv>) {
  if (!wantsHtml(c)) return notFound(c)
  const head = { title: 'Product not found', status: 404 as const, indexed: false }
  const page = <MissingProductPage suggestions={suggestions(c.var.services.db, viewContext(c))} />
  return renderPage(c, page, head)
}
