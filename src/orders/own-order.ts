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

/** Another visitor's order gets the same 404 as one that does not exist. */
export const ownOrder = (handler: OrderHandler) => (c: Ctx) => {
  const order = requestedOrder(c)
  return order ? handler(c, order) : notFound(c)
}

export const ownOrderPage = (handler: OrderHandler) => (c: Ctx) => {
  const order = requestedOrder(c)
  return order ? handler(c, order) : redirectTo(c, paths.home(), 302)
}

/** A guest is asked to sign in, since the order may be in their account. */
export const ownPlacedOrder = (handler: OrderHandler) => (c: Ctx) => {
  const order = requestedOrder(c)
  if (order && isPlaced(order.state)) return handler(c, order)
  return c.var.visitor.user ? notFound(c) : requireSignIn(c)
}

/** Counts against the order for its owner, and against the session for anyone who only tries tokens. */
export const byOrder: Limit['by'] = (c) => requestedOrder(c)?.token ?? bySession(c)

/** Read once per request. */
function requestedOrder(c: Ctx): Order | null {
  if (c.var.requestedOrder === undefined) {
    c.set('requestedOrder', visitorOrder(c.var.services.db, c.var.visitor, tokenOf(c)))
  }
  return c.var.requestedOrder ?? null
}

/** Scripts may append `.json` to the token in the path. */
function tokenOf(c: Ctx): unknown {
  const inPath = c.req.param('orderToken')
  if (inPath !== undefined) return inPath.replace(/\.json$/, '')
  return c.req.method === 'GET' ? c.req.query('order_token') : c.var.body.order_token
}
