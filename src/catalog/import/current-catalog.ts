import { eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  earlyAccess,
  type Farm,
  farms,
  fulfillmentCenters,
  holds,
  type Offer,
  offers,
  stock,
  type Variety,
  varieties,
} from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { bundleRows } from './bundle-rows.ts'
import { offerKey } from './check-entries.ts'
import { pendingJobs } from './picture-jobs.ts'
import type { BundleRow } from './plan-types.ts'

export type CurrentCatalog = {
  farms: Map<string, Farm>
  varieties: Map<string, Variety & { farm: string }>
  offers: Map<string, Offer>
  bundles: Map<string, BundleRow>
  /** Varieties that only members see so far. */
  earlySlugs: Set<string>
  weights: Map<string, { count: number; lastPosition: number }>
  centers: Set<number>
  onHand: Map<string, number>
  held: Map<string, number>
  pictureJobs: Set<string>
}

export const stockRowKey = (offerId: number, fcId: number) => `${offerId} ${fcId}`

/** Reads 10,000 offers in about a tenth of a second. `withStock` false leaves out units, which grow with the orders. */
export function readCurrentCatalog(db: Db, now: Instant, withStock = true): CurrentCatalog {
  return {
    ...readOffers(db),
    farms: new Map(
      db
        .select()
        .from(farms)
        .all()
        .map((farm) => [farm.slug, farm]),
    ),
    varieties: new Map(readVarieties(db).map((variety) => [variety.slug, variety])),
    centers: new Set(
      db
        .select({ id: fulfillmentCenters.id })
        .from(fulfillmentCenters)
        .all()
        .map(({ id }) => id),
    ),
    onHand: withStock ? readOnHand(db) : new Map(),
    held: withStock ? readHeld(db, now) : new Map(),
    bundles: new Map(bundleRows(db).map((bundle) => [bundle.handle, bundle])),
    earlySlugs: new Set(
      db
        .select({ slug: varieties.slug })
        .from(earlyAccess)
        .innerJoin(varieties, eq(varieties.id, earlyAccess.varietyId))
        .all()
        .map(({ slug }) => slug),
    ),
    pictureJobs: pendingJobs(db),
  }
}

const readVarieties = (db: Db) =>
  db
    .select({ variety: varieties, farm: farms.slug })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .all()
    .map(({ variety, farm }) => ({ ...variety, farm }))

function readOffers(db: Db) {
  const rows = db
    .select({ offer: offers, slug: varieties.slug })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .orderBy(sql`${offers.id} desc`) // where two share a label, the older one wins
    .all()
  const weights: CurrentCatalog['weights'] = new Map()
  for (const { offer, slug } of rows) {
    const { count, lastPosition } = weights.get(slug) ?? { count: 0, lastPosition: -1 }
    weights.set(slug, { count: count + 1, lastPosition: Math.max(lastPosition, offer.position) })
  }
  return { offers: new Map(rows.map(({ offer, slug }) => [offerKey(slug, offer.label), offer])), weights }
}

const readOnHand = (db: Db): CurrentCatalog['onHand'] =>
  new Map(
    db
      .select()
      .from(stock)
      .all()
      .map((row) => [stockRowKey(row.offerId, row.fcId), row.onHand]),
  )

function readHeld(db: Db, now: Instant): CurrentCatalog['held'] {
  const rows = db
    .select({ offerId: holds.offerId, fcId: holds.fcId, units: sql<number>`sum(${holds.quantity})` })
    .from(holds)
    .where(gt(holds.expiresAt, now))
    .groupBy(holds.offerId, holds.fcId)
    .all()
  return new Map(rows.map(({ offerId, fcId, units }) => [stockRowKey(offerId, fcId), units]))
}
