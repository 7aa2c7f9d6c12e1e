/**
 * The price of an order as one pure function (PRC-1, PRC-2). Cart, checkout, charge, receipt and export all use it.
 * Every amount is a whole number of US cents. In this order:
 *
 * 1. Items: price times quantity; a bundle is its fixed price. The order minimum and the free-shipping thresholds count this sum, nothing else.
 * 2. The promotion comes off the items. It never takes off more than they cost.
 * 3. The reward comes off what is left of the items. It never takes off more than that.
 * 4. Shipping is the standard rate for the address, plus a surcharge for an expedited day. The standard part is 0 when
 *    the items reach the threshold or the promotion grants free shipping; the surcharge always applies.
 * 5. Sales tax applies to the items after promotion and reward, and to shipping in the states that tax it. It is
 *    rounded once per order, half up (GND-1).
 * 6. Gift cards pay toward the sum of all that, then store credit. They leave the card nothing, or at least Stripe's
 *    minimum charge. A smaller sum that they can't cover is on us, as a discount.
 * 7. Gift cards that the order buys come on top: no discount, delivery, tax or balance touches them. The total is what
 *    remains for the card.
 */

import type { ShippingRate } from '../delivery/shipping-rates.ts'
import type { OrderTerms } from '../shop-settings/terms.ts'

/** `bundledQuantity` of its units came with bundles and cost `bundledCents` together; the others `priceCents` each. */
export type PricedItem = {
  offerId: number
  quantity: number
  priceCents: number
  bundledQuantity?: number
  bundledCents?: number
}

export type PromotionTerms =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; amountCents: number }
  | { kind: 'free_item'; offerId: number }
  | { kind: 'free_shipping' }

export type PriceFacts = {
  items: PricedItem[]
  promotion: PromotionTerms | null
  rewardsCents: number
  member: boolean
  /** The minimum and the thresholds that this order was promised. */
  terms: OrderTerms
  /** The rate for the address, before anything makes it free, with no surcharge on a standard day; null without one. */
  shipping: ShippingRate | null
  /** The rate of the address's state, in parts per million; null while there is no address. */
  tax: { groceryRatePpm: number; taxesShipping: boolean } | null
  giftBalanceCents: number
  /** The part of `giftBalanceCents` that is the account's store credit. It is used last. */
  storeCreditCents: number
  boughtCardsCents: number
}

export type Totals = {
  itemsCents: number
  promotionsCents: number
  rewardsCents: number
  shippingCents: number
  taxCents: number
  giftCents: number
  /** The part of `giftCents` that store credit pays. */
  creditCents: number
  /** What gift cards bought with the order cost. */
  boughtCardsCents: number
  totalCents: number
}

/** What a placed box costs, before gift cards and store credit. */
export type GoodsTotals = Omit<Totals, 'giftCents' | 'creditCents' | 'boughtCardsCents' | 'totalCents'>

export function priceOrder(facts: PriceFacts): Totals {
  const { goodsCents, ...goods } = discountedGoods(facts)
  const { itemsCents } = goods
  const shippingCents =
    facts.shipping && itemsCents > 0 ? shippingCharge(facts.shipping, shipsFree(facts, itemsCents)) : 0
  const taxCents = salesTax(facts.tax, goodsCents, shippingCents)
  const dueCents = goodsCents + shippingCents + taxCents
  const { boughtCardsCents } = facts
  const giftCents = giftShare(facts.giftBalanceCents, dueCents, boughtCardsCents)
  const totals = {
    ...goods,
    shippingCents,
    taxCents,
    giftCents,
    creditCents: Math.max(0, giftCents - (facts.giftBalanceCents - facts.storeCreditCents)),
    boughtCardsCents,
    totalCents: dueCents - giftCents + boughtCardsCents,
  }
  return isBelowCharge(totals.totalCents) ? onUs(totals) : totals
}

/** The items and what discounts leave of them. */
export function discountedGoods({
  items,
  promotion,
  rewardsCents: mostCents,
}: Pick<PriceFacts, 'items' | 'promotion' | 'rewardsCents'>) {
  const itemsCents = sumItems(items)
  const promotionsCents = promotionCents(promotion, items, itemsCents)
  const rewardsCents = Math.min(mostCents, itemsCents - promotionsCents)
  return {
    itemsCents,
    promotionsCents,
    rewardsCents,
    goodsCents: itemsCents - promotionsCents - rewardsCents,
  }
}

export const sumItems = (items: PricedItem[]) => items.reduce((sum, item) => sum + lineCents(item), 0)

type LineParts = Omit<PricedItem, 'offerId'>

/** A line that costs nothing belongs to a box that was sent again. */
export const isFree = ({ priceCents, bundledQuantity = 0 }: Omit<LineParts, 'quantity'>) =>
  priceCents === 0 && bundledQuantity === 0

/** Units that were bought one by one. */
export const looseUnits = ({ quantity, bundledQuantity = 0 }: Omit<LineParts, 'priceCents'>) =>
  quantity - bundledQuantity

export const lineCents = (line: LineParts): number =>
  looseUnits(line) * line.priceCents + (line.bundledCents ?? 0)

/** What a unit of the line costs; in a bundle, its share in whole cents. */
export const unitCents = (line: LineParts): number =>
  looseUnits(line) > 0 ? line.priceCents : Math.floor(lineCents(line) / line.quantity)

/** The threshold for free shipping, which counts items before any promotion. */
export const freeShippingFrom = (member: boolean, { freeFromCents, memberFreeFromCents }: OrderTerms) =>
  member ? memberFreeFromCents : freeFromCents

export const shipsFree = (
  { items, promotion, member, terms }: Pick<PriceFacts, 'items' | 'promotion' | 'member' | 'terms'>,
  itemsCents = sumItems(items),
) => itemsCents === 0 || promotion?.kind === 'free_shipping' || itemsCents >= freeShippingFrom(member, terms)

export const shippingCharge = ({ standardCents, expeditedCents }: ShippingRate, isFree: boolean): number =>
  (isFree ? 0 : standardCents) + expeditedCents

/** A free item is one unit of it at its own price. */
function promotionCents(promotion: PromotionTerms | null, items: PricedItem[], itemsCents: number): number {
  switch (promotion?.kind) {
    case 'percent':
      return Math.min(itemsCents, divideHalfUp(itemsCents * Math.round(promotion.percent * 100), 10_000))
    case 'amount':
      return Math.min(itemsCents, promotion.amountCents)
    case 'free_item':
      return freeUnitCents(items.find((item) => item.offerId === promotion.offerId))
    default:
      return 0
  }
}

const freeUnitCents = (item: PricedItem | undefined) => (item ? unitCents(item) : 0)

/** Stripe's minimum charge in dollars. If less would remain for the card, the gift cards pay less. */
const MIN_CHARGE_CENTS = 50

function giftShare(balanceCents: number, dueCents: number, boughtCardsCents: number): number {
  const restCents = dueCents - balanceCents
  if (restCents <= 0) return dueCents
  if (boughtCardsCents > 0) return balanceCents
  return restCents >= MIN_CHARGE_CENTS ? balanceCents : Math.max(0, dueCents - MIN_CHARGE_CENTS)
}

const isBelowCharge = (totalCents: number) => totalCents > 0 && totalCents < MIN_CHARGE_CENTS

/** No gift card pays a part of it: it would have paid all. */
const onUs = (totals: Totals): Totals => ({
  ...totals,
  promotionsCents: totals.itemsCents - totals.rewardsCents,
  shippingCents: 0,
  taxCents: 0,
  totalCents: 0,
})

/** `goodsCents`: the items after promotion and reward. */
export function salesTax(tax: PriceFacts['tax'], goodsCents: number, shippingCents: number): number {
  if (!tax) return 0
  const taxedCents = goodsCents + (tax.taxesShipping ? shippingCents : 0)
  return divideHalfUp(taxedCents * tax.groceryRatePpm, 1_000_000)
}

/** Half up, with whole numbers only, so no cent is lost to binary fractions. */
export const divideHalfUp = (amount: number, divisor: number) =>
  Math.floor((2 * amount + divisor) / (2 * divisor))
