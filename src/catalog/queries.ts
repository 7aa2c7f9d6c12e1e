import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms } from '#db/schema/index.ts'
import { cachedRead } from '../read-cache.ts'
import { CATEGORIES, type Category } from './rules.ts'

export const categories = (db: Db): Category[] =>
  cachedRead(db, 'categories', () => {
    const shown = new Set(
      statements(db)
        .shownAnimals.all()
        .map((row) => row.slug),
    )
    return CATEGORIES.filter((category) => shown.has(category.slug))
  })

export const listFarms = (db: Db, limit: number) =>
  cachedRead(db, `${limit} farms`, () => statements(db).farms.all({ limit }))

export type FarmSummary = ReturnType<typeof listFarms>[number]

const animals = JSON.stringify(CATEGORIES.map((category) => category.slug))

const statements = oncePerDatabase((db) => ({
  shownAnimals: db
    .select({ slug: sql<string>`value` })
    .from(sql`json_each(${animals})`)
    .where(sql`exists (select 1 from varieties where hidden = 0 and animal = value)`)
    .prepare(),
  farms: db
    .select({
      slug: farms.slug,
      name: farms.name,
      town: farms.town,
      state: farms.state,
      region: farms.region,
      story: farms.story,
      picture: farms.picture,
    })
    .from(farms)
    .where(sql`exists (select 1 from varieties where varieties.farm_id = farms.id and varieties.hidden = 0)`)
    .orderBy(farms.id)
    .limit(sql.placeholder('limit'))
    .prepare(),
}))
