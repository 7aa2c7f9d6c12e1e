import type { DurableTx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { taxOf } from '../pricing/facts.ts'
import { returnGiftCents } from '../pricing/gift-cards.ts'
import { paidCents } from '../pricing/placed-price.ts'
import { reducedTotals } from '../pricing/reduced-totals.ts'
import { keptPayment } from './payments.ts'
import { unrefundedCents } from './refund-rows.ts'
import { oweRefund } from './refunds.ts'

export type Lowered = { order: Order; cardCents: number; giftCents: number }

/** Takes cents off a placed order's items, with their share of discounts and tax. */
export function lowerItems(tx: DurableTx, order: Order, reductionCents: number, now: Instant): Lowered {
  const reduced = reducedTotals(
    paidTotals(order),
    Math.max(0, (order.itemsCents ?? 0) - reductionCents),
    taxOf(tx, order.deliveryState ?? '').taxesShipping,
  )
  return lowerPrice(tx, order, reduced, now)
}

/**
 * Gives a placed order lower totals and returns the difference: to the card as far as it paid, the rest to the gift
 * cards. The order's version changes with it.
 */
export function lowerPrice(
  tx: DurableTx,
  order: Order,
  { dueCents, ...totals }: Partial<PaidTotals> & { dueCents: number },
  now: Instant,
): Lowered {
  const returnedCents = paidCents(order) - dueCents
  const payment = keptPayment(tx, order.id)
  const refundableCents = payment ? unrefundedCents(tx, payment) : 0
  const cardCents = Math.max(0, Math.min(returnedCents, order.totalCents ?? 0, refundableCents))
  const giftCents = Math.min(returnedCents - cardCents, order.giftCents ?? 0)
  const lowered = advanceOrder(tx, order, {
    state: order.state,
    updatedAt: now,
    ...totals,
    totalCents: (order.totalCents ?? 0) - cardCents,
    giftCents: (order.giftCents ?? 0) - giftCents,
  })
  if (payment && cardCents > 0)
    oweRefund(tx, payment, { cause: 'price_lowered', amountCents: cardCents }, now)
  if (giftCents > 0) returnGiftCents(tx, lowered, giftCents, now)
  return { order: lowered, cardCents, giftCents }
}

type PaidTotals = ReturnType<typeof paidTotals>

const paidTotals = (order: Order) => ({
  itemsCents: order.itemsCents ?? 0,
  promotionsCents: order.promotionsCents ?? 0,
  rewardsCents: order.rewardsCents ?? 0,
  shippingCents: order.shippingCents ?? 0,
  taxCents: order.taxCents ?? 0,
})
