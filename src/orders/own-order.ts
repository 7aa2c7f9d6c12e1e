import type { Context } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { bySession, type Limit } from '../web/rate-limit.ts'
import { redirectTo } from '../web/redirect.ts'
import { requireSignIn } from '../web/require-sign-in.ts'
import { visitorOrder } from './orders.ts'
import { isPlaced } from './states.ts'

type Ctx = Context<AppEnv>
type OrderHandler = (c: Ctx, order: Order) => Response | Promise<Response>

/** A call about one of the visitor's own orders. Somebody else's order answers like one that does not exist. */
export const ownOrder = (handler: OrderHandler) => (c: Ctx) => {
  const order = requestedOrder(c)
  return order ? handler(c, order) : notFound(c)
}

/** A page about one of the visitor's own orders; anybody else is led to the shop. */
export const ownOrderPage = (handler: OrderHandler) => (c: Ctx) => {
  const order = requestedOrder(c)
  return order ? handler(c, order) : redirectTo(c, paths.home(), 302)
}

/** The same for an order that is placed. Somebody who is not signed in may have it in their account. */
export const ownPlacedOrder = (handler: OrderHandler) => (c: Ctx) => {
  const order = requestedOrder(c)
  if (order && isPlaced(order.state)) return handler(c, order)
  return c.var.visitor.user ? notFound(c) : requireSignIn(c)
}

/** For limits: counts against the order for its owner, and against the session for everybody who only tries its token. */
export const byOrder: Limit['by'] = (c) => requestedOrder(c)?.token ?? bySession(c)

/** The visitor's own order that the address, the field or the query names. Read once per request. */
function requestedOrder(c: Ctx): Order | null {
  if (c.var.requestedOrder === undefined) {
    c.set('requestedOrder', visitorOrder(c.var.services.db, c.var.visitor, tokenOf(c)))
  }
  return c.var.requestedOrder ?? null
}

/** Scripts may write `.json` behind the token of an address. */
function tokenOf(c: Ctx): unknown {
  const inAddress = c.req.param('orderToken')
  if (inAddress !== undefined) return inAddress.replace(/\.json$/, '')
  return c.req.method === 'GET' ? c.req.query('order_token') : c.var.body.order_token
}
