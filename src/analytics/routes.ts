import { Hono } from 'hono'
import { ownOrder } from '../orders/own-order.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { redirectTo } from '../web/redirect.ts'
import { wantsHtml } from '../web/respond.ts'
import { routes as ahoy } from './ahoy-routes.ts'
import { recordConversion } from './conversion.ts'
import { routes as offerEvents } from './offer-event-routes.ts'

export const routes = new Hono<AppEnv>()

routes.route('/', ahoy)
routes.route('/', offerEvents)

/** The page ignores the response. */
routes.post(
  paths.conversionLogged.pattern,
  ownOrder(async (c, order) => {
    const { db, clock } = c.var.services
    await recordConversion(db, order.id, clock.now())
    return wantsHtml(c) ? redirectTo(c, paths.confirmation(order.token)) : c.body(null, 204)
  }),
)
