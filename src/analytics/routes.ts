import { Hono } from 'hono'
import { visitorOrder } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import { wantsHtml } from '../web/answer.ts'
import type { AppEnv } from '../web/env.ts'
import { redirectTo } from '../web/redirect.ts'
import { noteConversion } from './conversion.ts'

export const analyticsRoutes = new Hono<AppEnv>()

/** Told by the page after it counted the purchase; nobody reads the answer. */
analyticsRoutes.post('/v1/set_google_analytics_conversion_at/:orderToken', async (c) => {
  const { db, clock } = c.var.services
  const order = visitorOrder(db, c.var.visitor, c.req.param('orderToken'))
  if (!order) return c.notFound()
  await noteConversion(db, order.id, clock.now())
  return wantsHtml(c) ? redirectTo(c, paths.confirmation(order.token)) : c.body(null, 204)
})
