import type { Context } from 'hono'
import { normalizeEmail } from '../accounts/users.ts'
import { isGuestKey } from '../orders/guest-key.ts'
import { isGuests, latestGuestOrder, orderByToken } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'

export type Receipt = { orderToken: string; key: string; email: string }

/** The guest order of a receipt link, or null. Receipts get forwarded, so the link does not prove the address. */
export function guestReceipt(c: Context<AppEnv>, orderToken: unknown, key: unknown): Receipt | null {
  const { config, db } = c.var.services
  if (typeof orderToken !== 'string' || typeof key !== 'string') return null
  if (!isGuestKey(config, orderToken, key)) return null
  const order = orderByToken(db, orderToken)
  return order?.email && isGuests(order) ? { orderToken, key, email: normalizeEmail(order.email) } : null
}

/** Prefills the form with the address of this browser's last guest order. */
export const latestGuestEmail = (c: Context<AppEnv>) =>
  latestGuestOrder(c.var.services.db, c.var.visitor.sessionHash)?.email ?? null

/**
 * The order's page by receipt link, until its address is confirmed and the account claims it. Null when an account has
 * it already, as when it was placed in this browser.
 */
export const pendingOrderPath = ({ var: { services } }: Context<AppEnv>, { orderToken, key }: Receipt) =>
  orderByToken(services.db, orderToken)?.userId === null ? paths.order(orderToken, { key }) : null
