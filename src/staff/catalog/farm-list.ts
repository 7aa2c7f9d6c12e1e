import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, offers, varieties } from '#db/schema/index.ts'

export type StaffFarm = ReturnType<typeof listFarms>[number]

/** Every farm, also one that sells nothing yet. */
export const listFarms = (db: Db) =>
  db
    .select({
      slug: farms.slug,
      name: farms.name,
      town: farms.town,
      state: farms.state,
      products: sql<number>`count(distinct ${varieties.id})`,
      offers: sql<number>`count(${offers.id})`,
    })
    .from(farms)
    .leftJoin(varieties, eq(varieties.farmId, farms.id))
    .leftJoin(offers, eq(offers.varietyId, varieties.id))
    .groupBy(farms.id)
    .orderBy(asc(farms.name))
    .all()

export type StaffProduct = ReturnType<typeof productsOf>[number]

/** A farm's products, also those without a size to buy yet. */
export const productsOf = (db: Db, farmSlug: string) =>
  db
    .select({ slug: varieties.slug, name: varieties.name, isHidden: varieties.hidden })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(farms.slug, farmSlug))
    .orderBy(asc(varieties.featuredRank), asc(varieties.name))
    .all()
