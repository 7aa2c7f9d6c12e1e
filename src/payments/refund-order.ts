import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Order, type Payment, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { endAgreementIn } from '../orders/agreement.ts'
import { type OrderChange, recordChange } from '../orders/changes.ts'
import { endRefunded } from '../orders/deliver-order.ts'
import { orderById } from '../orders/orders.ts'
import { isCanceled } from '../orders/states.ts'
import { isInCenter, stopBox } from '../orders/stop-box.ts'
import { endCards, keptForCards, loseCards, unspentCents } from '../pricing/bought-cards.ts'
import { returnAllGiftCents, spentGiftCents } from '../pricing/gift-cards.ts'
import { disputesOfPayment, takenCents } from './dispute-rows.ts'
import { recordMoney } from './money.ts'
import { keptPayments } from './payments.ts'
import { mailOrderRefunded } from './refund-mails.tsx'
import { unrefundedCents } from './refund-rows.ts'
import { oweRefund } from './refunds.ts'

export const BANK_DECIDES = 'Your bank is looking into this payment, so we have to wait for its decision.'

/** `backCents`: to the card and gift cards together. */
export type OrderRefund =
  | { ok: true; backCents: number }
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
  const shares = orderShares(tx, orderId)
  const { isDecided, lostCents, giftCents } = shares
  const goneCents = Math.max(0, keptForCards(tx, orderId) - shares.leftCents - lostCents)
  const cardCents = shares.cardCents + shares.unspentCents
  if (!isDecided) return { ok: false, code: 'bank_decides' }
  if (!isInCenter(order) && cardCents === 0 && giftCents === 0)
    return { ok: false, code: isCanceled(order.state) ? 'refunded_before' : 'nothing_left' }

  const isStopped = stopBox(tx, order, 'canceled', now)
  if (!isStopped) endDelivered(tx, order, now)
  const ended = orderById(tx, orderId)
  endCards(tx, orderId, lostCents, now)
  loseCards(tx, orderId, goneCents) // what the provider's dashboard had sent back before
  returnPayments(tx, orderId, cardCents, now)
  returnAllGiftCents(tx, ended, now)
  recordLoss(tx, ended, lostCents, now)
  if (isStopped) {
    const detail = { cardCents, giftCents, ...(shares.heldCents > 0 && { heldCents: shares.heldCents }) }
    recordChange(tx, ended, { kind: 'canceled', by, differenceCents: -cardCents - giftCents, detail }, now)
  }
  const { heldCents } = shares
  const facts = { orderId, cardCents, heldCents, giftCents, lostCents, isCanceled: isStopped }
  enqueue(tx, mailOrderRefunded, facts, { key: `mail_order_refunded:${order.token}`, now })
  return { ok: true, backCents: cardCents + giftCents }
}

/** The box has left, so its units stay taken. */
function endDelivered(tx: DurableTx, order: Order, now: Instant) {
  endRefunded(tx, order, now)
  endAgreementIn(tx, order, now)
}

type Shares = { isDecided: boolean; cardCents: number; lostCents: number }

/**
 * `leftCents`: of all that its payments brought. `cardCents`: of the box. `unspentCents`: what nobody spent of gift
 * cards bought with it, which the card gets too. `heldCents`: what banks only hold, of what goes back to the card.
 */
export type OrderShares = Shares & {
  leftCents: number
  giftCents: number
  unspentCents: number
  heldCents: number
}

/** What a refund of the whole order gives back now, of all its payments. */
export function orderShares(db: Db, orderId: number): OrderShares {
  const kept = keptPayments(db, orderId)
  const shares = kept.map((payment) => sharesOf(db, payment))
  const leftCents = shares.reduce((sum, { cardCents }) => sum + cardCents, 0)
  const held = shares.filter((_, index) => kept[index]?.heldUntil)
  const keptCents = keptForCards(db, orderId)
  return {
    isDecided: shares.every(({ isDecided }) => isDecided),
    leftCents,
    cardCents: Math.max(0, leftCents - keptCents),
    unspentCents: Math.min(unspentCents(db, orderId), leftCents),
    lostCents: shares.reduce((sum, { lostCents }) => sum + lostCents, 0),
    heldCents: held.reduce((sum, { cardCents }) => sum + cardCents, 0),
    giftCents: spentGiftCents(db, orderId),
  }
}

/** Of what nobody refunded yet: the bank's share and the card's. The provider doesn't refund what a bank has taken. */
export function sharesOf(db: Db, payment: Payment): Shares {
  const ours = disputesOfPayment(db, payment)
  const unrefunded = unrefundedCents(db, payment)
  const lostCents = Math.max(0, Math.min(takenCents(ours), unrefunded))
  const isDecided = !ours.some((dispute) => dispute.closedAt === null && takenCents([dispute]) > 0)
  return { isDecided, lostCents, cardCents: Math.max(0, unrefunded - lostCents) }
}

/** The newest first. The one that paid for a gift card that was spent keeps that money. */
function returnPayments(tx: DurableTx, orderId: number, amountCents: number, now: Instant) {
  let restCents = amountCents
  const keepsNothing = keptForCards(tx, orderId) === 0
  for (const payment of keptPayments(tx, orderId)) {
    const { cardCents } = sharesOf(tx, payment)
    const cents = Math.min(restCents, cardCents)
    restCents -= cents
    if (keepsNothing || cents === cardCents)
      tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, payment.id)).run()
    // 'staff': a person asked for it, shopper or staff.
    if (cents > 0) oweRefund(tx, payment, { cause: 'staff', amountCents: cents }, now)
  }
}

/** An order that has ended holds nothing anymore, also nothing that the bank took. */
function recordLoss(tx: DurableTx, order: Order, lostCents: number, now: Instant) {
  if (lostCents === 0 || !isCanceled(order.state)) return
  recordMoney(tx, order, 'dispute_lost', lostCents, `dispute_lost:${order.token}`, now)
}
