import { divideHalfUp, type GoodsTotals } from './total.ts'

export type ReducedTotals = GoodsTotals & {
  /** The price of the whole order, before gift cards. */
  dueCents: number
}

/**
 * The price of a placed order once its items cost less: packs that weigh less, or that weren't on the shelf. Discounts
 * and tax shrink in proportion; shipping stays, and so do thresholds that the order once reached.
 */
export function reducedTotals(paid: GoodsTotals, itemsCents: number, taxesShipping: boolean): ReducedTotals {
  const { shippingCents } = paid
  // Rounded together, so that the goods never cost more than before.
  const discountsCents = shareOf(paid.promotionsCents + paid.rewardsCents, itemsCents, paid.itemsCents)
  const promotionsCents = Math.min(discountsCents, shareOf(paid.promotionsCents, itemsCents, paid.itemsCents))
  const taxedShippingCents = taxesShipping ? shippingCents : 0
  const paidGoodsCents = paid.itemsCents - paid.promotionsCents - paid.rewardsCents
  const goodsCents = itemsCents - discountsCents
  const taxCents = shareOf(
    paid.taxCents,
    goodsCents + taxedShippingCents,
    paidGoodsCents + taxedShippingCents,
  )
  return {
    itemsCents,
    promotionsCents,
    rewardsCents: discountsCents - promotionsCents,
    shippingCents,
    taxCents,
    dueCents: goodsCents + shippingCents + taxCents,
  }
}

const shareOf = (cents: number, part: number, whole: number) =>
  whole === 0 ? 0 : divideHalfUp(cents * part, whole)
