import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { shippingRates } from '#db/schema/index.ts'

/** `expeditedCents` comes on top for a day that needs expedited delivery. */
export type ShippingRate = { standardCents: number; expeditedCents: number }

export function shippingRateFor(db: Db, standardTransitDays: number): ShippingRate {
  const rate = statements(db).rate.get({ days: standardTransitDays })
  if (!rate) throw new Error(`no shipping rate for ${standardTransitDays} days`)
  return rate
}

export type ShippingRateRow = ShippingRate & { transitDays: number }

/** All of them, for people to read. */
export const allShippingRates = (db: Db): ShippingRateRow[] => statements(db).all.all()

export function writeShippingRates(tx: Tx, rows: ShippingRateRow[]) {
  for (const { transitDays, standardCents, expeditedCents: expeditedExtraCents } of rows)
    tx.insert(shippingRates)
      .values({ transitDays, standardCents, expeditedExtraCents })
      .onConflictDoUpdate({ target: shippingRates.transitDays, set: { standardCents, expeditedExtraCents } })
      .run()
}

/** The nearest zone's standard rate: what delivery costs at least. */
export const lowestShippingCents = (db: Db): number => statements(db).lowest.get()?.cents ?? 0

const statements = oncePerDatabase((db) => ({
  rate: db
    .select({
      standardCents: shippingRates.standardCents,
      expeditedCents: shippingRates.expeditedExtraCents,
    })
    .from(shippingRates)
    .where(eq(shippingRates.transitDays, sql.placeholder('days')))
    .prepare(),
  all: db
    .select({
      transitDays: shippingRates.transitDays,
      standardCents: shippingRates.standardCents,
      expeditedCents: shippingRates.expeditedExtraCents,
    })
    .from(shippingRates)
    .orderBy(shippingRates.transitDays)
    .prepare(),
  lowest: db
    .select({ cents: sql<number>`min(${shippingRates.standardCents})` })
    .from(shippingRates)
    .prepare(),
}))
