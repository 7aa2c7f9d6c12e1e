import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type Order, orders, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import type { Refusal } from '../orders/readiness.ts'
import { isKeptOrder } from '../pricing/kept-orders.ts'
import { promotionOf } from '../pricing/promotions.ts'
import type { ProviderCard } from './provider.ts'

/** Refuses a card that has paid before, if it is known yet. The provider's own form hides it until the charge. */
export function firstOrderRefusal(db: Db, orderId: number, fingerprint: string | null): Refusal | null {
  const promotion = fingerprint === null ? null : promotionOf(db, orderId)
  if (!promotion?.firstOrderOnly || fingerprint === null || !hasPaidBefore(db, orderId, fingerprint))
    return null
  return {
    code: 'promotion',
    message: `${promotion.code} is for first orders only, and this card has paid for an order before. Please remove the code or use another card.`,
  }
}

export const isForFirstOrders = (db: Db, orderId: number) => promotionOf(db, orderId)?.firstOrderOnly === true

/** The shopper has paid the total that we promised, so the order stands and staff review it. */
export function flagRepeatedFirstOrder(tx: Tx, order: Order, card: ProviderCard | null, now: Instant) {
  if (!firstOrderRefusal(tx, order.id, card?.fingerprint ?? null)) return
  const detail = `Order ${order.identifier} used a first-order promotion, but its card has paid for an order before.`
  flagForStaff(tx, {
    kind: 'first_order_card',
    key: `first_order:${order.token}`,
    orderId: order.id,
    detail,
    now,
  })
}

function hasPaidBefore(db: Db, orderId: number, fingerprint: string): boolean {
  const found = db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.cardFingerprint, fingerprint),
        sql`${payments.status} = 'succeeded'`,
        ne(payments.orderId, orderId),
        isKeptOrder,
      ),
    )
    .limit(1)
    .get()
  return found !== undefined
}
