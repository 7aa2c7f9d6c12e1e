import { and, eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type Order, type Payment, type Refund, refunds } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { isAllOwed, takeHeld } from './held-money.ts'
import { keptPayments, paymentById } from './payments.ts'
import { createRefund } from './provider-refunds.ts'
import { enqueueRefund, SEND_REFUND } from './refund-job.ts'
import {
  insertRefund,
  isUnsent,
  refundById,
  refundedCents,
  returnableCents,
  unrefundedCents,
} from './refund-rows.ts'
import { flagFailure, settleRefund, syncRefunds } from './refund-settling.ts'

/** Call it in the transaction that refuses the payment or lowers the order's total, so that both happen or neither. */
export function oweRefund(
  tx: DurableTx,
  payment: Payment,
  { cause, amountCents }: Pick<Refund, 'cause' | 'amountCents'>,
  now: Instant,
): Refund {
  const refund = insertRefund(tx, payment, { cause, amountCents, status: 'owed' }, now)
  enqueueRefund(tx, refund, now)
  return refund
}

/** Of all payments of an order together. */
export const refundableCents = (db: Db, orderId: number): number =>
  keptPayments(db, orderId).reduce((sum, payment) => sum + Math.max(0, unrefundedCents(db, payment)), 0)

type Part = { payment: Payment; cents: number }

/** The newest payment first, each as far as `leftOf` allows. */
export function partsOf(kept: Payment[], amountCents: number, leftOf: (payment: Payment) => number): Part[] {
  let restCents = amountCents
  return kept.flatMap((payment) => {
    const cents = Math.max(0, Math.min(restCents, leftOf(payment)))
    restCents -= cents
    return cents > 0 ? [{ payment, cents }] : []
  })
}

/** Banks are only holding it, so it won't be charged. */
const heldIn = (parts: Part[]): number =>
  parts.reduce((sum, { payment, cents }) => sum + (payment.heldUntil === null ? 0 : cents), 0)

/** The held part of what would go back to the cards. */
export const heldOfReturn = (db: Db, orderId: number, cardCents: number): number =>
  heldIn(partsOf(keptPayments(db, orderId), cardCents, (payment) => returnableCents(db, payment)))

/** @returns the held part, in cents */
export function oweParts(tx: DurableTx, parts: Part[], cause: Refund['cause'], now: Instant): number {
  for (const { payment, cents } of parts) oweRefund(tx, payment, { cause, amountCents: cents }, now)
  return heldIn(parts)
}

/**
 * For an order that costs less now. What no lost dispute took goes first; a refund of the rest fails, and staff decide.
 * @returns the held part, in cents
 * @throws when its payments have less left than that
 */
export function owePriceDifference(tx: DurableTx, order: Order, amountCents: number, now: Instant): number {
  let [restCents, heldCents] = [amountCents, 0]
  for (const leftOf of [returnableCents, unrefundedCents]) {
    const parts = partsOf(keptPayments(tx, order.id), restCents, (payment) => leftOf(tx, payment))
    heldCents += oweParts(tx, parts, 'price_lowered', now)
    restCents -= parts.reduce((sum, { cents }) => sum + cents, 0)
  }
  if (restCents > 0) throw new Error(`order ${order.id} has no payment left to refund ${restCents} cents of`)
  return heldCents
}

/**
 * Looks before it creates: the provider forgets idempotency keys after a day, and a restored backup may not know what
 * was sent. Of held money, we capture that much less instead.
 */
export const sendRefund = job(
  SEND_REFUND.kind,
  SEND_REFUND.schema,
  SEND_REFUND.lane,
  async (services, { refundId }) => {
    const { db, stripe, clock } = services
    const payment = paymentById(db, refundById(db, refundId).paymentId)
    const { orderId, intentId } = payment
    if (payment.heldUntil !== null) return isAllOwed(db, payment) ? takeHeld(services, payment.id) : undefined
    if (intentId === null) throw new Error(`refund ${refundId} is of a payment without an intent`)
    await syncRefunds(services, intentId)
    const refund = await markAsked(db, refundId, clock.now())
    if (!refund) return
    const answer = await createRefund(stripe, intentId, orderById(db, orderId), refund)
    if ('refused' in answer) return giveUp(services, refund, intentId, answer.refused)
    await durably(db, (tx) => settleRefund(tx, answer, clock.now()))
  },
)

/** Committed before the provider is called. Undefined if the refund was made in the meantime. */
function markAsked(db: Db, refundId: number, now: Instant): Promise<Refund | undefined> {
  return durably(db, (tx) =>
    tx
      .update(refunds)
      .set({ status: 'asked', updatedAt: now })
      .where(and(eq(refunds.id, refundId), isUnsent))
      .returning()
      .get(),
  )
}

/** The provider refuses for good, for example because of a dispute. If nothing is left to refund, it was made elsewhere. */
async function giveUp(services: Services, { id }: Refund, intentId: string, failure: string) {
  const { db, clock } = services
  await syncRefunds(services, intentId)
  await durably(db, (tx) => {
    const payment = paymentById(tx, refundById(tx, id).paymentId)
    const isCovered = refundedCents(tx, payment) >= payment.receivedCents
    const resolution = isCovered ? ('covered' as const) : null
    const refund = tx
      .update(refunds)
      .set({ status: 'failed', failure, resolution, updatedAt: clock.now() })
      .where(and(eq(refunds.id, id), isUnsent))
      .returning()
      .get()
    if (refund && !isCovered) flagFailure(tx, refund, failure, clock.now())
  })
}
