import { Hono } from 'hono'
import { ownOrder } from '../orders/own-order.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { redirectTo } from '../web/redirect.ts'
import { wantsHtml } from '../web/respond.ts'
import { noteConversion } from './conversion.ts'

export const routes = new Hono<AppEnv>()

/** Told by the page after it counted the purchase; nobody reads the answer. */
routes.post(
  paths.conversionLogged.pattern,
  ownOrder(async (c, order) => {
    const { db, clock } = c.var.services
    await noteConversion(db, order.id, clock.now())
    return wantsHtml(c) ? redirectTo(c, paths.confirmation(order.token)) : c.body(null, 204)
  }),
)
