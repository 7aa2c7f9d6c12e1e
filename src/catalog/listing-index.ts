import { and, asc, eq, gt, gte, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, fulfillmentCenters, holds, offers, ratingSums, stock, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { perPoundCents } from '../money.ts'
import { PRICE_RANGES } from './filter-rules.ts'
import { MIN_BUYERS, type RatingSum } from './rating-rules.ts'

export type Bits = number

export type IndexedOffer = {
  id: number
  priceCents: number
  poundCents: number
  range: Bits
  /** The centers that can sell at least the minimum quantity. */
  centers: Bits
}

export type IndexedVariety = {
  id: number
  slug: string
  family: string
  animal: string
  cut: string
  farm: string
  badges: string[]
  addedOn: string
  rating: RatingSum | null
  offers: IndexedOffer[]
}

export type ListingIndex = {
  varieties: IndexedVariety[]
  farmNames: Map<string, string>
  centerBit(fcId: number | null): Bits
}

export const EVERY_CENTER: Bits = -1

export function buildListingIndex(db: Db, now: Instant): ListingIndex {
  const { shown, onSale, rated, centers } = statements(db)
  const bits = new Map(centers.all().map(({ id }, index): [number, Bits] => [id, 1 << index]))
  const inStock = centersInStock(db, bits, now)
  const offersOf = new Map<number, IndexedOffer[]>()
  for (const { id, varietyId, priceCents, weightGrams } of onSale.all()) {
    const offer = {
      id,
      priceCents,
      poundCents: perPoundCents(priceCents, weightGrams),
      range: rangeBit(priceCents),
      centers: inStock.get(id) ?? 0,
    }
    const siblings = offersOf.get(varietyId)
    if (siblings) siblings.push(offer)
    else offersOf.set(varietyId, [offer])
  }
  const ratings = new Map(rated.all().map(({ varietyId, ...rating }) => [varietyId, rating]))
  const rows = shown.all()
  return {
    varieties: rows.map(({ farmName: _, ...row }) => ({
      ...row,
      rating: ratings.get(row.id) ?? null,
      offers: offersOf.get(row.id) ?? [],
    })),
    farmNames: new Map(rows.map((row) => [row.farm, row.farmName])),
    centerBit: (fcId) => (fcId === null ? EVERY_CENTER : (bits.get(fcId) ?? 0)),
  }
}

const rangeBit = (priceCents: number): Bits =>
  1 << PRICE_RANGES.findIndex((range) => priceCents < range.belowCents)

export const rangeBits = (ids: string[]): Bits =>
  PRICE_RANGES.reduce((bits, range, index) => (ids.includes(range.id) ? bits | (1 << index) : bits), 0)

function centersInStock(db: Db, bits: Map<number, Bits>, now: Instant) {
  const { stocked, held } = statements(db)
  const inStock = new Map<number, Bits>()
  for (const { offerId, fcId } of stocked.all()) {
    inStock.set(offerId, (inStock.get(offerId) ?? 0) | (bits.get(fcId) ?? 0))
  }
  for (const { offerId, fcId, units, onHand, minQuantity } of held.all({ now })) {
    if (onHand - units < minQuantity)
      inStock.set(offerId, (inStock.get(offerId) ?? 0) & ~(bits.get(fcId) ?? 0))
  }
  return inStock
}

const statements = oncePerDatabase((db) => ({
  shown: db
    .select({
      id: varieties.id,
      slug: varieties.slug,
      family: varieties.family,
      animal: varieties.animal,
      cut: varieties.cut,
      farm: farms.slug,
      farmName: farms.name,
      badges: varieties.badges,
      addedOn: varieties.addedOn,
    })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(
      and(
        eq(varieties.hidden, false),
        sql`exists (select 1 from offers where offers.variety_id = ${varieties.id})`,
      ),
    )
    .orderBy(varieties.featuredRank, varieties.id)
    .prepare(),
  onSale: db
    .select({
      id: offers.id,
      varietyId: offers.varietyId,
      priceCents: offers.priceCents,
      weightGrams: offers.weightGrams,
    })
    .from(offers)
    .orderBy(asc(offers.varietyId), asc(offers.position))
    .prepare(),
  rated: db.select().from(ratingSums).where(gte(ratingSums.buyers, MIN_BUYERS)).prepare(),
  stocked: db
    .select({ offerId: stock.offerId, fcId: stock.fcId })
    .from(stock)
    .innerJoin(offers, eq(offers.id, stock.offerId))
    .where(sql`${stock.onHand} >= ${offers.minQuantity}`)
    .prepare(),
  held: db
    .select({
      offerId: holds.offerId,
      fcId: holds.fcId,
      units: sql<number>`sum(${holds.quantity})`,
      onHand: stock.onHand,
      minQuantity: offers.minQuantity,
    })
    .from(holds)
    .innerJoin(stock, and(eq(stock.offerId, holds.offerId), eq(stock.fcId, holds.fcId)))
    .innerJoin(offers, eq(offers.id, holds.offerId))
    .where(gt(holds.expiresAt, sql.placeholder('now')))
    .groupBy(holds.offerId, holds.fcId)
    .prepare(),
  centers: db
    .select({ id: fulfillmentCenters.id })
    .from(fulfillmentCenters)
    .orderBy(fulfillmentCenters.id)
    .prepare(),
}))
