import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { shippingRateFor } from '../delivery/shipping-rates.ts'
import { shippingCentsFor, taxOf } from './facts.ts'
import { salesTax } from './total.ts'

/** `transitDays` are those of standard shipping, even if `expedited`. */
type Route = { transitDays: number; expedited: boolean; state: string }

/** `dueCents` is the price of the whole order, before gift cards. */
export type PlacedPrice = { shippingCents: number; taxCents: number; dueCents: number }

/** The goods keep their paid prices. Shipping and tax are those of the new place; free shipping stays free. */
export function priceOnRoute(db: Db, order: Order, { transitDays, expedited, state }: Route): PlacedPrice {
  const goodsCents = (order.itemsCents ?? 0) - (order.promotionsCents ?? 0) - (order.rewardsCents ?? 0)
  const shippingCents = shippingCentsFor(db, { transitDays, expedited }, shippedFree(db, order))
  const taxCents = salesTax(taxOf(db, state), goodsCents, shippingCents)
  return { shippingCents, taxCents, dueCents: goodsCents + shippingCents + taxCents }
}

/** Whether a placed order paid nothing for standard delivery, only the surcharge of an expedited day. */
export function shippedFree(db: Db, { shippingCents, transitDays, expedited }: Order): boolean {
  const surchargeCents =
    expedited && transitDays !== null ? shippingRateFor(db, transitDays).expeditedCents : 0
  return (shippingCents ?? 0) <= surchargeCents
}

/** Paid by card and by gift card together. */
export const paidCents = ({ totalCents, giftCents }: Order) => (totalCents ?? 0) + (giftCents ?? 0)
