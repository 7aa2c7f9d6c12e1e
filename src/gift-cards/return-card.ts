import type { DurableTx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { isTooLateToReturn, RETURN_DAYS } from '../orders/bought-card-facts.ts'
import { isBeingCharged } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { isCanceled, NEXT_STATES } from '../orders/states.ts'
import { BANK_DECIDES, orderShares } from '../payments/refund-order.ts'
import { owePriceDifference } from '../payments/refunds.ts'
import { boughtCardById, endCard, isHeldByOrder, issuedCardsOf } from '../pricing/bought-cards.ts'
import { mailCardReturned } from './mails.tsx'

type Refusal = 'spent' | 'ended' | 'too_late' | 'on_hold' | 'in_use'

export const RETURN_SENTENCES: Record<Refusal | 'returned', string> = {
  returned:
    'You gave the gift card back. Its code has ended, and your money is on its way to the card you paid with.',
  spent: "Some of this gift card has been spent, so it can't be given back.",
  ended: 'You gave this gift card back before.',
  too_late: `A gift card can be given back for ${RETURN_DAYS} days. Please email us if something went wrong.`,
  on_hold: BANK_DECIDES,
  in_use: 'An order is being paid with this gift card right now. Please try again in a few minutes.',
}

/** A card that nobody spent of ends, and what it cost goes back to the payment card. The box of its order stays. */
export function returnCard(
  tx: DurableTx,
  boughtId: number,
  now: Instant,
): { ok: true } | { ok: false; reason: Refusal } {
  const bought = boughtCardById(tx, boughtId)
  const card = bought && issuedCardsOf(tx, bought.orderId).find((each) => each.bought.id === boughtId)
  if (!bought || !card || bought.giftCardId === null || bought.endedAt !== null)
    return { ok: false, reason: 'ended' }
  const order = orderById(tx, bought.orderId)
  if (card.frozenAt !== null || order.state === 'review' || !orderShares(tx, order.id).isDecided)
    return { ok: false, reason: 'on_hold' }
  if (card.balanceCents !== bought.amountCents) return { ok: false, reason: 'spent' }
  if (isHeldByOrder(tx, bought.giftCardId, now) || isBeingCharged(order, now))
    return { ok: false, reason: 'in_use' }
  if (isTooLateToReturn(order, now)) return { ok: false, reason: 'too_late' }

  const { owedCents: cents } = lowerByCards(tx, order, endCard(tx, card, now), now)
  if (cents > 0)
    enqueue(tx, mailCardReturned, { boughtId, cents }, { key: `card_returned:${bought.token}`, now })
  return { ok: true }
}

/**
 * What was taken off its cards goes back to the payment card, as far as the provider hasn't sent it back before. With
 * nothing left, the order ends. @returns the order as it is then, and what goes back
 */
export function lowerByCards(
  tx: DurableTx,
  order: Order,
  cents: number,
  now: Instant,
): { order: Order; owedCents: number } {
  const lowered = advanceOrder(tx, order, {
    state: order.state,
    updatedAt: now,
    totalCents: (order.totalCents ?? 0) - cents,
    boughtCardsCents: (order.boughtCardsCents ?? 0) - cents,
  })
  const owedCents = Math.min(cents, orderShares(tx, order.id).leftCents)
  owePriceDifference(tx, lowered, owedCents, now)
  const isEmpty = order.shipOn === null && lowered.totalCents === 0
  const ends = isEmpty && !isCanceled(order.state) && NEXT_STATES[order.state].includes('refunded')
  return {
    order: ends ? advanceOrder(tx, lowered, { state: 'refunded', updatedAt: now }) : lowered,
    owedCents,
  }
}
