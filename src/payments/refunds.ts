import { eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type Payment, payments } from '#db/schema/index.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { enterMoney } from './finalize.ts'

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
  await durably(db, () => {
    enterMoney(db, order, 'refund', payment.receivedCents, refund.id, clock.now())
    db.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id)).run()
  })
}

export function paymentById(db: Db, id: number): Payment {
  const payment = db.select().from(payments).where(eq(payments.id, id)).get()
  if (!payment) throw new Error(`payment ${id} is gone`)
  return payment
}
