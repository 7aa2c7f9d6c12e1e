import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, offers, orderLines, varieties } from '#db/schema/index.ts'

const statements = oncePerDatabase((db) => ({
  lines: db
    .select({
      id: orderLines.id,
      offerId: orderLines.offerId,
      quantity: orderLines.quantity,
      seenPriceCents: orderLines.priceCents,
      priceCents: offers.priceCents,
      seenPoundCents: orderLines.poundCents,
      poundCents: offers.poundCents,
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
      hidden: varieties.hidden,
    })
    .from(orderLines)
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
