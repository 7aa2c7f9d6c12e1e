import { between, eq, getTableColumns, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import {
  type FulfillmentCenter,
  fulfillmentCenters,
  type NotServedReason,
  postalZones,
  zipCodes,
} from '#db/schema/delivery.ts'
import { isZip } from './rules.ts'

export type ServedZone = {
  served: true
  zip: string
  fc: FulfillmentCenter
  transitDays: number
  service: 'standard'
  /** The post office's city and state; null for a ZIP code newer than our list. */
  place: { city: string; state: string } | null
  delayed: boolean
  /** Where boxes run late: the sentence the shopper has to accept first. */
  delaySentence: string | null
}

export type UnservedZone = { served: false; reason: NotServedReason | 'unknown_zip'; sentence: string }

export type DeliveryZone = ServedZone | UnservedZone

export function deliveryZone(db: Db, zip: string): DeliveryZone {
  const row = isZip(zip) ? find(db).get({ zip, prefix: zip.slice(0, 3) }) : undefined
  if (!row) return unserved('unknown_zip')

  const { fc, transitDays, service, notServed, delaySentence, city, state } = row
  if (fc === null || transitDays === null) return unserved(notServed ?? 'unknown_zip')

  const place = city !== null && state !== null ? { city, state } : null
  return {
    served: true,
    zip,
    fc,
    transitDays,
    service,
    place,
    delayed: delaySentence !== null,
    delaySentence,
  }
}

export function centerFor(db: Db, postalCode: string | null): number | null {
  const zone = postalCode ? deliveryZone(db, postalCode) : null
  return zone?.served ? zone.fc.id : null
}

export const placeOf = (db: Db, zip: string): { city: string; state: string } | null =>
  findPlace(db).get({ zip }) ?? null

/** Of a ZIP code newer than our list, the state of its neighbors. */
export const stateOf = (db: Db, { zip, place }: Pick<ServedZone, 'zip' | 'place'>): string | null =>
  place?.state ??
  findState(db).get({ from: `${zip.slice(0, 3)}00`, to: `${zip.slice(0, 3)}99` })?.state ??
  null

const SENTENCES: Record<UnservedZone['reason'], string> = {
  alaska: "We're sorry, we can't keep a box frozen on its way to Alaska, so we don't deliver there yet.",
  hawaii: "We're sorry, we can't keep a box frozen on its way to Hawaii, so we don't deliver there yet.",
  territory:
    "We're sorry, we can't keep a box frozen on its way to the US territories, so we don't deliver there yet.",
  military:
    "We're sorry, military mail can't carry frozen boxes, so we don't deliver to APO, FPO and DPO addresses.",
  elsewhere: "We're sorry, we don't deliver to this area yet.",
  unknown_zip: "We don't recognize this ZIP code. Please check the five digits.",
}

const unserved = (reason: UnservedZone['reason']): UnservedZone => ({
  served: false,
  reason,
  sentence: SENTENCES[reason],
})

const find = oncePerDatabase((db) =>
  db
    .select({
      fc: getTableColumns(fulfillmentCenters),
      transitDays: postalZones.transitDays,
      service: postalZones.service,
      notServed: postalZones.notServed,
      city: zipCodes.city,
      state: zipCodes.state,
      delaySentence: zipCodes.delaySentence,
    })
    .from(postalZones)
    .leftJoin(fulfillmentCenters, eq(fulfillmentCenters.id, postalZones.fcId))
    .leftJoin(zipCodes, eq(zipCodes.zip, sql.placeholder('zip')))
    .where(
      // A row for all five digits overrides the row of its three-digit area.
      sql`${postalZones.prefix} = coalesce((select z.prefix from ${postalZones} z where z.prefix = ${sql.placeholder('zip')}), ${sql.placeholder('prefix')})`,
    )
    .prepare(),
)

const findPlace = oncePerDatabase((db) =>
  db
    .select({ city: zipCodes.city, state: zipCodes.state })
    .from(zipCodes)
    .where(eq(zipCodes.zip, sql.placeholder('zip')))
    .prepare(),
)

const findState = oncePerDatabase((db) =>
  db
    .select({ state: zipCodes.state })
    .from(zipCodes)
    .where(between(zipCodes.zip, sql.placeholder('from'), sql.placeholder('to')))
    .prepare(),
)
