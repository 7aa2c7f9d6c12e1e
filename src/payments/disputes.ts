import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import {
  type Dispute,
  disputes,
  moneyMovements,
  type Order,
  type Payment,
  type StaffFlag,
} from '#db/schema/index.ts'
import { formatDay, type Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { closeFlag, flagForStaff, openFlagsOf } from '../flags/flags.ts'
import { isHoldingFlag } from '../flags/holding.ts'
import { enqueue } from '../jobs/queue.ts'
import { formatCents } from '../money.ts'
import { sendUnsentCards } from '../orders/issue-cards.ts'
import { orderById } from '../orders/orders.ts'
import { holdForReview } from '../orders/review.ts'
import { freezeCards } from '../pricing/bought-cards.ts'
import { disputesOf } from './dispute-rows.ts'
import { balanceOf, recordMoney } from './money.ts'
import { paymentByIntent } from './payments.ts'
import type { DisputeSnapshot, FraudWarning } from './provider-disputes.ts'
import { mailRefundMade } from './refund-mails.tsx'
import { oweRefund } from './refunds.ts'

const isClosed = (status: string) => ['won', 'lost', 'warning_closed', 'prevented'].includes(status)

/** May be called with any news in any order. A new dispute flags the order and keeps its box from shipping. */
export function settleDispute(tx: DurableTx, snapshot: DisputeSnapshot, now: Instant) {
  const payment = paymentByIntent(tx, snapshot.intentId)
  if (!payment) return // the provider's account also serves something else
  const order = orderById(tx, payment.orderId)
  for (const { id, cents } of snapshot.transfers) {
    const isNews = recordMoney(
      tx,
      order,
      cents < 0 ? 'dispute_withdrawn' : 'dispute_reinstated',
      Math.abs(cents),
      id,
      now,
    )
    if (isNews && cents > 0) returnRegained(tx, order, payment, { id, cents }, now)
  }
  const isNew = saveDispute(tx, payment, snapshot, now)
  if (isNew) flagDispute(tx, order, snapshot, now)
  if (isNew) holdForReview(tx, order, now)
  if (isNew) freezeCards(tx, order.id, now)
  if (isClosed(snapshot.status)) closeDisputeFlag(tx, order, snapshot, now)
  if (isClosed(snapshot.status)) thawCards(tx, order.id, now)
}

/** The bank gives back what it took of an order that was canceled since: nobody got a box for it, so it is the card's. */
function returnRegained(
  tx: DurableTx,
  order: Order,
  payment: Payment,
  { id, cents }: { id: string; cents: number },
  now: Instant,
) {
  const lost = tx
    .select({ cents: balanceOf('lost') })
    .from(moneyMovements)
    .where(eq(moneyMovements.orderId, order.id))
    .get()
  const amountCents = Math.min(cents, lost?.cents ?? 0)
  if (amountCents <= 0) return
  recordMoney(tx, order, 'dispute_regained', amountCents, `regained:${id}`, now)
  const { id: refundId } = oweRefund(tx, payment, { cause: 'staff', amountCents }, now)
  enqueue(tx, mailRefundMade, { refundId }, { key: `mail_refund_made:${refundId}`, now })
}

/** Gift cards that it bought pay again, unless a bank still decides about their money, or has taken it. */
export function thawCards(tx: DurableTx, orderId: number, now: Instant) {
  const isOurs = disputesOf(tx, orderId).every(
    ({ closedAt, status }) => closedAt !== null && status !== 'lost',
  )
  if (!isOurs) return
  freezeCards(tx, orderId, null)
  sendUnsentCards(tx, orderId, now)
}

/** A box that is still held would be forgotten without its flag. */
function closeDisputeFlag(tx: DurableTx, { id }: Order, snapshot: DisputeSnapshot, now: Instant) {
  const flag = openFlagsOf(tx, id).find(({ key }) => key === flagKey(snapshot))
  if (!flag || (isHoldingFlag(flag) && orderById(tx, id).state === 'review')) return
  closeFlag(tx, flag.key, `The dispute is closed: ${snapshot.status}.`, now)
}

const flagKey = ({ id }: { id: string }) => `dispute:${id}`

/** Whether the dispute of this flag is still undecided. */
export const isDisputeOpen = (db: Db, { key, orderId }: StaffFlag): boolean =>
  orderId !== null &&
  disputesOf(db, orderId).some(({ providerId: id, closedAt }) => flagKey({ id }) === key && closedAt === null)

function flagDispute(tx: DurableTx, order: Order, snapshot: DisputeSnapshot, now: Instant) {
  const { amountCents, reason, evidenceDueAt } = snapshot
  const due =
    evidenceDueAt === null ? '' : ` Evidence is due by ${formatDay(dayIn(SHOP_ZONE, evidenceDueAt), 'long')}.`
  flagForStaff(tx, {
    kind: 'dispute',
    key: flagKey(snapshot),
    orderId: order.id,
    detail: `${formatCents(amountCents)} disputed: ${reason}.${due}`,
    ...(evidenceDueAt !== null && { dueAt: evidenceDueAt }),
    now,
  })
}

/** @returns whether the dispute is new */
function saveDispute(tx: DurableTx, payment: Payment, snapshot: DisputeSnapshot, now: Instant): boolean {
  const known = tx.select().from(disputes).where(eq(disputes.providerId, snapshot.id)).get()
  const { id: providerId, amountCents, reason, status, evidenceDueAt, openedAt } = snapshot
  const facts = { amountCents, reason, status, evidenceDueAt, ...transferred(snapshot) }
  const closedAt = isClosed(status) ? (known?.closedAt ?? now) : null
  if (!known) {
    const links = { orderId: payment.orderId, paymentId: payment.id, providerId }
    tx.insert(disputes)
      .values({ ...links, ...facts, openedAt, closedAt })
      .run()
    return true
  }
  if (!isOlder(snapshot, known))
    tx.update(disputes)
      .set({ ...facts, closedAt })
      .where(eq(disputes.id, known.id))
      .run()
  return false
}

const transferred = ({ transfers }: DisputeSnapshot) => ({
  withdrawnCents: sum(transfers.map(({ cents }) => Math.max(0, -cents))),
  reinstatedCents: sum(transfers.map(({ cents }) => Math.max(0, cents))),
})

const sum = (all: number[]) => all.reduce((total, cents) => total + cents, 0)

/** Two requests may fetch a dispute and settle it in the other order. Only an appeal opens it again. */
function isOlder(snapshot: DisputeSnapshot, known: Dispute): boolean {
  const { withdrawnCents, reinstatedCents } = transferred(snapshot)
  const isReopened = known.closedAt !== null && !isClosed(snapshot.status)
  return (
    withdrawnCents + reinstatedCents < known.withdrawnCents + known.reinstatedCents ||
    (isReopened && !snapshot.status.startsWith('appeal_'))
  )
}

/** The card's network suspects fraud before its owner has complained. A full refund now avoids the dispute. */
export function settleFraudWarning(tx: DurableTx, warning: FraudWarning, now: Instant) {
  const payment = warning.actionable ? paymentByIntent(tx, warning.intentId) : null
  if (!payment) return
  const order = orderById(tx, payment.orderId)
  const detail = `The card's network suspects fraud: ${warning.fraudType}. A full refund now avoids a dispute.`
  const key = `fraud_warning:${warning.id}`
  const isNew = flagForStaff(tx, { kind: 'fraud_warning', key, orderId: order.id, detail, now })
  if (isNew) holdForReview(tx, order, now)
  if (isNew) freezeCards(tx, order.id, now)
}
