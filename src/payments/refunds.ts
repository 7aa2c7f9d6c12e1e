import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import { type Order, partialRefunds, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import { orderById } from '../orders/orders.ts'
import { recordMoney } from './money.ts'
import { paymentById } from './payments.ts'

/** Tried for about two days. After that a person must refund by hand. */
const REFUND_ATTEMPTS = 60

/** Refunds a late or mismatched payment in full. The key makes the provider refund once, whatever the retries. */
export const refundPayment = job(
  'refund_payment',
  z.object({ paymentId: z.number() }),
  { attempts: REFUND_ATTEMPTS },
  async (services, { paymentId }) => {
    const { db, stripe, clock } = services
    const payment = paymentById(db, paymentId)
    if (payment.status !== 'refunding' || payment.intentId === null) return
    const order = orderById(db, payment.orderId)
    const refund = await stripe.refunds.create(
      { payment_intent: payment.intentId, metadata: { order_token: order.token } },
      { idempotencyKey: `refund:${order.token}:${payment.attempt}` },
    )
    await durably(db, (tx) => {
      recordMoney(tx, order, 'refund', payment.receivedCents, refund.id, clock.now())
      tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id)).run()
    })
  },
)

/** Call it in the transaction that lowers the order's total, so that both happen or neither. */
export function owePartialRefund(tx: DurableTx, order: Order, amountCents: number, now: Instant) {
  const paid = tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.status, 'succeeded')))
    .get()
  if (!paid) throw new Error(`order ${order.id} has no payment to refund a part of`)
  const refund = tx
    .insert(partialRefunds)
    .values({ orderId: order.id, paymentId: paid.id, amountCents, createdAt: now })
    .returning()
    .get()
  enqueue(tx, sendPartialRefund, { refundId: refund.id }, { key: `refund_part:${refund.id}`, now })
}

/** Retries within the lifetime of the provider's idempotency key make one refund. */
export const sendPartialRefund = job(
  'refund_part',
  z.object({ refundId: z.number() }),
  { attempts: REFUND_ATTEMPTS },
  async (services, { refundId }) => {
    const { db, stripe, clock } = services
    const refund = db.select().from(partialRefunds).where(eq(partialRefunds.id, refundId)).get()
    if (!refund) throw new Error(`refund ${refundId} is gone`)
    if (refund.sentAt !== null) return
    const { intentId } = paymentById(db, refund.paymentId)
    if (intentId === null) throw new Error(`payment ${refund.paymentId} has no intent`)
    const order = orderById(db, refund.orderId)
    const providerRefund = await stripe.refunds.create(
      { payment_intent: intentId, amount: refund.amountCents, metadata: { order_token: order.token } },
      { idempotencyKey: `refund:${order.token}:part-${refund.id}` },
    )
    await durably(db, (tx) => {
      recordMoney(tx, order, 'refund', refund.amountCents, providerRefund.id, clock.now())
      tx.update(partialRefunds).set({ sentAt: clock.now() }).where(eq(partialRefunds.id, refund.id)).run()
    })
  },
)
