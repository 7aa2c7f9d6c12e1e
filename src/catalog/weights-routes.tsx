import { Hono } from 'hono'
import { WeightChoice } from '#views/catalog/weight-choice.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderFrame } from '../web/page.tsx'
import { redirectTo } from '../web/redirect.ts'
import { findProduct } from './products.ts'
import { viewContext } from './view-context.ts'

export const weightsRoutes = new Hono<AppEnv>()

/** A product's weights for the frame in its card. Opened as a page, it redirects to the product. */
weightsRoutes.get(paths.weights.pattern, (c) => {
  const product = findProduct(c.var.services.db, c.req.param('slug'), viewContext(c))
  if (!product) return notFound(c)
  if (!c.req.header('turbo-frame')) return redirectTo(c, paths.product(product.variety.slug))
  return renderFrame(c, <WeightChoice product={product} />)
})
