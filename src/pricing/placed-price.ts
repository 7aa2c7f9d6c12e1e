import type { Db } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import { shippingCentsFor } from './facts.ts'
import { rateFor, taxFor } from './promised-terms.ts'
import type { StateTax } from './sales-tax.ts'
import { salesTax } from './total.ts'

/** `transitDays` are those of standard shipping, even if `expedited`. */
type Route = { transitDays: number; expedited: boolean; state: string }

/** `dueCents` is the price of the whole order, before gift cards. */
export type PlacedPrice = { shippingCents: number; taxCents: number; dueCents: number }

/**
 * The goods keep their paid prices. Shipping and tax are those of the new place, by the rates that the order was placed
 * with; free shipping stays free.
 */
export function priceOnRoute(db: Db, order: Order, { transitDays, expedited, state }: Route): PlacedPrice {
  const goodsCents = (order.itemsCents ?? 0) - (order.promotionsCents ?? 0) - (order.rewardsCents ?? 0)
  const shippingCents = shippingCentsFor(
    db,
    order,
    { transitDays, expedited: expedited && !isSentFree(order) },
    shippedFree(db, order),
    placedAtOf(order),
  )
  const taxCents = salesTax(taxOfPlaced(db, order, state), goodsCents, shippingCents)
  return { shippingCents, taxCents, dueCents: goodsCents + shippingCents + taxCents }
}

/** As after a claim: nobody paid for what is in it, so the faster way costs nothing either. */
export const isSentFree = ({ itemsCents }: Order) => itemsCents === 0

/** Whether a placed order paid nothing for standard delivery, only the surcharge of an expedited day. */
export function shippedFree(db: Db, order: Order): boolean {
  const { shippingCents, transitDays, expedited } = order
  const surchargeCents =
    expedited && transitDays !== null ? rateFor(db, order, transitDays, placedAtOf(order)).expeditedCents : 0
  return (shippingCents ?? 0) <= surchargeCents
}

/** The rate that a placed order was placed with. */
export const taxOfPlaced = (db: Db, order: Order, state = order.deliveryState ?? ''): StateTax =>
  taxFor(db, order, state, placedAtOf(order))

const placedAtOf = ({ placedAt, updatedAt }: Order) => placedAt ?? updatedAt

/** Paid for the box, by card and by gift card together. Gift cards bought with it don't count. */
export const paidCents = (order: Order) => boxCardCents(order) + (order.giftCents ?? 0)

/** What the payment card paid for the box alone. */
export const boxCardCents = ({ totalCents, boughtCardsCents }: Order) =>
  Math.max(0, (totalCents ?? 0) - (boughtCardsCents ?? 0))

/** For lists that don't read whole orders. */
export const placedTotals = {
  itemsCents: orders.itemsCents,
  promotionsCents: orders.promotionsCents,
  rewardsCents: orders.rewardsCents,
  shippingCents: orders.shippingCents,
  taxCents: orders.taxCents,
  totalCents: orders.totalCents,
  giftCents: orders.giftCents,
  boughtCardsCents: orders.boughtCardsCents,
}

export type PlacedTotals = Pick<Order, keyof typeof placedTotals>

/** Goods and delivery, without tax. */
export const boxCents = ({
  itemsCents,
  promotionsCents,
  rewardsCents,
  shippingCents,
}: PlacedTotals): number =>
  (itemsCents ?? 0) - (promotionsCents ?? 0) - (rewardsCents ?? 0) + (shippingCents ?? 0)

/** What a lower price couldn't return because it had gone back before, as goodwill. Its total still has it. */
export const returnedBeforeCents = (order: PlacedTotals): number =>
  (order.totalCents ?? 0) +
  (order.giftCents ?? 0) -
  (order.boughtCardsCents ?? 0) -
  boxCents(order) -
  (order.taxCents ?? 0)
