import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { fulfillmentCenters, type Order } from '#db/schema/index.ts'
import type { OrderLineFacts, PlacedOrder } from '#views/orders/placed-order.ts'
import { type Gift, giftOn } from '../pricing/gifts.ts'
import { giftOf } from './gifting.ts'
import { itemsOf, type OrderItem } from './items.ts'
import { shownAddressOf } from './order-address.ts'
import { packedLots } from './packed-lots.ts'
import { cardsOf } from './paid-with.ts'
import { activeConsent } from './recurring.ts'

export const lineFacts = (item: OrderItem): OrderLineFacts => ({
  name: item.name,
  label: item.label,
  farm: item.farm,
  quantity: item.quantity,
  totalCents: item.packedCents ?? item.seenPriceCents * item.quantity,
  byWeight:
    item.seenPoundCents === null ? null : { poundCents: item.seenPoundCents, packedGrams: item.packedGrams },
  picture: item.pictures[0] ?? null,
})

export const giftFacts = ({ name, label, farm, pictures, rewardId }: Gift): OrderLineFacts => ({
  name,
  label: `${label}, ${rewardId === null ? 'free with your membership' : 'your reward'}`,
  farm,
  quantity: 1,
  totalCents: 0,
  byWeight: null,
  picture: pictures[0] ?? null,
})

/** @throws when the order is not placed: it may have no date or total yet */
export function placedOrder(db: Db, order: Order): PlacedOrder {
  const { arrivalOn, lockAt, fcId, totalCents } = order
  if (arrivalOn === null || lockAt === null || fcId === null || totalCents === null) {
    throw new Error(`order ${order.id} is not placed`)
  }
  const gift = giftOn(db, order.id)
  const [paidWith = null, ...laterCards] = cardsOf(db, order.id)
  const lots = packedLots(db, order)
  const lines = itemsOf(db, order.id).map((item) => ({ ...lineFacts(item), lots: lots.get(item.offerId) }))
  return {
    identifier: order.identifier,
    email: order.email ?? '',
    lines: [...lines, ...(gift ? [giftFacts(gift)] : [])],
    totals: frozenTotals(order, totalCents),
    paidWith,
    laterCards,
    frequency: order.recurring ? (activeConsent(db, order)?.renewPeriodType ?? null) : null,
    arrivesOn: arrivalOn,
    lockAt,
    zone: zoneOf(db, fcId),
    delivery: shownAddressOf(order),
    gift: giftOf(order),
  }
}

/** Frozen when the order was paid, and never computed again. */
export const frozenTotals = (order: Order, totalCents: number) => ({
  itemsCents: order.itemsCents ?? 0,
  promotionsCents: order.promotionsCents ?? 0,
  rewardsCents: order.rewardsCents ?? 0,
  shippingCents: order.shippingCents ?? 0,
  taxCents: order.taxCents ?? 0,
  giftCents: order.giftCents ?? 0,
  creditCents: Math.min(order.creditCents ?? 0, order.giftCents ?? 0),
  totalCents,
})

export function zoneOf(db: Db, fcId: number): string {
  const fc = zoneStatement(db).get({ fcId })
  if (!fc) throw new Error(`center ${fcId} is gone`)
  return fc.zone
}

const zoneStatement = oncePerDatabase((db) =>
  db
    .select({ zone: fulfillmentCenters.zone })
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, sql.placeholder('fcId')))
    .prepare(),
)
