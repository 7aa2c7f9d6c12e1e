import { and, eq, isNull } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type Payment, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import { endCharge } from '../orders/open-order.ts'

type Closing = Partial<
  Pick<Payment, 'receivedCents' | 'failure' | 'cardBrand' | 'cardLast4' | 'cardFingerprint'>
> &
  Pick<Payment, 'status' | 'snapshotAt'>

/** Updates only if the status hasn't changed since it was read, so only one of two settlements wins. */
export function closePayment(tx: DurableTx, payment: Payment, closing: Closing): boolean {
  const isUnchanged = and(eq(payments.id, payment.id), eq(payments.status, payment.status))
  return tx.update(payments).set(closing).where(isUnchanged).run().changes === 1
}

/** An attempt that has an intent stays open for `reconcilePayments`: its card could still be charged. */
export function closeOpenPayment(tx: DurableTx, orderId: number, wallNow: Instant) {
  tx.update(payments)
    .set({ status: 'canceled', snapshotAt: wallNow })
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'open'), isNull(payments.intentId)))
    .run()
}

export function closeEmptyPayment(db: Db, payment: Payment): Promise<void> {
  return durably(db, (tx) => {
    closePayment(tx, payment, { status: 'canceled', snapshotAt: payment.snapshotAt })
  })
}

/** Nothing more will be heard of this intent. The shopper may start again, and staff look for the money. */
export function losePayment(
  tx: DurableTx,
  payment: Payment,
  why: string,
  { now, wallNow }: { now: Instant; wallNow: Instant },
) {
  if (!closePayment(tx, payment, { status: 'lost', snapshotAt: wallNow })) return
  endCharge(tx, payment.orderId)
  const { orderId, intentId } = payment
  const detail = `Intent ${intentId}: ${why}`
  flagForStaff(tx, { kind: 'payment_lost', key: lostKey(payment), orderId, detail, now })
}

/** Of the flag. */
export const lostKey = ({ id }: Payment) => `lost:${id}`
