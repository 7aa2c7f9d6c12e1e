import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Order, offers, orderLines, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { ShippingRate } from '../delivery/shipping-rates.ts'
import { sumCards } from './bought-cards.ts'
import { type Extras, extrasOf } from './extras.ts'
import type { UsableCard } from './gift-cards.ts'
import { currentPrice } from './held-prices.ts'
import { isPricedAsMember } from './members.ts'
import { orderTermsFor, rateFor, taxFor } from './promised-terms.ts'
import { type PromotedOrder, promotionRefusal, termsOf } from './promotions.ts'
import { rewardCents } from './rewards.ts'
import {
  type PricedItem,
  type PriceFacts,
  priceOrder,
  shippingCharge,
  shipsFree,
  sumItems,
  type Totals,
} from './total.ts'

const statements = oncePerDatabase((db) => ({
  items: db
    .select({
      offerId: orderLines.offerId,
      quantity: orderLines.quantity,
      priceCents: currentPrice(offers.priceCents, orderLines.priceCents),
      bundledQuantity: orderLines.bundledQuantity,
      bundledCents: orderLines.bundledCents,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .where(eq(orderLines.orderId, sql.placeholder('orderId')))
    .prepare(),
}))

/** What an open order costs at today's prices. A placed order keeps the totals it was paid with. */
export const currentTotals = (db: Db, order: Order, now: Instant): Totals =>
  priceOrder(priceFacts(db, order, now))

export const totalsWithDelivery = (facts: PriceFacts, standardCents: number): Totals =>
  priceOrder({ ...facts, shipping: { standardCents, expeditedCents: 0 } })

/** 'none' without a box to deliver. */
export function standardDelivery(db: Db, order: Order, now: Instant): 'free' | 'charged' | 'none' {
  const { items, extras } = readFor(db, order, now)
  if (items.length === 0) return 'none'
  const isFree = shipsFree({
    items,
    promotion: applicableTerms(db, order, { items, extras }, now),
    member: isPricedAsMember(db, order),
    terms: orderTermsFor(db, order, now),
  })
  return isFree ? 'free' : 'charged'
}

/** What the same transaction, or a page, has read of the order already. */
type Known = { items: PricedItem[]; extras: Extras }

const readFor = (db: Db, { id: orderId }: Order, now: Instant): Known => ({
  items: statements(db).items.all({ orderId }),
  extras: extrasOf(db, orderId, now),
})

/** A promotion that does not apply right now counts as none. */
export function priceFacts(
  db: Db,
  order: Order,
  now: Instant,
  { items, extras }: Known = readFor(db, order, now),
): PriceFacts {
  const member = isPricedAsMember(db, order)
  const { reward, giftCards, boughtCards } = extras
  return {
    items,
    promotion: applicableTerms(db, order, { items, extras }, now),
    rewardsCents: reward ? rewardCents(db, reward, order, now) : 0,
    member,
    terms: orderTermsFor(db, order, now),
    shipping:
      order.transitDays === null ? null : routeRate(db, order, routeOf(order, order.transitDays), now),
    tax: order.deliveryState === null ? null : taxFor(db, order, order.deliveryState, now),
    giftBalanceCents: sumAvailable(giftCards),
    storeCreditCents: sumAvailable(giftCards.filter(({ isStoreCredit }) => isStoreCredit)),
    boughtCardsCents: sumCards(boughtCards),
  }
}

const sumAvailable = (cards: UsableCard[]) => cards.reduce((sum, card) => sum + card.availableCents, 0)

function applicableTerms(db: Db, order: Order, { items, extras: { promotion } }: Known, now: Instant) {
  const refusal = promotion && promotionRefusal(db, promotion, promotedOrder(db, order, items), now)
  return refusal ? null : termsOf(promotion)
}

export const promotedOrder = (db: Db, order: Order, items: PricedItem[]): PromotedOrder => ({
  ...order,
  itemsCents: sumItems(items),
  member: isPricedAsMember(db, order),
  hasOffer: (offerId) => items.some((item) => item.offerId === offerId),
})

type Route = { transitDays: number; expedited: boolean }

const routeOf = ({ expedited }: Order, transitDays: number): Route => ({ transitDays, expedited })

/** What delivery by this route costs this order. `isFree` frees its standard part. */
export const shippingCentsFor = (db: Db, order: Order, route: Route, isFree: boolean, now: Instant): number =>
  shippingCharge(routeRate(db, order, route, now), isFree)

/** `transitDays` are those of standard delivery, even if `expedited`. */
function routeRate(db: Db, order: Order, { transitDays, expedited }: Route, now: Instant): ShippingRate {
  const rate = rateFor(db, order, transitDays, now)
  return expedited ? rate : { ...rate, expeditedCents: 0 }
}
