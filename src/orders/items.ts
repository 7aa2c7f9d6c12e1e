import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, offers, orderLines, orders, varieties } from '#db/schema/index.ts'
import { earlyUntil } from '../catalog/early-until.ts'
import { currentPrice } from '../pricing/held-prices.ts'
import { lineCents } from '../pricing/total.ts'

const statements = oncePerDatabase((db) => ({
  lines: db
    .select({
      id: orderLines.id,
      offerId: orderLines.offerId,
      quantity: orderLines.quantity,
      seenPriceCents: orderLines.priceCents,
      priceCents: currentPrice(offers.priceCents, orderLines.priceCents),
      seenPoundCents: orderLines.poundCents,
      poundCents: currentPrice(offers.poundCents, orderLines.poundCents),
      bundledQuantity: orderLines.bundledQuantity,
      bundledCents: orderLines.bundledCents,
      packedGrams: orderLines.packedGrams,
      packedCents: orderLines.packedCents,
      token: offers.token,
      label: offers.label,
      minQuantity: offers.minQuantity,
      maxQuantity: offers.maxQuantity,
      slug: varieties.slug,
      name: varieties.name,
      pictures: varieties.pictures,
      farm: farms.name,
      vendor: farms.slug,
      hidden: sql<boolean>`${varieties.hidden} and ${earlyUntil} is null`.mapWith(Boolean),
      earlyUntil,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(orderLines.orderId, sql.placeholder('orderId')))
    .orderBy(orderLines.addedAt, orderLines.id)
    .prepare(),
}))

export type OrderItem = ReturnType<typeof itemsOf>[number]

/** `priceCents` and `poundCents` are today's prices, `seen…` those that the shopper last saw. */
export const itemsOf = (db: Db, orderId: number) => statements(db).lines.all({ orderId })

/** What was accepted for all units of a line, or what they cost by the scale. */
export const acceptedCents = ({ packedCents, seenPriceCents, ...line }: OrderItem): number =>
  packedCents ?? lineCents({ ...line, priceCents: seenPriceCents })

/** Of a line with a bundle's units, the average, rounded: for analytics only. */
export const acceptedUnitCents = ({ seenPriceCents, ...line }: OrderItem): number =>
  Math.round(lineCents({ ...line, priceCents: seenPriceCents }) / line.quantity)

/** The same units, all bought one by one. */
export const withoutBundles = <Item extends OrderItem>(items: Item[]): Item[] =>
  items.map((item) => ({ ...item, bundledQuantity: 0, bundledCents: 0 }))

/** Each variety once: a box can hold several of its weights. */
export const namesOf = (items: Pick<OrderItem, 'name'>[]): string[] => [
  ...new Set(items.map(({ name }) => name)),
]
