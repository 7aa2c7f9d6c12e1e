import { and, between, eq, gt, gte, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import {
  farms,
  fulfillmentCenters,
  type Offer,
  offers,
  ratingSums,
  stock,
  varieties,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { shownPoundCents } from '../money.ts'
import { at, Column, ListColumn, listOf } from './columns.ts'
import { orderRows, sortKey } from './featured-order.ts'
import { PRICE_RANGES } from './filter-rules.ts'
import { MIN_BUYERS, type RatingSum } from './rating-rules.ts'

export type Bits = number

/** The number of a variety in the index. */
export type Row = number

/**
 * What listings filter and sort by, in columns: going through 25,000 objects would block other visitors.
 * The offers of a row are those from `firstOffers[row]` up to `firstOffers[row + 1]`, by position.
 */
export type ListingIndex = {
  rowOf: Map<number, Row>
  families: Column
  animals: Column
  cuts: Column
  farms: Column
  farmNames: Map<string, string>
  badges: ListColumn
  addedOn: Column
  ratings: Map<Row, RatingSum>
  /** In featured order. */
  rows: Row[]
  rowsOfAnimal: Map<string, Row[]>
  firstOffers: number[]
  offerIds: number[]
  priceCents: number[]
  poundCents: number[]
  ranges: Bits[]
  /** By offer: the centers that can sell at least the minimum quantity. */
  centers: Bits[]
  bitOfCenter: Map<number, Bits>
}

const EVERY_CENTER: Bits = -1

export const centerBit = ({ bitOfCenter }: ListingIndex, fcId: number | null): Bits =>
  fcId === null ? EVERY_CENTER : (bitOfCenter.get(fcId) ?? 0)

export const rangeBits = (ids: string[]): Bits =>
  PRICE_RANGES.reduce((bits, range, index) => (ids.includes(range.id) ? bits | (1 << index) : bits), 0)

const rangeBit = (priceCents: number): Bits =>
  1 << PRICE_RANGES.findIndex((range) => priceCents < range.belowCents)

/** Whether a center can sell any offer of the row. */
export function isAvailable({ firstOffers, centers }: ListingIndex, row: Row, center: Bits): boolean {
  for (let offer = at(firstOffers, row); offer < at(firstOffers, row + 1); offer++)
    if ((at(centers, offer) & center) !== 0) return true
  return false
}

/** Varieties read at a time, so that no step takes longer than a few milliseconds. */
const STEP = 20

/** Yields between its steps, so that others can be served. What changes meanwhile, it may or may not have. */
export function* readListingIndex(db: Db, now: Instant): Generator<void, ListingIndex> {
  const index = emptyIndex(db)
  const keys: number[] = []
  for (let after = 0, page = readVarieties(db, after); page.length > 0; page = readVarieties(db, after)) {
    keys.push(...addVarieties(db, index, page, now))
    after = page.at(-1)?.id ?? after
    yield
  }
  yield* orderRows(index, keys)
  return index
}

const emptyIndex = (db: Db): ListingIndex => ({
  rowOf: new Map(),
  families: new Column(),
  animals: new Column(),
  cuts: new Column(),
  farms: new Column(),
  farmNames: new Map(),
  badges: new ListColumn(),
  addedOn: new Column(),
  ratings: new Map(),
  rows: [],
  rowsOfAnimal: new Map(),
  firstOffers: [0],
  offerIds: [],
  priceCents: [],
  poundCents: [],
  ranges: [],
  centers: [],
  bitOfCenter: new Map(
    statements(db)
      .centers.all()
      .map(({ id }, index) => [id, 1 << index]),
  ),
})

const readVarieties = (db: Db, after: number) => statements(db).varieties.all({ after, limit: STEP })

type VarietyRow = ReturnType<typeof readVarieties>[number]

/** @returns the sort keys of its rows. Varieties without an offer are left out. */
function addVarieties(db: Db, index: ListingIndex, page: VarietyRow[], now: Instant): number[] {
  const [from, to] = [page[0]?.id, page.at(-1)?.id]
  const offersOf = new Map<number, OfferRow[]>()
  for (const offer of statements(db).offers.all({ from, to })) listOf(offersOf, offer.varietyId).push(offer)
  const centersOf = centersByOffer(index, statements(db).stockOfVarieties.all({ from, to, now }))
  return page.flatMap(({ featuredRank, ...variety }) => {
    const offers = offersOf.get(variety.id)
    if (!offers) return []
    const row = addVariety(index, variety)
    for (const offer of offers) addOffer(index, offer, centersOf.get(offer.id) ?? 0)
    index.firstOffers.push(index.offerIds.length)
    return [sortKey(featuredRank, row)]
  })
}

function addVariety(index: ListingIndex, variety: Omit<VarietyRow, 'featuredRank'>): Row {
  const row = index.rowOf.size
  index.rowOf.set(variety.id, row)
  index.families.push(variety.family)
  index.animals.push(variety.animal)
  index.cuts.push(variety.cut)
  index.farms.push(variety.farm)
  index.farmNames.set(variety.farm, variety.farmName)
  index.badges.pushList(variety.badges)
  index.addedOn.push(variety.addedOn)
  if (variety.rating) index.ratings.set(row, variety.rating)
  return row
}

type OfferRow = Pick<Offer, 'id' | 'varietyId' | 'priceCents' | 'weightGrams' | 'poundCents'>

function addOffer(index: ListingIndex, offer: OfferRow, centers: Bits) {
  const { id, priceCents } = offer
  index.offerIds.push(id)
  index.priceCents.push(priceCents)
  index.poundCents.push(shownPoundCents(offer))
  index.ranges.push(rangeBit(priceCents))
  index.centers.push(centers)
}

type StockRow = { offerId: number; fcId: number | null; isEnough: number }

function centersByOffer({ bitOfCenter }: ListingIndex, rows: StockRow[]): Map<number, Bits> {
  const centers = new Map<number, Bits>()
  for (const { offerId, fcId, isEnough } of rows) {
    const bit = (isEnough && fcId !== null && bitOfCenter.get(fcId)) || 0
    centers.set(offerId, (centers.get(offerId) ?? 0) | bit)
  }
  return centers
}

/** Reads again which centers can sell these offers. @returns whether that changed for any of them */
export function restock(db: Db, index: ListingIndex, offerIds: number[], now: Instant): boolean {
  const rows = statements(db).stockOfOffers.all({ offerIds: JSON.stringify(offerIds), now })
  const varietyOf = new Map(rows.map(({ offerId, varietyId }) => [offerId, varietyId]))
  let hasChanged = false
  for (const [offerId, centers] of centersByOffer(index, rows)) {
    const offer = findOffer(index, offerId, varietyOf.get(offerId) ?? 0)
    if (offer === null || index.centers[offer] === centers) continue
    index.centers[offer] = centers
    hasChanged = true
  }
  return hasChanged
}

function findOffer({ rowOf, firstOffers, offerIds }: ListingIndex, id: number, varietyId: number) {
  const row = rowOf.get(varietyId)
  if (row === undefined) return null
  const offer = offerIds.indexOf(id, at(firstOffers, row))
  return offer === -1 || offer >= at(firstOffers, row + 1) ? null : offer
}

const placeholder = sql.placeholder

const isEnough = sql<number>`offers.paused_at is null and stock.on_hand - coalesce((
  select sum(holds.quantity) from holds
  where holds.offer_id = stock.offer_id and holds.fc_id = stock.fc_id
    and holds.expires_at > ${placeholder('now')}), 0) >= offers.min_quantity`

const ofVarieties = between(offers.varietyId, placeholder('from'), placeholder('to'))

const statements = oncePerDatabase((db) => ({
  varieties: db
    .select({
      id: varieties.id,
      family: varieties.family,
      animal: varieties.animal,
      cut: varieties.cut,
      farm: farms.slug,
      farmName: farms.name,
      badges: varieties.badges,
      addedOn: varieties.addedOn,
      featuredRank: varieties.featuredRank,
      rating: { buyers: ratingSums.buyers, scoreSum: ratingSums.scoreSum },
    })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .leftJoin(ratingSums, and(eq(ratingSums.varietyId, varieties.id), gte(ratingSums.buyers, MIN_BUYERS)))
    // `not` prevents the use of the indexes on `hidden`, so that SQLite reads by id.
    .where(and(sql`not ${varieties.hidden}`, gt(varieties.id, placeholder('after'))))
    .orderBy(varieties.id)
    .limit(placeholder('limit'))
    .prepare(),
  offers: db
    .select({
      id: offers.id,
      varietyId: offers.varietyId,
      priceCents: offers.priceCents,
      weightGrams: offers.weightGrams,
      poundCents: offers.poundCents,
    })
    .from(offers)
    .where(ofVarieties)
    .orderBy(offers.varietyId, offers.position)
    .prepare(),
  stockOfVarieties: db
    .select({ offerId: offers.id, fcId: stock.fcId, isEnough })
    .from(offers)
    .innerJoin(stock, eq(stock.offerId, offers.id))
    .where(ofVarieties)
    .prepare(),
  stockOfOffers: db
    .select({ offerId: offers.id, varietyId: offers.varietyId, fcId: stock.fcId, isEnough })
    .from(offers)
    .leftJoin(stock, eq(stock.offerId, offers.id))
    .where(sql`${offers.id} in (select value from json_each(${placeholder('offerIds')}))`)
    .prepare(),
  centers: db
    .select({ id: fulfillmentCenters.id })
    .from(fulfillmentCenters)
    .orderBy(fulfillmentCenters.id)
    .prepare(),
}))
