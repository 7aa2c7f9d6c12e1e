import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, ratingSums, varieties } from '#db/schema/index.ts'
import type { Rating } from '../catalog/rating-rules.ts'
import { cachedRead } from '../read-cache.ts'
import { type BadgeOption, badgeOptions, hasAll } from './farm-filters.ts'
import { farmPoint } from './farm-place.ts'
import { farmRating, raters } from './farm-rating.ts'
import type { MapPoint } from './map-projection.ts'

const FARMS_A_PAGE = 24
/** More are neither listed nor drawn (GND-10). */
const MAX_FARMS = 2_000

export type ListedFarm = {
  id: number
  slug: string
  name: string
  town: string
  state: string
  region: string
  story: string
  picture: string
  badges: string[]
  /** Over all of its cuts. */
  rating: Rating | null
  cuts: number
  point: MapPoint
}

/** Farms that sell something, by name. */
export const listedFarms = (db: Db): ListedFarm[] =>
  cachedRead(db, 'listed farms', () => statements(db).listed.all({ limit: MAX_FARMS }).map(toListed))

type Row = Omit<ListedFarm, 'rating' | 'point'> & {
  buyers: number
  scoreSum: number
  raters: number
  latitude: number
  longitude: number
  showsPlace: boolean
}

const toListed = ({
  buyers,
  scoreSum,
  raters,
  latitude,
  longitude,
  showsPlace,
  ...farm
}: Row): ListedFarm => ({
  ...farm,
  rating: farmRating({ buyers, scoreSum }, raters),
  point: farmPoint({ ...farm, latitude, longitude, showsPlace }),
})

export type FarmList = {
  /** On this page. */
  farms: ListedFarm[]
  /** That match but are on another page, and that don't match. */
  elsewhere: { others: MapPoint[]; unmatched: MapPoint[] }
  count: number
  total: number
  page: number
  pages: number
  options: BadgeOption[]
  chosen: string[]
}

/** Badges that no farm has are left out. The same question gets the same answer until the shop changes. */
export function listFarmsWith(db: Db, badges: string[], page: number): FarmList {
  const all = listedFarms(db)
  const chosen = badges.filter((badge) => all.some((farm) => farm.badges.includes(badge))).sort()
  return cachedRead(db, `farms with ${JSON.stringify(chosen)} on ${page}`, () => {
    const matching = all.filter((farm) => hasAll(farm, chosen))
    const shown = matching.slice((page - 1) * FARMS_A_PAGE, page * FARMS_A_PAGE)
    return {
      farms: shown,
      elsewhere: {
        others: matching.filter((farm) => !shown.includes(farm)).map(({ point }) => point),
        unmatched: all.filter((farm) => !hasAll(farm, chosen)).map(({ point }) => point),
      },
      count: matching.length,
      total: all.length,
      page,
      pages: Math.max(1, Math.ceil(matching.length / FARMS_A_PAGE)),
      options: badgeOptions(all, chosen),
      chosen,
    }
  })
}

const statements = oncePerDatabase((db) => ({
  listed: db
    .select({
      id: farms.id,
      slug: farms.slug,
      name: farms.name,
      town: farms.town,
      state: farms.state,
      region: farms.region,
      story: farms.story,
      picture: farms.picture,
      badges: farms.badges,
      latitude: farms.latitude,
      longitude: farms.longitude,
      showsPlace: farms.showsPlace,
      cuts: sql<number>`count(*)`,
      buyers: sql<number>`coalesce(sum(${ratingSums.buyers}), 0)`,
      scoreSum: sql<number>`coalesce(sum(${ratingSums.scoreSum}), 0)`,
      raters,
    })
    .from(farms)
    .innerJoin(varieties, sql`${varieties.farmId} = ${farms.id} and not ${varieties.hidden}`)
    .leftJoin(ratingSums, eq(ratingSums.varietyId, varieties.id))
    .groupBy(farms.id)
    .orderBy(sql`${farms.name} collate nocase`, farms.id)
    .limit(sql.placeholder('limit'))
    .prepare(),
}))
