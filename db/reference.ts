import { createRequire } from 'node:module'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from './client.ts'
import { CENTERS } from './data/centers.ts'
import { holidayRows } from './data/holidays.ts'
import { ZONE_CHART } from './data/postal-zones.ts'
import {
  carrierHolidays,
  fulfillmentCenters,
  NOT_SERVED_REASONS,
  postalZones,
  zipCodes,
} from './schema/delivery.ts'

/** Keeps existing rows, because the staff may have changed them, and brings back no center or zone they removed. */
export function loadReferenceData(tx: Tx) {
  if (tx.select().from(fulfillmentCenters).limit(1).get()) return loadPostalData(tx)
  tx.insert(fulfillmentCenters).values(CENTERS).run()
  tx.insert(postalZones).values(zonesOf(ZONE_CHART)).run()
  loadPostalData(tx)
}

function loadPostalData(tx: Tx) {
  tx.insert(carrierHolidays).values(holidayRows()).onConflictDoNothing().run()
  if (!tx.select().from(zipCodes).limit(1).get()) loadZipCodes(tx)
}

function zonesOf(chart: string): (typeof postalZones.$inferInsert)[] {
  return chart
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', last = '', , fcId, rest] = line.split(' ')
      const notServed = NOT_SERVED_REASONS.find((reason) => reason === rest)
      const zone = notServed ? { notServed } : { fcId: Number(fcId), transitDays: Number(rest) }
      return prefixesBetween(first, last).map((prefix) => ({ prefix, ...zone }))
    })
}

const prefixesBetween = (first: string, last: string): string[] =>
  Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) =>
    String(Number(first) + i).padStart(first.length, '0'),
  )

type ZipSource = {
  zip: string
  city: string
  state: string
  country: string
  latitude: number
  longitude: number
}

/** One statement inserts 42,555 rows in a fraction of a second. */
function loadZipCodes(db: Db) {
  const rows = zipSource().map(({ zip, city, state, latitude, longitude }) => [
    zip,
    city,
    state,
    // The source has 0, 0 for unknown places (military mail).
    latitude || null,
    longitude || null,
  ])
  db.run(sql`
    insert into ${zipCodes} (zip, city, state, latitude, longitude)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each(${JSON.stringify(rows)})`)
}

/** Loaded only when needed, because the package is 5 MB. */
function zipSource(): ZipSource[] {
  const { codes } = createRequire(import.meta.url)('zipcodes') as { codes: Record<string, ZipSource> }
  return Object.values(codes).filter(({ country }) => country === 'US')
}
