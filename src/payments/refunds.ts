import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import { type Order, partialRefunds, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import { orderById } from '../orders/orders.ts'
import { enterMoney } from './money.ts'
import { paymentById } from './payments.ts'

/** Somebody's money: tried for about two days before a person must do it by hand. */
const REFUND_ATTEMPTS = 60

/**
 * Sends late or wrong money back, whole. A job: repeated until it is done, with a key that makes the provider refund
 * once however often it is asked.
 */
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
      enterMoney(tx, order, 'refund', payment.receivedCents, refund.id, clock.now())
      tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id)).run()
    })
  },
)

/**
 * Writes down that a part of what was paid goes back, because a placed order came to cost less. Inside the transaction
 * that lowers its total, so that both happen or neither; a job sends it.
 */
export function owePart(tx: DurableTx, order: Order, amountCents: number, now: Instant) {
  const paid = tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.status, 'succeeded')))
    .get()
  if (!paid) throw new Error(`order ${order.id} has no payment to give a part of back`)
  const refund = tx
    .insert(partialRefunds)
    .values({ orderId: order.id, paymentId: paid.id, amountCents, createdAt: now })
    .returning()
    .get()
  enqueue(tx, refundPart, { refundId: refund.id }, { key: `refund_part:${refund.id}`, now })
}

/** Sends what `owePart` wrote down. A job: repeated until it is done, with a key that makes it one refund. */
export const refundPart = job(
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
    const sent = await stripe.refunds.create(
      { payment_intent: intentId, amount: refund.amountCents, metadata: { order_token: order.token } },
      { idempotencyKey: `refund:${order.token}:part-${refund.id}` },
    )
    await durably(db, (tx) => {
      enterMoney(tx, order, 'refund', refund.amountCents, sent.id, clock.now())
      tx.update(partialRefunds).set({ sentAt: clock.now() }).where(eq(partialRefunds.id, refund.id)).run()
    })
  },
)
