import type { Context } from 'hono'
import { normalizeEmail } from '../accounts/users.ts'
import { isGuestKey } from '../orders/guest-key.ts'
import { isOpenedByReceiptLink, latestGuestOrder, orderByToken } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'

export type Receipt = { orderToken: string; key: string; email: string }

/** Receipts get forwarded, so holding the link does not prove the address. */
export function guestReceipt(c: Context<AppEnv>, orderToken: unknown, key: unknown): Receipt | null {
  const { config, db } = c.var.services
  if (typeof orderToken !== 'string' || typeof key !== 'string') return null
  if (!isGuestKey(config, orderToken, key)) return null
  const order = orderByToken(db, orderToken)
  return order?.email && isOpenedByReceiptLink(order)
    ? { orderToken, key, email: normalizeEmail(order.email) }
    : null
}

export const latestGuestEmail = (c: Context<AppEnv>) =>
  latestGuestOrder(c.var.services.db, c.var.visitor.sessionHash)?.email ?? null

/** The order by its receipt link, until the address is confirmed. Null once an account has claimed it. */
export const pendingOrderPath = ({ var: { services } }: Context<AppEnv>, { orderToken, key }: Receipt) =>
  orderByToken(services.db, orderToken)?.userId === null ? paths.order(orderToken, { key }) : null
