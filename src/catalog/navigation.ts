import { isDeepStrictEqual } from 'node:util'
import { asc, desc, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, varieties } from '#db/schema/index.ts'
import { MINUTE_MS } from '../day.ts'
import { cachedRead, shopPosition } from '../read-cache.ts'
import { categories } from './queries.ts'
import { CATEGORIES, type Category } from './rules.ts'
import { cutName } from './search/cut-name.ts'

type NavigationLink = { slug: string; name: string }

export type NavigationCategory = Category & { cuts: NavigationLink[]; farms: NavigationLink[] }

const CUTS_SHOWN = 8
const FARMS_SHOWN = 6
/** A flyout's links may be this stale, and a few pages more. Whether a category is shown at all is always current. */
const MAX_AGE_MS = MINUTE_MS

type ReadCategory = { category: NavigationCategory; readAt: number }

const cacheFor = oncePerDatabase((): { read: Map<string, ReadCategory>; readings: number } => ({
  read: new Map(),
  readings: 0,
}))

/** The categories that have products, in navigation order. They stay the same objects until their contents change. */
export function navigationCategories(db: Db, position = shopPosition(db)): NavigationCategory[] {
  const cache = cacheFor(db)
  const stale = cache.readings === 0 ? CATEGORIES : firstStale(cache.read)
  for (const category of stale) {
    const known = cache.read.get(category.slug)?.category
    const read = readCategory(db, category)
    const current = known && isDeepStrictEqual(known, read) ? known : read
    cache.read.set(category.slug, { category: current, readAt: performance.now() })
    cache.readings++
  }
  return cachedRead(
    db,
    'navigation',
    () => categories(db).flatMap(({ slug }) => cache.read.get(slug)?.category ?? []),
    cache.readings,
    position,
  )
}

/** One at a time, so that no page waits for all of them. */
function firstStale(read: Map<string, ReadCategory>): Category[] {
  const staleFrom = performance.now() - MAX_AGE_MS
  const [first] = [...read.values()].filter(({ readAt }) => readAt < staleFrom)
  return first ? [first.category] : []
}

function readCategory(db: Db, category: Category): NavigationCategory {
  const { cuts, farms } = statements(db)
  const params = { animal: category.slug }
  return {
    ...category,
    cuts: cuts.all(params).map(({ slug }) => ({ slug, name: cutName(slug) })),
    farms: farms.all(params),
  }
}

const isShownInCategory = sql`${varieties.hidden} = 0 and ${varieties.animal} = ${sql.placeholder('animal')}`

const statements = oncePerDatabase((db) => ({
  cuts: db
    .select({ slug: varieties.cut })
    .from(varieties)
    .where(isShownInCategory)
    .groupBy(varieties.cut)
    .orderBy(desc(sql`count(*)`), asc(sql`min(${varieties.featuredRank})`))
    .limit(CUTS_SHOWN)
    .prepare(),
  farms: db
    .select({ slug: farms.slug, name: farms.name })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(isShownInCategory)
    .groupBy(varieties.farmId)
    .orderBy(desc(sql`count(*)`), asc(sql`min(${varieties.featuredRank})`))
    .limit(FARMS_SHOWN)
    .prepare(),
}))
