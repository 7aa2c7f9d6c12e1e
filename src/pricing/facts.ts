import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Order, offers, orderLines, salesTaxRates, shippingRates } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { usableCards } from './gift-cards.ts'
import { type PromotedOrder, promotionOf, promotionRefusal, termsOf } from './promotions.ts'
import { rewardCents } from './rewards.ts'
import { type PricedItem, type PriceFacts, priceOrder, shipsFree, sumItems, type Totals } from './total.ts'

const statements = oncePerDatabase((db) => ({
  items: db
    .select({ offerId: orderLines.offerId, quantity: orderLines.quantity, priceCents: offers.priceCents })
    .from(orderLines)
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .where(eq(orderLines.orderId, sql.placeholder('orderId')))
    .prepare(),
  shipping: db
    .select()
    .from(shippingRates)
    .where(eq(shippingRates.transitDays, sql.placeholder('days')))
    .prepare(),
  tax: db
    .select()
    .from(salesTaxRates)
    .where(eq(salesTaxRates.state, sql.placeholder('state')))
    .prepare(),
}))

/** What an open order costs at today's prices. A placed order keeps the totals it was paid with. */
export const currentTotals = (db: Db, order: Order, now: Instant): Totals =>
  priceOrder(priceFacts(db, order, now))

export const totalsWithDelivery = (db: Db, order: Order, shippingCents: number, now: Instant): Totals =>
  priceOrder({ ...priceFacts(db, order, now), shippingCents })

export const deliversFree = (db: Db, order: Order, now: Instant) => shipsFree(priceFacts(db, order, now))

/** A promotion that does not apply right now counts as none. */
export function priceFacts(db: Db, order: Order, now: Instant): PriceFacts {
  const items = statements(db).items.all({ orderId: order.id })
  const member = isPricedAsMember(order)
  return {
    items,
    promotion: termsOf(applicablePromotion(db, order, items, now)),
    rewardsCents: rewardCents(db, order, now),
    member,
    shippingCents: shippingCentsOf(db, order),
    tax: order.deliveryState === null ? null : taxOf(db, order.deliveryState),
    giftBalanceCents: usableCards(db, order.id, now).reduce((sum, card) => sum + card.availableCents, 0),
  }
}

/** A box that starts or continues a membership gets member prices. */
export const isPricedAsMember = (order: Order) => order.recurring

function applicablePromotion(db: Db, order: Order, items: PricedItem[], now: Instant) {
  const promotion = promotionOf(db, order.id)
  if (!promotion) return null
  return promotionRefusal(db, promotion, promotedOrder(order, items), now) ? null : promotion
}

export const promotedOrder = (order: Order, items: PricedItem[]): PromotedOrder => ({
  ...order,
  itemsCents: sumItems(items),
  member: isPricedAsMember(order),
  hasOffer: (offerId) => items.some((item) => item.offerId === offerId),
})

function shippingCentsOf(db: Db, order: Order): number | null {
  if (order.transitDays === null) return null
  return shippingCentsFor(db, order.transitDays, order.expedited)
}

/** The standard rate plus the expedited surcharge, before anything makes shipping free. */
export function shippingCentsFor(db: Db, standardTransitDays: number, expedited: boolean): number {
  const rate = statements(db).shipping.get({ days: standardTransitDays })
  if (!rate) throw new Error(`no shipping rate for ${standardTransitDays} days`)
  return rate.standardCents + (expedited ? rate.expeditedExtraCents : 0)
}

export function taxOf(db: Db, state: string) {
  return statements(db).tax.get({ state }) ?? { groceryRatePpm: 0, taxesShipping: false }
}
