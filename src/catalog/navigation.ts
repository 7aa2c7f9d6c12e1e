import { asc, desc, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { cachedRead } from '../read-cache.ts'
import { categories } from './queries.ts'
import { CATEGORIES, type Category } from './rules.ts'
import { cutName } from './search/cut-name.ts'

type Way = { slug: string; name: string }

/** A shelf in the navigation, with the ways into it that most of its products share. */
export type NavigationCategory = Category & { cuts: Way[]; farms: Way[] }

const CUTS_SHOWN = 8
const FARMS_SHOWN = 6
/** What stands in a flyout may be a little old; whether a shelf is there at all may not. */
const MOST_AGE_MS = 60_000

const keptFor = oncePerDatabase((): { shelves: Map<string, NavigationCategory>; madeAt: number } => ({
  shelves: new Map(),
  madeAt: Number.NEGATIVE_INFINITY,
}))

/** The shelves that hold something, in the order of the navigation. Kept ones stay the same objects. */
export function navigationCategories(db: Db, now: Instant): NavigationCategory[] {
  const kept = keptFor(db)
  if (performance.now() - kept.madeAt > MOST_AGE_MS) {
    kept.shelves = readShelves(db)
    kept.madeAt = performance.now()
  }
  const { shelves } = kept
  return cachedRead(db, now, `navigation of ${kept.madeAt}`, () =>
    categories(db).flatMap(({ slug }) => shelves.get(slug) ?? []),
  )
}

function readShelves(db: Db): Map<string, NavigationCategory> {
  const { cuts, farms } = statements(db)
  return new Map(
    CATEGORIES.map((category): [string, NavigationCategory] => {
      const asked = { animal: category.slug }
      const shelf = {
        ...category,
        cuts: cuts.all(asked).map(({ slug }) => ({ slug, name: cutName(slug) })),
        farms: farms.all(asked),
      }
      return [category.slug, shelf]
    }),
  )
}

const isShownHere = sql`${varieties.hidden} = 0 and ${varieties.animal} = ${sql.placeholder('animal')}`

const statements = oncePerDatabase((db) => ({
  cuts: db
    .select({ slug: varieties.cut })
    .from(varieties)
    .where(isShownHere)
    .groupBy(varieties.cut)
    .orderBy(desc(sql`count(*)`), asc(sql`min(${varieties.featuredRank})`))
    .limit(CUTS_SHOWN)
    .prepare(),
  farms: db
    .select({ slug: farms.slug, name: farms.name })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(isShownHere)
    .groupBy(farms.id)
    .orderBy(desc(sql`count(*)`), asc(sql`min(${varieties.featuredRank})`))
    .limit(FARMS_SHOWN)
    .prepare(),
}))
