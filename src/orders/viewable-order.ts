import type { Context } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { isGuestKey } from './guest-key.ts'
import { isOpenedByReceiptLink, orderByToken, visitorOrder } from './orders.ts'
import { isCardsOnly, isPlaced } from './states.ts'

type Ctx = Context<AppEnv>

/** `key`: of a guest's receipt link, null for the owner. */
export type Viewable = { order: Order; isOwn: boolean; key: string | null }

export const orderPathOf = ({ order, key }: Viewable) => paths.order(order.token, { key })

type ViewableHandler = (c: Ctx, viewable: Viewable) => Response | Promise<Response>

/** A placed order: for the owner, or for a guest with the receipt's link. Such a reader gets no account data. */
export const viewableOrder = (handler: ViewableHandler) => (c: Ctx) => {
  const viewable = findViewable(c)
  if (!viewable) return c.var.visitor.user ? notFound(c) : requireSignIn(c)
  // A URL with a key is a secret, so it must not leak as a referrer.
  if (!viewable.isOwn) c.header('Referrer-Policy', 'no-referrer')
  return handler(c, viewable)
}

/** What only an order with a box has: for gift cards alone, the page doesn't exist. */
export const viewableBox = (handler: ViewableHandler) =>
  viewableOrder((c, viewable) => (isCardsOnly(viewable.order) ? notFound(c) : handler(c, viewable)))

/** Modals name the order in the query. Scripts may append `.json` to the token in the path. */
const tokenOf = (c: Ctx) =>
  c.req.param('orderToken')?.replace(/\.json$/, '') ?? c.req.query('order_token') ?? ''

/** Null for orders of others, and for those that aren't placed. */
export function findViewable(c: Ctx): Viewable | null {
  const { services, visitor } = c.var
  const [token, key] = [tokenOf(c), c.req.query('key') ?? null]
  const own = visitorOrder(services.db, visitor, token)
  if (own) return isPlaced(own.state) ? { order: own, isOwn: true, key: null } : null
  if (!isGuestKey(services.config, token, key)) return null
  const order = orderByToken(services.db, token)
  return order && isOpenedByReceiptLink(order) ? { order, isOwn: false, key } : null
}
