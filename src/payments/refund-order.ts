import { and, eq, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Order, type Payment, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { endAgreementIn } from '../orders/agreement.ts'
import { orderById } from '../orders/orders.ts'
import { isCanceled, NEXT_STATES } from '../orders/states.ts'
import { stopBox } from '../orders/stop-box.ts'
import { returnAllGiftCents, spentGiftCents } from '../pricing/gift-cards.ts'
import { disputesOf } from './disputes.ts'
import { recordMoney } from './money.ts'
import { mailOrderRefunded } from './refund-mails.tsx'
import { unrefundedCents } from './refund-rows.ts'
import { oweRefund } from './refunds.ts'

export type OrderRefund =
  | { ok: true }
  | { ok: false; code: 'not_placed' | 'refunded_before' | 'bank_decides' }

/**
 * Gives back all that an order still holds of its card and gift cards. A box that is still in the center doesn't ship,
 * and its units are for sale again. What a lost dispute took stays with the bank.
 */
export function refundOrder(tx: DurableTx, orderId: number, now: Instant): OrderRefund {
  const order = orderById(tx, orderId)
  if (order.placedAt === null) return { ok: false, code: 'not_placed' }
  const payment = keptPayment(tx, orderId)
  if (isCanceled(order.state) || (!payment && hasLeft(order) && spentGiftCents(tx, orderId) === 0))
    return { ok: false, code: 'refunded_before' }
  const { isDecided, lostCents } = disputeLosses(tx, orderId)
  if (!isDecided) return { ok: false, code: 'bank_decides' }

  const isStopped = stopBox(tx, order, 'canceled', now)
  if (!isStopped && NEXT_STATES[order.state].includes('refunded'))
    advanceOrder(tx, order, { state: 'refunded', updatedAt: now })
  endAgreementIn(tx, order, now)
  const ended = orderById(tx, orderId)
  const cardCents = payment ? returnPayment(tx, payment, lostCents, now) : 0
  const giftCents = returnAllGiftCents(tx, ended, now)
  recordLoss(tx, ended, lostCents, now)
  const facts = { orderId, cardCents, giftCents, isCanceled: isStopped }
  enqueue(tx, mailOrderRefunded, facts, { key: `mail_order_refunded:${order.token}`, now })
  return { ok: true }
}

const hasLeft = ({ state }: Order) => state === 'shipped' || state === 'delivered'

const keptPayment = (db: Db, orderId: number): Payment | undefined =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), sql`${payments.status} = 'succeeded'`))
    .get()

/** The provider refuses to refund what a bank has taken back, and whoever wins the dispute keeps it. */
function disputeLosses(db: Db, orderId: number): { isDecided: boolean; lostCents: number } {
  const all = disputesOf(db, orderId).map((dispute) => ({
    isOpen: dispute.closedAt === null,
    cents: dispute.withdrawnCents - dispute.reinstatedCents,
  }))
  return {
    isDecided: !all.some(({ isOpen, cents }) => isOpen && cents > 0),
    lostCents: all.reduce((sum, { cents }) => sum + cents, 0),
  }
}

/** @returns the cents that go back to the card */
function returnPayment(tx: DurableTx, payment: Payment, lostCents: number, now: Instant): number {
  const amountCents = Math.max(0, unrefundedCents(tx, payment) - lostCents)
  tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id)).run()
  if (amountCents > 0) oweRefund(tx, payment, { cause: 'staff', amountCents }, now)
  return amountCents
}

/** An order that has ended holds nothing anymore, also nothing that the bank took. */
function recordLoss(tx: DurableTx, order: Order, lostCents: number, now: Instant) {
  if (lostCents <= 0 || !isCanceled(order.state)) return
  recordMoney(tx, order, 'dispute_lost', lostCents, `dispute_lost:${order.token}`, now)
}
