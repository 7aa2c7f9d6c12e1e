import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, fulfillmentCenters, lots, offers, varieties } from '#db/schema/index.ts'

export type ListedLot = ReturnType<typeof lotsOfOffer>[number]

/** Lots of an offer that still have units, first expired first; in one center, or in all of them. */
export const lotsOfOffer = (db: Db, offerId: number, fcId: number | null = null) =>
  db
    .select({
      code: lots.code,
      farm: farms.name,
      center: fulfillmentCenters.name,
      packedOn: sql<typeof lots.packedOn._.data | null>`coalesce(${lots.packedOn}, ${lots.harvestedOn})`,
      bestBy: lots.bestBy,
      unitsLeft: lots.unitsLeft,
      planned: lots.planned,
      state: lots.state,
    })
    .from(lots)
    .innerJoin(offers, eq(offers.id, lots.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .innerJoin(fulfillmentCenters, eq(fulfillmentCenters.id, lots.fcId))
    .where(
      and(
        eq(lots.offerId, offerId),
        fcId === null ? undefined : eq(lots.fcId, fcId),
        sql`${lots.unitsLeft} > 0`,
      ),
    )
    .orderBy(asc(lots.bestBy), asc(lots.id))
    .all()

/** For clerks and for the farm alike. */
export const lotJson = (lot: ListedLot) => ({
  lot: lot.code,
  farm: lot.farm,
  center: lot.center,
  pack_date: lot.packedOn,
  best_by: lot.bestBy,
  left: lot.unitsLeft,
  in_boxes: lot.planned,
  state: lot.state,
})
