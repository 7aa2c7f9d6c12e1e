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

export type LoweredItems = { order: Order; cardCents: number; giftCents: number }

/**
 * Takes cents off a placed order's items and returns what that changes, with its share of discounts and tax: to the
 * card as far as it paid, the rest to the gift cards. The order's totals and version change with it.
 */
export function lowerItems(tx: DurableTx, order: Order, reductionCents: number, now: Instant): LoweredItems {
  const { dueCents, ...totals } = reducedTotals(
    paidTotals(order),
    Math.max(0, (order.itemsCents ?? 0) - reductionCents),
    taxOf(tx, order.deliveryState ?? '').taxesShipping,
  )
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

const paidTotals = (order: Order) => ({
  itemsCents: order.itemsCents ?? 0,
  promotionsCents: order.promotionsCents ?? 0,
  rewardsCents: order.rewardsCents ?? 0,
  shippingCents: order.shippingCents ?? 0,
  taxCents: order.taxCents ?? 0,
})
