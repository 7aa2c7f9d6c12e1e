import type { Context } from 'hono'
import { isGuestKey } from '../orders/guest-key.ts'
import { latestGuestOrder, orderByToken } from '../orders/orders.ts'
import { isPlaced } from '../orders/states.ts'
import type { AppEnv } from './env.ts'

/** The order whose mailed receipt somebody holds, with the address it was mailed to; null where they hold none. */
export function heldReceipt(c: Context<AppEnv>, orderToken: unknown, key: unknown) {
  const { config, db } = c.var.services
  if (typeof orderToken !== 'string' || !isGuestKey(config, orderToken, key)) return null
  const order = orderByToken(db, orderToken)
  return order?.email && order.userId === null && isPlaced(order.state)
    ? { orderToken, email: order.email.toLowerCase() }
    : null
}

/** The address under which this browser's guest ordered last, to begin with. */
export const latestGuestEmail = (c: Context<AppEnv>) =>
  latestGuestOrder(c.var.services.db, c.var.visitor.sessionHash)?.email ?? null
