import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type Order, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import type { Refusal } from '../orders/readiness.ts'
import { promotionOf } from '../pricing/promotions.ts'
import type { ProviderCard } from './provider.ts'

/**
 * Why a card cannot pay for an order with a promotion for first orders, or null: it has paid for one before. To be asked
 * before a charge wherever the card is known by then; the provider's own form keeps it from us until it is charged.
 */
export function firstOrderRefusal(db: Db, orderId: number, fingerprint: string | null): Refusal | null {
  const promotion = promotionOf(db, orderId)
  if (!promotion?.firstOrderOnly || fingerprint === null || !hasPaidBefore(db, orderId, fingerprint))
    return null
  return {
    code: 'promotion',
    message: `${promotion.code} is for a first order, and this card has paid for one before. Please take the code off, or use another card.`,
  }
}

/** Whether it matters which card pays for an order. */
export const isForFirstOrders = (db: Db, orderId: number) => promotionOf(db, orderId)?.firstOrderOnly === true

/**
 * A card that is known only now that it was charged: the shopper was promised this total and paid it, so the order
 * stands, and a person of the staff looks at it. In the transaction that completes the order.
 */
export function noteFirstOrder(tx: Tx, order: Order, card: ProviderCard | null, now: Instant) {
  if (!firstOrderRefusal(tx, order.id, card?.fingerprint ?? null)) return
  const detail = `Order ${order.identifier} had a first order's promotion and was paid with a card that has paid before.`
  flagForStaff(tx, `first_order:${order.token}`, order.id, 'first_order_card', detail, now)
}

function hasPaidBefore(db: Db, orderId: number, fingerprint: string): boolean {
  const found = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.cardFingerprint, fingerprint),
        sql`${payments.status} = 'succeeded'`,
        ne(payments.orderId, orderId),
      ),
    )
    .limit(1)
    .get()
  return found !== undefined
}
