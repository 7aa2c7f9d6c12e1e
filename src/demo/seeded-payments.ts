import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orders, payments } from '#db/schema/index.ts'
import type { SeedPayment } from '../providers/payments/stand-in/known-payments.ts'

const INTENT = 'pi_demo_'

/** @param attempt of the order's payments */
export const demoIntent = (orderId: number, attempt: number) =>
  `${INTENT}${orderId}${attempt === 1 ? '' : `_${attempt}`}`

/** What the demo's boxes were paid with, so that the embedded provider can refund them like any other. */
export const seededPayment =
  (db: Db) =>
  (intentId: string): SeedPayment | null => {
    if (!intentId.startsWith(INTENT)) return null
    const row = db
      .select({ payment: payments, token: orders.token })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.intentId, intentId))
      .get()
    if (!row) return null
    const { receivedCents: amountCents, cardBrand, createdAt: paidAt } = row.payment
    const card = cardBrand === 'mastercard' ? 'pm_card_mastercard' : 'pm_card_visa'
    return { intentId, amountCents, card, paidAt, metadata: { order_token: row.token } }
  }
