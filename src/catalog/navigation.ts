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
/** A flyout's links may be this stale. Whether a category is shown at all is always current. */
const MAX_AGE_MS = MINUTE_MS

const cacheFor = oncePerDatabase((): { categories: Map<string, NavigationCategory>; readAt: number } => ({
  categories: new Map(),
  readAt: Number.NEGATIVE_INFINITY,
}))

/** The categories that have products, in navigation order. They stay the same objects until they are read again. */
export function navigationCategories(db: Db, position = shopPosition(db)): NavigationCategory[] {
  const cache = cacheFor(db)
  if (performance.now() - cache.readAt > MAX_AGE_MS) {
    cache.categories = readCategories(db)
    cache.readAt = performance.now()
  }
  const bySlug = cache.categories
  return cachedRead(
    db,
    'navigation',
    () => categories(db).flatMap(({ slug }) => bySlug.get(slug) ?? []),
    cache.readAt,
    position,
  )
}

function readCategories(db: Db): Map<string, NavigationCategory> {
  const { cuts, farms } = statements(db)
  return new Map(
    CATEGORIES.map((category): [string, NavigationCategory] => {
      const params = { animal: category.slug }
      const links = {
        cuts: cuts.all(params).map(({ slug }) => ({ slug, name: cutName(slug) })),
        farms: farms.all(params),
      }
      return [category.slug, { ...category, ...links }]
    }),
  )
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
    .groupBy(farms.id)
    .orderBy(desc(sql`count(*)`), asc(sql`min(${varieties.featuredRank})`))
    .limit(FARMS_SHOWN)
    .prepare(),
}))
