import type { Context } from 'hono'
import { normalizeEmail } from '../accounts/users.ts'
import { isGuestKey } from '../orders/guest-key.ts'
import { isGuests, latestGuestOrder, orderByToken } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'

export type Receipt = { orderToken: string; key: string; email: string }

/**
 * The order whose mailed receipt somebody holds, with the address it was mailed to; null where they hold none. Receipts
 * are passed on, so it is no proof of that mailbox.
 */
export function guestReceipt(c: Context<AppEnv>, orderToken: unknown, key: unknown): Receipt | null {
  const { config, db } = c.var.services
  if (typeof orderToken !== 'string' || typeof key !== 'string') return null
  if (!isGuestKey(config, orderToken, key)) return null
  const order = orderByToken(db, orderToken)
  return order?.email && isGuests(order) ? { orderToken, key, email: normalizeEmail(order.email) } : null
}

/** The address under which this browser's guest ordered last, to begin with. */
export const latestGuestEmail = (c: Context<AppEnv>) =>
  latestGuestOrder(c.var.services.db, c.var.visitor.sessionHash)?.email ?? null

/**
 * Where the holder of a receipt goes on seeing its order until it comes into their account: with the confirmed address,
 * as the receipt may have been passed on. Null where it is in one, brought by the browser it was ordered in.
 */
export const pendingOrderPath = ({ var: { services } }: Context<AppEnv>, { orderToken, key }: Receipt) =>
  orderByToken(services.db, orderToken)?.userId === null ? paths.order(orderToken, { key }) : null
