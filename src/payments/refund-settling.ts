import { and, asc, desc, eq, gte, isNull, type SQL } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import {
  type Order,
  type Payment,
  payments,
  REFUND_STATUSES,
  type Refund,
  refunds,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { closeFlag, flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import { formatCents } from '../money.ts'
import { endRefunded } from '../orders/deliver-order.ts'
import { orderById } from '../orders/orders.ts'
import { isCanceled } from '../orders/states.ts'
import { isInCenter, stopBox } from '../orders/stop-box.ts'
import { endCards, loseCards } from '../pricing/bought-cards.ts'
import { returnAllGiftCents, spentGiftCents } from '../pricing/gift-cards.ts'
import type { Services } from '../services.ts'
import { recordMoney } from './money.ts'
import { keptPayments, paymentByIntent } from './payments.ts'
import { fetchRefunds, type RefundSnapshot } from './provider-refunds.ts'
import { mailRefundFailed, mailRefundMade } from './refund-mails.tsx'
import { insertRefund, isFailed, isOwed, isUnsent, refundedCents, unrefundedCents } from './refund-rows.ts'
import { isFirstDelivery, type Webhook } from './webhook-events.ts'

/** Settles whatever the provider has refunded of a payment. Webhooks and `sendRefund` call it. */
export async function syncRefunds(services: Services, intentId: string, event?: Webhook): Promise<void> {
  const { db, stripe, clock, wallClock } = services
  const snapshots = await fetchRefunds(stripe, intentId)
  await durably(db, (tx) => {
    if (event && !isFirstDelivery(tx, event, wallClock.now())) return
    for (const snapshot of snapshots) settleRefund(tx, snapshot, clock.now())
  })
}

/**
 * The provider's answer, its webhooks and the reconciliation all end here, in any order. Money counts as refunded once
 * the provider has the refund, and as ours again if the refund fails.
 */
export function settleRefund(tx: DurableTx, snapshot: RefundSnapshot, now: Instant) {
  const payment = paymentByIntent(tx, snapshot.intentId)
  if (!payment) return // the provider's account also serves something else
  if (payment.heldUntil !== null || isRelease(payment, snapshot)) return noteRelease(tx, payment, snapshot)
  const order = orderById(tx, payment.orderId)
  const refund =
    knownRefund(tx, payment, snapshot) ??
    takeFromOwed(tx, payment, snapshot, now) ??
    addFromDashboard(tx, order, payment, snapshot, now)
  if (!isLater(snapshot.status, refund.status)) return

  const { id: providerId, amountCents, status, failure } = snapshot
  tx.update(refunds)
    .set({ providerId, amountCents, status, failure, updatedAt: now })
    .where(eq(refunds.id, refund.id))
    .run()
  recordMoney(tx, order, 'refund', amountCents, providerId, now)
  if (refund.cause === 'dashboard') closeIfRefunded(tx, order, payment, now)
  if (status !== 'failed') return
  recordMoney(tx, order, 'refund_failed', amountCents, `${providerId}:failed`, now)
  flagFailure(tx, refund, failure ?? 'no reason given', now)
  enqueue(tx, mailRefundFailed, { refundId: refund.id }, { key: `mail_refund_failed:${refund.id}`, now })
}

/** What the bank releases shows as one refund of its own, which is booked when the hold ends (held-money.ts). */
function isRelease(payment: Payment, { id, refundId, amountCents }: RefundSnapshot): boolean {
  const { captureCents, releaseRefundId, receivedCents } = payment
  if (releaseRefundId !== null) return id === releaseRefundId
  const isOurs = refundId !== null || !id.startsWith('re_')
  return !isOurs && captureCents !== null && amountCents === receivedCents - captureCents
}

function noteRelease(tx: DurableTx, { id, heldUntil }: Payment, { id: releaseRefundId }: RefundSnapshot) {
  if (heldUntil === null) tx.update(payments).set({ releaseRefundId }).where(eq(payments.id, id)).run()
}

/** A webhook may bring old news late, so a refund's life only moves forward. */
const isLater = (next: Refund['status'], current: Refund['status']) =>
  REFUND_STATUSES.indexOf(next) > REFUND_STATUSES.indexOf(current)

/** The metadata finds a refund whose answer we never got. */
function knownRefund(db: Db, payment: Payment, { id, refundId }: RefundSnapshot): Refund | undefined {
  const known = db.select().from(refunds).where(eq(refunds.providerId, id)).get()
  if (known || refundId === null) return known
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, refundId), eq(refunds.paymentId, payment.id), isNull(refunds.providerId)))
    .get()
}

/** Someone sent in the dashboard what we owe, or a part of it. The rest stays owed, and all of it if that fails too. */
function takeFromOwed(tx: DurableTx, payment: Payment, { amountCents }: RefundSnapshot, now: Instant) {
  const owed = tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), isOwed, gte(refunds.amountCents, amountCents)))
    .orderBy(asc(refunds.id))
    .get()
  if (!owed) return undefined
  if (owed.amountCents > amountCents) lower(tx, owed, amountCents)
  else if (owed.status === 'failed') closeOwed(tx, owed, 'retried', now)
  else return owed
  return insertRefund(tx, payment, { cause: owed.cause, amountCents, status: 'asked' }, now)
}

const lower = (tx: DurableTx, { id, amountCents }: Refund, byCents: number) =>
  tx
    .update(refunds)
    .set({ amountCents: amountCents - byCents })
    .where(eq(refunds.id, id))
    .run()

function closeOwed(tx: DurableTx, refund: Refund, resolution: 'retried' | 'covered', now: Instant) {
  const closed = { status: 'failed', resolution, updatedAt: now } as const
  tx.update(refunds).set(closed).where(eq(refunds.id, refund.id)).run()
  closeFlag(tx, failureKey(refund, refund.updatedAt), "It was sent again in the provider's dashboard.", now)
}

function addFromDashboard(
  tx: DurableTx,
  order: Order,
  payment: Payment,
  { amountCents, status }: RefundSnapshot,
  now: Instant,
): Refund {
  const goodwillCents = coverOwed(tx, payment, amountCents, now)
  const refund = insertRefund(tx, payment, { cause: 'dashboard', amountCents, status: 'asked' }, now)
  // All that an order keeps once it has ended is what was spent of its gift cards. After its refund, whose time counts.
  if (isCanceled(order.state)) loseCards(tx, order.id, goodwillCents)
  if (status !== 'failed' && order.placedAt !== null)
    enqueue(tx, mailRefundMade, { refundId: refund.id }, { key: `mail_refund_made:${refund.id}`, now })
  return refund
}

/**
 * A refund larger than what is owed at once sends those that failed again first, oldest first. The rest is a goodwill,
 * as far as the payment has so much left that isn't owed; beyond that it sends what hasn't been sent yet.
 * @returns the goodwill in cents
 */
function coverOwed(tx: DurableTx, payment: Payment, amountCents: number, now: Instant): number {
  const unowedCents = unrefundedCents(tx, payment)
  const leftCents = cover(tx, payment, isFailed, amountCents, now)
  cover(tx, payment, isUnsent, leftCents - unowedCents, now)
  return Math.max(0, Math.min(leftCents, unowedCents))
}

/** @returns the cents that no such refund was owed for */
function cover(tx: DurableTx, payment: Payment, which: SQL | undefined, amountCents: number, now: Instant) {
  const owed = tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), which))
    .orderBy(desc(refunds.status), asc(refunds.id)) // one that was asked for may have been made
    .all()
  let left = amountCents
  for (const refund of owed) {
    const covered = Math.min(left, refund.amountCents)
    if (covered <= 0) break
    left -= covered
    coverPart(tx, payment, refund, covered, now)
  }
  return left
}

function coverPart(tx: DurableTx, payment: Payment, refund: Refund, cents: number, now: Instant) {
  const { cause, amountCents, failure } = refund
  const resolution = cause === 'dashboard' ? 'retried' : 'covered'
  if (cents === amountCents) return closeOwed(tx, refund, resolution, now)
  lower(tx, refund, cents)
  insertRefund(tx, payment, { cause, amountCents: cents, status: 'failed', failure, resolution }, now)
}

/** A box in a wave may be packed or gone: whether it can still be stopped is for a person to say. */
function closeIfRefunded(tx: DurableTx, order: Order, payment: Payment, now: Instant) {
  if (payment.status !== 'succeeded' || refundedCents(tx, payment) < payment.receivedCents) return
  tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id)).run()
  const others = keptPayments(tx, order.id)
  if (others.length > 0) return flagUnderpaid(tx, order, payment, others, now)
  endCards(tx, order.id, payment.receivedCents, now)
  const isStopped = order.state !== 'in_wave' && stopBox(tx, order, 'refunded', now)
  if (isStopped) returnAllGiftCents(tx, orderById(tx, order.id), now)
  else endRefunded(tx, order, now)
  const detail = `The whole order was refunded in the provider's dashboard while it was ${order.state}.`
  const kind = 'refunded_in_dashboard'
  flagForStaff(tx, { kind, key: `${kind}:${order.token}`, orderId: order.id, detail, now })
}

/** An extra payment alone rarely pays for a box, so a person decides before it ships. */
function flagUnderpaid(tx: DurableTx, order: Order, payment: Payment, others: Payment[], now: Instant) {
  if (!isInCenter(order)) return
  const byCard = others.reduce((sum, other) => sum + Math.max(0, unrefundedCents(tx, other)), 0)
  const leftCents = byCard + spentGiftCents(tx, order.id)
  const detail = `A payment of ${formatCents(payment.receivedCents)} was refunded in the provider's dashboard. Only ${formatCents(leftCents)} still pays for this box, and it ships.`
  const kind = 'refunded_in_dashboard'
  flagForStaff(tx, { kind, key: `${kind}:${order.token}:${payment.id}`, orderId: order.id, detail, now })
}

const failureKey = ({ id }: Refund, failedAt: Instant) => `refund_failed:${id}:${failedAt}`

/** Each failure is a matter of its own, because a person can have a refund tried again. */
export function flagFailure(tx: DurableTx, refund: Refund, failure: string, now: Instant) {
  const { id: subjectId, orderId, amountCents } = refund
  const detail = `A refund of ${formatCents(amountCents)} failed: ${failure}.`
  const key = failureKey(refund, now)
  flagForStaff(tx, { kind: 'refund_failed', key, orderId, subjectId, detail, now })
}
