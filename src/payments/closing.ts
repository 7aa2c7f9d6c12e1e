import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, oncePerDatabase } from '#db/client.ts'
import { type Payment, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import { endCharge } from '../orders/open-order.ts'

type Closing = Partial<
  Pick<Payment, 'receivedCents' | 'heldUntil' | 'failure' | 'cardBrand' | 'cardLast4' | 'cardFingerprint'>
> &
  Pick<Payment, 'status' | 'snapshotAt'>

/**
 * Updates only if the status hasn't changed since it was read, so only one of two settlements wins. What `closing`
 * leaves out, or doesn't know, stays as it is.
 */
export function closePayment(tx: DurableTx, payment: Payment, closing: Closing): boolean {
  const { id, status: expectedStatus } = payment
  return closeStatement(tx).run({ ...UNKNOWN, ...closing, id, expectedStatus }).changes === 1
}

const UNKNOWN = {
  receivedCents: null,
  heldUntil: null,
  failure: null,
  cardBrand: null,
  cardLast4: null,
  cardFingerprint: null,
}

const orAsBefore = (name: keyof typeof UNKNOWN) => sql`coalesce(${sql.placeholder(name)}, ${payments[name]})`

const closeStatement = oncePerDatabase((db) =>
  db
    .update(payments)
    .set({
      status: sql`${sql.placeholder('status')}`,
      snapshotAt: sql`${sql.placeholder('snapshotAt')}`,
      receivedCents: orAsBefore('receivedCents'),
      heldUntil: orAsBefore('heldUntil'),
      failure: orAsBefore('failure'),
      cardBrand: orAsBefore('cardBrand'),
      cardLast4: orAsBefore('cardLast4'),
      cardFingerprint: orAsBefore('cardFingerprint'),
    })
    .where(
      and(eq(payments.id, sql.placeholder('id')), eq(payments.status, sql.placeholder('expectedStatus'))),
    )
    .prepare(),
)

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
