import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Farm, farms, lots, offers, ratingSums, varieties } from '#db/schema/index.ts'
import { parseFilters } from '../catalog/filter-rules.ts'
import { listProducts, type ViewContext } from '../catalog/listing.ts'
import { type Rating, shownRating } from '../catalog/rating-rules.ts'
import type { Day } from '../day.ts'
import { cachedRead, shopPosition } from '../read-cache.ts'
import { type BadgeClaim, claimsOf } from './badges.ts'
import { farmPoint } from './farm-place.ts'
import { farmRating, raters } from './farm-rating.ts'
import type { MapPoint } from './map-projection.ts'

const CARDS_SHOWN = 12
const CUTS_RATED = 8
const LOTS_SHOWN = 4

export type RatedCut = {
  slug: string
  name: string
  buyers: number
  /** Null below the number of buyers from which averages show. */
  rating: Rating | null
}

export type FreezerLot = {
  code: string
  cuts: string[]
  harvestedOn: Day | null
  packedOn: Day | null
  frozenOn: Day | null
  bestBy: Day
  packs: number
}

/** What a farm's page shows to everyone. Stays the same object until something in it changes. */
export type FarmFacts = {
  farm: Omit<Farm, 'latitude' | 'longitude'>
  claims: BadgeClaim[]
  point: MapPoint
  rating: Rating | null
  ratedCuts: RatedCut[]
}

/** Null for an unknown farm. */
export const findFarm = (db: Db, slug: string): FarmFacts | null =>
  cachedRead(db, `farm ${slug}`, () => readFarm(db, slug))

function readFarm(db: Db, slug: string): FarmFacts | null {
  const farm = statements(db).farm.get({ slug })
  if (!farm) return null
  const { latitude, longitude, raters, ...shown } = farm
  const cuts = statements(db).ratedCuts.all({ farmId: farm.id })
  const sum = { buyers: total(cuts, 'buyers'), scoreSum: total(cuts, 'scoreSum') }
  return {
    farm: shown,
    claims: claimsOf(farm),
    point: farmPoint({ ...farm, latitude, longitude }),
    rating: farmRating(sum, raters),
    ratedCuts: cuts
      .slice(0, CUTS_RATED)
      .map(({ scoreSum, ...cut }) => ({ ...cut, rating: shownRating({ buyers: cut.buyers, scoreSum }) })),
  }
}

const total = <Name extends string>(rows: Record<Name, number>[], name: Name) =>
  rows.reduce((sum, row) => sum + row[name], 0)

/** Its cuts as cards, and how many there are in all and in stock. */
export function farmShelf(db: Db, slug: string, view: ViewContext) {
  const filters = parseFilters({ farm: [slug] })
  const { cards, count, facets } = listProducts(db, { ...view, filters, limit: CARDS_SHOWN })
  return { cards, count, inStock: facets.in_stock[0]?.count ?? 0 }
}

export type FarmShelf = ReturnType<typeof farmShelf>

/** The lots whose packs ship next, over all centers. */
export function freezerLots(db: Db, farmId: number): FreezerLot[] {
  const position = shopPosition(db)
  const read = () =>
    statements(db)
      .lots.all({ farmId, limit: LOTS_SHOWN })
      .map(({ cuts, ...lot }) => ({ ...lot, cuts: JSON.parse(cuts) as string[] }))
  return cachedRead(db, `lots of farm ${farmId}`, read, position.stock, position)
}

const placeholder = sql.placeholder
/** `not` rules out the index on `hidden`, so that SQLite starts from the farm. */
const isShown = sql`not ${varieties.hidden}`

const statements = oncePerDatabase((db) => ({
  farm: db
    .select({ ...getTableColumns(farms), raters })
    .from(farms)
    .where(eq(farms.slug, placeholder('slug')))
    .prepare(),
  ratedCuts: db
    .select({
      slug: varieties.slug,
      name: varieties.name,
      buyers: ratingSums.buyers,
      scoreSum: ratingSums.scoreSum,
    })
    .from(varieties)
    .innerJoin(ratingSums, eq(ratingSums.varietyId, varieties.id))
    .where(sql`${varieties.farmId} = ${placeholder('farmId')} and ${isShown} and ${ratingSums.buyers} > 0`)
    .orderBy(desc(ratingSums.buyers), varieties.featuredRank)
    .prepare(),
  lots: db
    .select({
      code: lots.code,
      cuts: sql<string>`json_group_array(distinct ${varieties.name})`,
      harvestedOn: sql<Day | null>`min(${lots.harvestedOn})`,
      packedOn: sql<Day | null>`min(${lots.packedOn})`,
      frozenOn: sql<Day | null>`min(${lots.frozenOn})`,
      bestBy: sql<Day>`min(${lots.bestBy})`,
      packs: sql<number>`sum(${lots.unitsLeft} - ${lots.withdrawn})`,
    })
    .from(varieties)
    .innerJoin(offers, eq(offers.varietyId, varieties.id))
    .innerJoin(lots, sql`${lots.offerId} = ${offers.id} and ${lots.unitsLeft} > 0 and ${lots.state} = 'open'`)
    .where(sql`${varieties.farmId} = ${placeholder('farmId')} and ${isShown}`)
    .groupBy(lots.code)
    .orderBy(sql`min(${lots.bestBy})`)
    .limit(placeholder('limit'))
    .prepare(),
}))
