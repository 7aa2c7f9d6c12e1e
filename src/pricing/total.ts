/** The rules of PRC-1 and PRC-2 as one pure function: cart, checkout, charge, receipt and export all ask it. */

export const ORDER_MINIMUM_CENTS = 4_900
export const FREE_SHIPPING_CENTS = 14_900
export const MEMBER_FREE_SHIPPING_CENTS = 9_900

export type PricedItem = { offerId: number; quantity: number; priceCents: number }

export type PromotionTerms =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; amountCents: number }
  | { kind: 'free_item'; offerId: number }
  | { kind: 'free_shipping' }

export type PriceFacts = {
  items: PricedItem[]
  promotion: PromotionTerms | null
  /** What a redeemed reward takes off. */
  rewardsCents: number
  member: boolean
  /** The rate for the address, before anything makes it free; null while there is no address. */
  shippingCents: number | null
  /** Millionths of the price, for the state of the address; null while there is no address. */
  tax: { groceryRatePpm: number; taxesShipping: boolean } | null
  /** What is left on the gift cards entered. */
  giftBalanceCents: number
}

export type Totals = {
  itemsCents: number
  promotionsCents: number
  rewardsCents: number
  shippingCents: number
  taxCents: number
  giftCents: number
  totalCents: number
}

export function priceOrder(facts: PriceFacts): Totals {
  const itemsCents = sumItems(facts.items)
  const promotionsCents = promotionCents(facts.promotion, facts.items, itemsCents)
  const rewardsCents = Math.min(facts.rewardsCents, itemsCents - promotionsCents)
  const shippingCents = shipsFree(facts, itemsCents) ? 0 : (facts.shippingCents ?? 0)
  const goodsCents = itemsCents - promotionsCents - rewardsCents
  const taxCents = salesTax(facts.tax, goodsCents, shippingCents)
  const dueCents = goodsCents + shippingCents + taxCents
  const giftCents = giftShare(facts.giftBalanceCents, dueCents)
  return {
    itemsCents,
    promotionsCents,
    rewardsCents,
    shippingCents,
    taxCents,
    giftCents,
    totalCents: dueCents - giftCents,
  }
}

export const sumItems = (items: PricedItem[]) =>
  items.reduce((sum, item) => sum + item.priceCents * item.quantity, 0)

/** From where on delivery costs nothing, by items before any promotion. */
export const freeShippingFrom = (member: boolean) =>
  member ? MEMBER_FREE_SHIPPING_CENTS : FREE_SHIPPING_CENTS

/** By the size of the box, or by its promotion. */
export const shipsFree = ({ items, promotion, member }: PriceFacts, itemsCents = sumItems(items)) =>
  itemsCents === 0 || promotion?.kind === 'free_shipping' || itemsCents >= freeShippingFrom(member)

/** What a promotion takes off the items: never more than they cost. */
function promotionCents(promotion: PromotionTerms | null, items: PricedItem[], itemsCents: number): number {
  switch (promotion?.kind) {
    case 'percent':
      return Math.min(itemsCents, divideHalfUp(itemsCents * Math.round(promotion.percent * 100), 10_000))
    case 'amount':
      return Math.min(itemsCents, promotion.amountCents)
    case 'free_item':
      return items.find((item) => item.offerId === promotion.offerId)?.priceCents ?? 0
    default:
      return 0
  }
}

/** No card can be charged less (Stripe's minimum for dollars): then the gift card pays a few cents less instead. */
const SMALLEST_CHARGE_CENTS = 50

function giftShare(balanceCents: number, dueCents: number): number {
  const restCents = dueCents - balanceCents
  if (restCents <= 0) return dueCents
  return restCents >= SMALLEST_CHARGE_CENTS ? balanceCents : Math.max(0, dueCents - SMALLEST_CHARGE_CENTS)
}

/** Rounded once an order, halves up (GND-1). */
export function salesTax(tax: PriceFacts['tax'], goodsCents: number, shippingCents: number): number {
  if (!tax) return 0
  const taxedCents = goodsCents + (tax.taxesShipping ? shippingCents : 0)
  return divideHalfUp(taxedCents * tax.groceryRatePpm, 1_000_000)
}

/** Whole numbers only, so nothing is lost to binary fractions. */
const divideHalfUp = (amount: number, by: number) => Math.floor((2 * amount + by) / (2 * by))
