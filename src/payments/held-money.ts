import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type Payment, payments, type Refund, refunds } from '#db/schema/index.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import { formatCents } from '../money.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { recordMoney } from './money.ts'
import { paymentById } from './payments.ts'
import { cancelIntent, isFinished, isMissing, retrieveIntent } from './provider.ts'
import { fetchRefunds, type RefundSnapshot } from './provider-refunds.ts'
import { enqueueRefund } from './refund-job.ts'
import { unrefundedCents } from './refund-rows.ts'
import { settleRefund } from './refund-settling.ts'

/*
 * A member's box with cuts sold by weight (CWT-2): at its charge the bank only holds the most it can cost, and we take
 * what it weighs once it is packed. Our books count held money as charged. A refund owed before that is never sent: we
 * capture that much less, and the bank releases the rest.
 */

/** The provider's minimum charge. */
const MIN_CENTS = 50

/** A box that nobody has packed by then is charged in full, and what it weighs less is refunded. */
const TAKEN_BEFORE_MS = DAY_MS

export const captureHeld = job(
  'capture_held',
  z.object({ paymentId: z.number() }),
  LANES.payment,
  (services, { paymentId }) => takeHeld(services, paymentId),
)

/** Called when boxes are packed. */
export function takeHeldOf(tx: DurableTx, orderIds: number[], now: Instant) {
  const isOfThese = and(isNotNull(payments.heldUntil), inArray(payments.orderId, orderIds))
  enqueueCaptures(tx, tx.select().from(payments).where(isOfThese).all(), now)
}

/** Runs every minute, to capture before a bank releases the money. */
export function takeEndingHolds({ db, clock, wallClock }: Services) {
  const isEnding = lte(payments.heldUntil, wallClock.now() + TAKEN_BEFORE_MS)
  const ending = () =>
    db
      .select()
      .from(payments)
      .where(and(isNotNull(payments.heldUntil), isEnding))
      .all()
  if (ending().length === 0) return
  const occasion = `:${Math.floor(wallClock.now() / HOUR_MS)}`
  return durably(db, (tx) => enqueueCaptures(tx, ending(), clock.now(), occasion))
}

/** @param occasion another key, because a capture that was given up must be tried again */
export function enqueueCaptures(tx: DurableTx, held: Pick<Payment, 'id'>[], now: Instant, occasion = '') {
  for (const { id } of held)
    enqueue(tx, captureHeld, { paymentId: id }, { key: `capture_held:${id}${occasion}`, now })
}

/** Releases the hold at once, because nothing of the payment is kept. */
export const isAllOwed = (db: Db, payment: Payment): boolean => unrefundedCents(db, payment) <= 0

/** Captures what isn't owed back, or releases everything. Idempotent. */
export async function takeHeld(services: Services, paymentId: number) {
  const { db, stripe, clock } = services
  const begun = await durably(db, (tx) => beginCapture(tx, paymentId, clock.now()))
  if (!begun) return
  const { intentId, captureCents } = begun
  const takenCents =
    captureCents > 0 ? await capture(stripe, begun) : (await cancelIntent(stripe, intentId)).receivedCents
  const provided = await fetchRefunds(stripe, intentId)
  await durably(db, (tx) => settleHeld(tx, paymentId, takenCents, provided, clock.now()))
}

type Begun = Payment & { intentId: string; captureCents: number }

/** Commits the amount, and with it which refunds it leaves out. Null if the hold has ended. */
function beginCapture(tx: DurableTx, paymentId: number, now: Instant): Begun | null {
  const payment = paymentById(tx, paymentId)
  const { heldUntil, intentId, receivedCents } = payment
  if (heldUntil === null || intentId === null) return null
  if (payment.captureCents !== null) return { ...payment, intentId, captureCents: payment.captureCents }
  const keptCents = Math.max(0, unrefundedCents(tx, payment))
  const isTooLittle = keptCents > 0 && keptCents < MIN_CENTS
  const captureCents = isTooLittle ? receivedCents : keptCents
  tx.update(payments).set({ captureCents }).where(eq(payments.id, paymentId)).run()
  if (!isTooLittle)
    tx.update(refunds)
      .set({ status: 'asked', updatedAt: now })
      .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, 'owed')))
      .run()
  return { ...payment, intentId, captureCents }
}

/** @returns what was captured; 0 if the bank had released it */
async function capture(stripe: Stripe, { id, intentId, captureCents }: Begun): Promise<number> {
  try {
    const options = { idempotencyKey: `capture:${intentId}:${id}` }
    const intent = await stripe.paymentIntents.capture(intentId, { amount_to_capture: captureCents }, options)
    return intent.amount_received
  } catch (error) {
    if (!isFinished(error) && !isMissing(error) && !isExpired(error)) throw error
    const intent = await retrieveIntent(stripe, intentId)
    if (intent && 'amount_received' in intent && intent.status !== 'requires_capture')
      return intent.amount_received
    throw error
  }
}

const isExpired = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'charge_expired_for_capture'

/** Books what was left out as refunded. What is owed beyond it is sent like any refund. */
function settleHeld(
  tx: DurableTx,
  paymentId: number,
  takenCents: number,
  provided: RefundSnapshot[],
  now: Instant,
) {
  const payment = paymentById(tx, paymentId)
  if (payment.heldUntil === null) return
  const releasedCents = payment.receivedCents - takenCents
  const release = provided.find(
    ({ refundId, amountCents }) => refundId === null && amountCents === releasedCents,
  )
  tx.update(payments)
    .set({ heldUntil: null, captureCents: takenCents, releaseRefundId: release?.id ?? null })
    .where(eq(payments.id, paymentId))
    .run()
  const leftOutCents = settleLeftOut(tx, payment, releasedCents, now)
  if (releasedCents > leftOutCents) settleLapsed(tx, payment, releasedCents - leftOutCents, now)
  for (const refund of refundsOf(tx, payment, 'owed')) enqueueRefund(tx, refund, now, ':taken')
}

/** Someone may have taken more in the provider's dashboard: what was not let go is owed like any refund. */
function settleLeftOut(tx: DurableTx, payment: Payment, releasedCents: number, now: Instant): number {
  let leftCents = releasedCents
  for (const refund of refundsOf(tx, payment, 'asked')) {
    const isLeftOut = refund.amountCents <= leftCents
    if (isLeftOut) leftCents -= refund.amountCents
    const status = isLeftOut ? 'succeeded' : 'owed'
    tx.update(refunds).set({ status, updatedAt: now }).where(eq(refunds.id, refund.id)).run()
    const { id, orderId, amountCents } = refund
    if (isLeftOut) recordMoney(tx, orderById(tx, orderId), 'refund', amountCents, `left_out:${id}`, now)
  }
  return releasedCents - leftCents
}

const refundsOf = (db: Db, { id }: Payment, status: Refund['status']): Refund[] =>
  db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), eq(refunds.status, status)))
    .all()

/** The bank let go of what we meant to take: for the books a refund that nobody asked for. */
function settleLapsed(tx: DurableTx, { id, orderId, intentId }: Payment, amountCents: number, now: Instant) {
  const lapsed = `lapsed:${id}`
  const news = { id: lapsed, intentId: intentId ?? '', refundId: null, amountCents, failure: null }
  settleRefund(tx, { ...news, status: 'succeeded' }, now)
  const detail = `The bank let go of ${formatCents(amountCents)} before we took it.`
  flagForStaff(tx, { kind: 'hold_lapsed', key: lapsed, orderId, detail, now })
}
