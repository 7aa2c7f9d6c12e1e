import type { Db, DurableTx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { returnGiftCents, spentGiftCents } from '../pricing/gift-cards.ts'
import { boxCardCents, paidCents, taxOfPlaced } from '../pricing/placed-price.ts'
import { reducedTotals } from '../pricing/reduced-totals.ts'
import { BANK_DECIDES, orderShares } from './refund-order.ts'
import { owePriceDifference, refundableCents } from './refunds.ts'

export type Lowered = {
  order: Order
  cardCents: number
  /** The part of `cardCents` that banks only held. */
  heldCents: number
  giftCents: number
}

/** Takes cents off a placed order's items, with their share of discounts and tax. */
export function lowerItems(tx: DurableTx, order: Order, reductionCents: number, now: Instant): Lowered {
  const reduced = reducedTotals(
    paidTotals(order),
    Math.max(0, (order.itemsCents ?? 0) - reductionCents),
    taxOfPlaced(tx, order).taxesShipping,
  )
  return lowerPrice(tx, order, reduced, now)
}

/**
 * Gives a placed order lower totals and returns the difference: to the cards as far as they paid, the newest
 * payment first, the rest to the gift cards. The order's version changes with it.
 */
export function lowerPrice(
  tx: DurableTx,
  order: Order,
  { dueCents, ...totals }: Partial<PaidTotals> & { dueCents: number },
  now: Instant,
): Lowered {
  const { cardCents, giftCents } = sharesOfReturn(tx, order, paidCents(order) - dueCents)
  const lowered = advanceOrder(tx, order, {
    state: order.state,
    updatedAt: now,
    ...totals,
    totalCents: (order.totalCents ?? 0) - cardCents,
    giftCents: (order.giftCents ?? 0) - giftCents,
  })
  const heldCents = cardCents > 0 ? owePriceDifference(tx, lowered, cardCents, now) : 0
  if (giftCents > 0) returnGiftCents(tx, lowered, giftCents, now)
  return { order: lowered, cardCents, heldCents, giftCents }
}

/** Never more than is left: of an order refunded in part, its price is more than what it still holds. */
export function sharesOfReturn(db: Db, order: Order, returnedCents: number) {
  const refundable = refundableCents(db, order.id) - (order.boughtCardsCents ?? 0)
  const cardCents = Math.max(0, Math.min(returnedCents, boxCardCents(order), refundable))
  return { cardCents, giftCents: Math.min(returnedCents - cardCents, spentGiftCents(db, order.id)) }
}

/** Why a placed order can't get that much cheaper now. The provider refunds nothing that a bank has taken. */
export function returnRefusal(
  db: Db,
  order: Order,
  cents: number,
  refundedInPart: string | null,
): string | null {
  if (cents <= 0) return null
  const { cardCents, giftCents } = sharesOfReturn(db, order, cents)
  const { isDecided, leftCents } = orderShares(db, order.id)
  if (cardCents > 0 && !isDecided) return BANK_DECIDES
  return cardCents > leftCents || cardCents + giftCents < cents ? refundedInPart : null
}

type PaidTotals = ReturnType<typeof paidTotals>

const paidTotals = (order: Order) => ({
  itemsCents: order.itemsCents ?? 0,
  promotionsCents: order.promotionsCents ?? 0,
  rewardsCents: order.rewardsCents ?? 0,
  shippingCents: order.shippingCents ?? 0,
  taxCents: order.taxCents ?? 0,
})
