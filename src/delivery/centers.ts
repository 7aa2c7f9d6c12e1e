import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type FulfillmentCenter, fulfillmentCenters } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from './zones.ts'

const statements = oncePerDatabase((db) => ({
  bySlug: db
    .select()
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.slug, sql.placeholder('slug')))
    .prepare(),
  city: db
    .select({ city: fulfillmentCenters.city })
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, sql.placeholder('id')))
    .prepare(),
  zone: db
    .select({ zone: fulfillmentCenters.zone })
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, sql.placeholder('id')))
    .prepare(),
  all: db.select().from(fulfillmentCenters).orderBy(fulfillmentCenters.id).prepare(),
}))

export const centerBySlug = (db: Db, slug: string): FulfillmentCenter | null =>
  statements(db).bySlug.get({ slug }) ?? null

export const listCenters = (db: Db): FulfillmentCenter[] => statements(db).all.all()

/** Where its boxes ship from. */
export function centerCity(db: Db, fcId: number): string {
  const center = statements(db).city.get({ id: fcId })
  if (!center) throw new Error(`center ${fcId} is gone`)
  return center.city
}

/** The day in a center's zone. */
export const todayAt = (db: Db, fcId: number, now: Instant): Day =>
  dayIn(statements(db).zone.get({ id: fcId })?.zone ?? SHOP_ZONE, now)
