import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { shippingRates } from '#db/schema/index.ts'
import { keptSettings, madeOf } from '../shop-settings/kept.ts'

/** `expeditedCents` comes on top for a day that needs expedited delivery. */
export type ShippingRate = { standardCents: number; expeditedCents: number }

export function shippingRateFor(db: Db, standardTransitDays: number): ShippingRate {
  const rate = ratesByDays(db).get(standardTransitDays)
  if (!rate) throw new Error(`no shipping rate for ${standardTransitDays} days`)
  return rate
}

export type ShippingRateRow = ShippingRate & { transitDays: number }

/** All of them, for people to read. */
export const allShippingRates = (db: Db): ShippingRateRow[] => allRates(db).all()

/** Kept like the settings, with which staff save them. */
const ratesByDays = (db: Db): ReadonlyMap<number, ShippingRate> =>
  madeOf(
    keptSettings(db),
    'shippingRates',
    () => new Map(allShippingRates(db).map(({ transitDays, ...rate }) => [transitDays, rate])),
  )

export function writeShippingRates(tx: Tx, rows: ShippingRateRow[]) {
  for (const { transitDays, standardCents, expeditedCents: expeditedExtraCents } of rows)
    tx.insert(shippingRates)
      .values({ transitDays, standardCents, expeditedExtraCents })
      .onConflictDoUpdate({ target: shippingRates.transitDays, set: { standardCents, expeditedExtraCents } })
      .run()
}

/** The nearest zone's standard rate: what delivery costs at least. */
export function lowestShippingCents(db: Db): number {
  const cents = [...ratesByDays(db).values()].map(({ standardCents }) => standardCents)
  return cents.length > 0 ? Math.min(...cents) : 0
}

const allRates = oncePerDatabase((db) =>
  db
    .select({
      transitDays: shippingRates.transitDays,
      standardCents: shippingRates.standardCents,
      expeditedCents: shippingRates.expeditedExtraCents,
    })
    .from(shippingRates)
    .orderBy(shippingRates.transitDays)
    .prepare(),
)
