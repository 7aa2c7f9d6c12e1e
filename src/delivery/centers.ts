import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type FulfillmentCenter, fulfillmentCenters } from '#db/schema/index.ts'

const statements = oncePerDatabase((db) => ({
  bySlug: db
    .select()
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.slug, sql.placeholder('slug')))
    .prepare(),
  all: db.select().from(fulfillmentCenters).orderBy(fulfillmentCenters.id).prepare(),
}))

export const centerBySlug = (db: Db, slug: string): FulfillmentCenter | null =>
  statements(db).bySlug.get({ slug }) ?? null

export const listCenters = (db: Db): FulfillmentCenter[] => statements(db).all.all()
