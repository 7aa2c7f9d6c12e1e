import type { Context } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { isGuestKey } from './guest-key.ts'
import { isOpenedByReceiptLink, isOwnedBy, orderByToken } from './orders.ts'
import { isCardsOnly, isPlaced } from './states.ts'

type Ctx = Context<AppEnv>

/** `key`: of a guest's receipt link, null for the owner. */
export type Viewable = { order: Order; isOwn: boolean; key: string | null }

export const orderPathOf = ({ order, key }: Viewable) => paths.order(order.token, { key })

type ViewableHandler = (c: Ctx, viewable: Viewable) => Response | Promise<Response>

/** A placed order: for the owner, or for a guest with the receipt's link. Such a reader gets no account data. */
export const viewableOrder = (handler: ViewableHandler) => (c: Ctx) => {
  const viewable = findViewable(c)
  if (!viewable) return refuseReader(c)
  // A URL with a key is a secret, so it must not leak as a referrer.
  if (!viewable.isOwn) c.header('Referrer-Policy', 'no-referrer')
  return handler(c, viewable)
}

const BROKEN_LINK =
  "This link doesn't open your order. Please use the whole link from our latest email, or sign in if the order is in your account."

/** Most readers with a key are guests, who have no account to sign in to. */
export function refuseReader(c: Ctx) {
  if (c.var.visitor.user) return notFound(c)
  return requireSignIn(c, c.req.query('key') === undefined ? {} : { message: BROKEN_LINK })
}

/** What only an order with a box has: for gift cards alone, the page doesn't exist. */
export const viewableBox = (handler: ViewableHandler) =>
  viewableOrder((c, viewable) => (isCardsOnly(viewable.order) ? notFound(c) : handler(c, viewable)))

/** Modals name the order in the query. Scripts may append `.json` to the token in the path. */
export const tokenOf = (c: Ctx) =>
  c.req.param('orderToken')?.replace(/\.json$/, '') ?? c.req.query('order_token') ?? ''

/** Null for orders of others, and for those that aren't placed. */
export const findViewable = (c: Ctx): Viewable | null =>
  viewableAs(c, orderByToken(c.var.services.db, tokenOf(c)))

export function viewableAs(c: Ctx, order: Order | null): Viewable | null {
  const { services, visitor } = c.var
  if (!order || !isPlaced(order.state)) return null
  if (isOwnedBy(order, visitor)) return { order, isOwn: true, key: null }
  const key = c.req.query('key') ?? null
  const isOpened = isGuestKey(services.config, order.token, key) && isOpenedByReceiptLink(order)
  return isOpened ? { order, isOwn: false, key } : null
}
