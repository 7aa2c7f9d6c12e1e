import { and, eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type Order, type Payment, partialRefunds, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { enterMoney } from './money.ts'

/**
 * Sends late or wrong money back, whole. A job: repeated until it is done, with a key that makes the provider refund
 * once however often it is asked.
 */
export async function refundPayment(services: Services, paymentId: number) {
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
}

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
  enqueue(tx, {
    kind: 'refund_part',
    key: `refund_part:${refund.id}`,
    payload: { refundId: refund.id },
    now,
  })
}

/** Sends what `owePart` wrote down. A job: repeated until it is done, with a key that makes it one refund. */
export async function refundPart(services: Services, refundId: number) {
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
}

export function paymentById(db: Db, id: number): Payment {
  const payment = db.select().from(payments).where(eq(payments.id, id)).get()
  if (!payment) throw new Error(`payment ${id} is gone`)
  return payment
}
