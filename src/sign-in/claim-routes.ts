import { Hono } from 'hono'
import { signedIn } from '../accounts/guards.ts'
import { readerOf } from '../orders/order-reader.ts'
import { orderByToken } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { reply } from '../web/respond.ts'
import { claimOrders } from './sign-in.ts'

export const claimRoutes = new Hono<AppEnv>()

claimRoutes.post(
  paths.claimOrder.pattern,
  signedIn(async (c, user) => {
    const order = orderByToken(c.var.services.db, c.req.param('orderToken') ?? '')
    if (!order || readerOf(order, user) !== 'claimant') return c.notFound()
    await claimOrders(c, user)
    const message = 'Done! The orders you placed as a guest are now in your account.'
    const path = paths.order(order.token)
    return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)
