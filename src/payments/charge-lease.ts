import { eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type Order, orders, type Payment, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { endCharge } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import type { Refusal } from '../orders/readiness.ts'
import type { Services } from '../services.ts'
import { flowOf } from './flow.ts'
import { latestPayment, NEVER_ASKED } from './payments.ts'

export type Charge = { order: Order; payment: Payment & { intentId: string } }

export const CHANGED: Refusal = {
  code: 'not_completable',
  message: 'Your box changed during payment. Please check it and try again.',
}

/**
 * Commits that a charge is about to be asked for, and counts the try. Until its outcome, or half a minute, the order
 * can't change (`isPaymentInFlight`). @returns null when the order has changed or its hold has ended
 */
export function beginCharge({ db, clock }: Services, orderId: number): Promise<Charge | null> {
  return durably(db, (tx) => {
    const now = clock.now()
    const order = orderById(tx, orderId)
    const payment = latestPayment(tx, orderId)
    if (!isAsPrepared(order, payment, now)) return null
    const tries = payment.tries + 1
    tx.update(payments)
      .set({ tries, declinedAt: null, failure: null, snapshotAt: NEVER_ASKED })
      .where(eq(payments.id, payment.id))
      .run()
    tx.update(orders).set({ chargeAskedAt: now }).where(eq(orders.id, orderId)).run()
    return { order, payment: { ...payment, tries } }
  })
}

/** Nothing was or will be charged, and the provider has nothing to say about it. */
export const dropCharge = (db: Db, orderId: number): Promise<void> =>
  durably(db, (tx) => void endCharge(tx, orderId))

function isAsPrepared(order: Order, payment: Payment | null, now: Instant): payment is Charge['payment'] {
  const { state, totalCents, holdExpiresAt } = order
  if (state !== 'payment_pending' || totalCents === null || (holdExpiresAt ?? 0) <= now) return false
  if (payment?.status !== 'open' || payment.intentId === null) return false
  return payment.flow === flowOf(order, totalCents) && payment.amountCents === totalCents
}
