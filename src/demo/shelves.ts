import { asc, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { farms, offers, stock, varieties } from '#db/schema/index.ts'
import { setShelf } from '../stock/set-shelf.ts'

const FIRST_CENTER = 1
const PLACES_PER_AISLE = 24

/** Aisles of the first center by farm, so that a lot lies beside its neighbors: 'A-01', 'A-02' … */
export function seedShelves(tx: DurableTx) {
  const kept = tx
    .select({ offerId: offers.id, farmId: farms.id })
    .from(stock)
    .innerJoin(offers, eq(offers.id, stock.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(stock.fcId, FIRST_CENTER))
    .orderBy(asc(farms.id), asc(varieties.id), asc(offers.position))
    .all()
  kept.forEach(({ offerId }, index) => {
    const aisle = String.fromCharCode('A'.charCodeAt(0) + Math.floor(index / PLACES_PER_AISLE))
    const place = String((index % PLACES_PER_AISLE) + 1).padStart(2, '0')
    setShelf(tx, { offerId, fcId: FIRST_CENTER }, `${aisle}-${place}`)
  })
}
