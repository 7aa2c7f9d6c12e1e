import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { shippingCentsFor, taxOf } from './facts.ts'
import { salesTax } from './total.ts'

/** Where and how a placed order would travel. `transitDays` by the standard way. */
type Route = { transitDays: number; expedited: boolean; state: string }

/** `dueCents`: what the whole order comes to, however it was paid. */
export type PlacedPrice = { shippingCents: number; taxCents: number; dueCents: number }

/**
 * What a placed order costs on another route: the goods at the prices they were paid at, delivery and tax of the new
 * place. Delivery that was free stays free.
 */
export function priceOnRoute(db: Db, order: Order, { transitDays, expedited, state }: Route): PlacedPrice {
  const goodsCents = (order.itemsCents ?? 0) - (order.promotionsCents ?? 0) - (order.rewardsCents ?? 0)
  const shippingCents = order.shippingCents === 0 ? 0 : shippingCentsFor(db, transitDays, expedited)
  const taxCents = salesTax(taxOf(db, state), goodsCents, shippingCents)
  return { shippingCents, taxCents, dueCents: goodsCents + shippingCents + taxCents }
}

/** What a placed order was paid in all, by card and from gift cards. */
export const paidCents = ({ totalCents, giftCents }: Order) => (totalCents ?? 0) + (giftCents ?? 0)
