import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Order, type Payment, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { endAgreementIn } from '../orders/agreement.ts'
import { type OrderChange, recordChange } from '../orders/changes.ts'
import { orderById } from '../orders/orders.ts'
import { isCanceled, NEXT_STATES } from '../orders/states.ts'
import { isInCenter, stopBox } from '../orders/stop-box.ts'
import { returnAllGiftCents, spentGiftCents } from '../pricing/gift-cards.ts'
import { disputesOf } from './disputes.ts'
import { recordMoney } from './money.ts'
import { keptPayments } from './payments.ts'
import { mailOrderRefunded } from './refund-mails.tsx'
import { unrefundedCents } from './refund-rows.ts'
import { oweRefund } from './refunds.ts'

export type OrderRefund =
  | { ok: true }
  | { ok: false; code: 'not_placed' | 'refunded_before' | 'nothing_left' | 'bank_decides' }

/**
 * Gives back all that an order still holds of its card and gift cards. A box that is still in the center doesn't ship,
 * and its units are for sale again. What a lost dispute took stays with the bank.
 */
export function refundOrder(
  tx: DurableTx,
  orderId: number,
  by: OrderChange['by'],
  now: Instant,
): OrderRefund {
  const order = orderById(tx, orderId)
  if (order.placedAt === null) return { ok: false, code: 'not_placed' }
  const { isDecided, cardCents, lostCents, giftCents } = orderShares(tx, orderId)
  if (!isDecided) return { ok: false, code: 'bank_decides' }
  if (!isInCenter(order) && cardCents === 0 && giftCents === 0)
    return { ok: false, code: isCanceled(order.state) ? 'refunded_before' : 'nothing_left' }

  const isStopped = stopBox(tx, order, 'canceled', now)
  if (!isStopped) endDelivered(tx, order, now)
  const ended = orderById(tx, orderId)
  for (const payment of keptPayments(tx, orderId))
    returnPayment(tx, payment, sharesOf(tx, payment).cardCents, now)
  returnAllGiftCents(tx, ended, now)
  recordLoss(tx, ended, lostCents, now)
  if (isStopped) {
    const detail = { cardCents, giftCents }
    recordChange(tx, ended, { kind: 'canceled', by, differenceCents: -cardCents - giftCents, detail }, now)
  }
  const facts = { orderId, cardCents, giftCents, isCanceled: isStopped }
  enqueue(tx, mailOrderRefunded, facts, { key: `mail_order_refunded:${order.token}`, now })
  return { ok: true }
}

/** The box has left, so its units stay taken. */
function endDelivered(tx: DurableTx, order: Order, now: Instant) {
  if (NEXT_STATES[order.state].includes('refunded'))
    advanceOrder(tx, order, { state: 'refunded', updatedAt: now })
  endAgreementIn(tx, order, now)
}

type Shares = { isDecided: boolean; cardCents: number; lostCents: number }

export type OrderShares = Shares & { giftCents: number }

/** What a refund of the whole order gives back now, of all its payments. */
export function orderShares(db: Db, orderId: number): OrderShares {
  const shares = keptPayments(db, orderId).map((payment) => sharesOf(db, payment))
  return {
    isDecided: shares.every(({ isDecided }) => isDecided),
    cardCents: shares.reduce((sum, { cardCents }) => sum + cardCents, 0),
    lostCents: shares.reduce((sum, { lostCents }) => sum + lostCents, 0),
    giftCents: spentGiftCents(db, orderId),
  }
}

/** Of what nobody refunded yet: the bank's share and the card's. The provider doesn't refund what a bank has taken. */
export function sharesOf(db: Db, payment: Payment): Shares {
  const ours = disputesOf(db, payment.orderId)
    .filter(({ paymentId }) => paymentId === payment.id)
    .map(({ closedAt, withdrawnCents, reinstatedCents }) => ({
      isOpen: closedAt === null,
      cents: withdrawnCents - reinstatedCents,
    }))
  const unrefunded = unrefundedCents(db, payment)
  const taken = ours.reduce((sum, { cents }) => sum + cents, 0)
  const lostCents = Math.max(0, Math.min(taken, unrefunded))
  const isDecided = !ours.some(({ isOpen, cents }) => isOpen && cents > 0)
  return { isDecided, lostCents, cardCents: Math.max(0, unrefunded - lostCents) }
}

function returnPayment(tx: DurableTx, payment: Payment, amountCents: number, now: Instant) {
  tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id)).run()
  if (amountCents > 0) oweRefund(tx, payment, { cause: 'staff', amountCents }, now)
}

/** An order that has ended holds nothing anymore, also nothing that the bank took. */
function recordLoss(tx: DurableTx, order: Order, lostCents: number, now: Instant) {
  if (lostCents === 0 || !isCanceled(order.state)) return
  recordMoney(tx, order, 'dispute_lost', lostCents, `dispute_lost:${order.token}`, now)
}
