import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type NotServedReason, postalZones, zipCodes } from '#db/schema/delivery.ts'

/** Where boxes to a ZIP area come from, and how long they travel; or why none go there. */
export type ZoneService = { fcId: number; transitDays: number } | { notServed: NotServedReason }
export type ZoneRow = { prefix: string } & ZoneService
/** Neighbors with the same service, as people read and write them. */
export type ZoneRange = { first: string; last: string } & ZoneService

export function zoneRows(db: Db): ZoneRow[] {
  const rows = db.select().from(postalZones).orderBy(asc(postalZones.prefix)).all()
  return rows.flatMap(({ prefix, fcId, transitDays, notServed }): ZoneRow[] => {
    if (notServed) return [{ prefix, notServed }]
    return fcId !== null && transitDays !== null ? [{ prefix, fcId, transitDays }] : []
  })
}

export function rangesOf(rows: ZoneRow[]): ZoneRange[] {
  const ranges: ZoneRange[] = []
  const sorted = [...rows].sort((a, b) => a.prefix.length - b.prefix.length || (a.prefix < b.prefix ? -1 : 1))
  for (const { prefix, ...service } of sorted) {
    const last = ranges.at(-1)
    if (last && follows(last.last, prefix) && sameService(last, service)) last.last = prefix
    else ranges.push({ first: prefix, last: prefix, ...service })
  }
  return ranges
}

export const rowsOf = (ranges: ZoneRange[]): ZoneRow[] =>
  ranges.flatMap(({ first, last, ...service }) =>
    prefixesBetween(first, last).map((prefix) => ({ prefix, ...service })),
  )

/** A range may span areas that don't exist, such as 213; one that is named alone stays. */
export function rowsIn(db: Db, ranges: ZoneRange[]): ZoneRow[] {
  const known = knownAreas(db)
  for (const { prefix } of zoneRows(db)) known.add(prefix)
  return ranges.flatMap((range) =>
    rowsOf([range]).filter(
      ({ prefix }) => prefix.length > 3 || range.first === range.last || known.has(prefix),
    ),
  )
}

export const sameService = (one: ZoneService, other: ZoneService): boolean =>
  'notServed' in one
    ? 'notServed' in other && one.notServed === other.notServed
    : 'fcId' in other && one.fcId === other.fcId && one.transitDays === other.transitDays

const follows = (before: string, after: string) =>
  before.length === after.length && Number(after) === Number(before) + 1

const prefixesBetween = (first: string, last: string): string[] =>
  Array.from({ length: Math.max(0, Number(last) - Number(first) + 1) }, (_, index) =>
    String(Number(first) + index).padStart(first.length, '0'),
  )

/** The three digits with which ZIP codes begin, as far as we know. */
export const knownAreas = (db: Db): Set<string> =>
  new Set(
    db
      .select({ zip: zipCodes.zip })
      .from(zipCodes)
      .all()
      .map(({ zip }) => zip.slice(0, 3)),
  )

export const isKnownZip = (db: Db, zip: string): boolean =>
  db.select({ zip: zipCodes.zip }).from(zipCodes).where(eq(zipCodes.zip, zip)).get() !== undefined

/** Writes only what differs: each row that changes makes all pages read the shop again. */
export function writeZones(tx: Tx, rows: ZoneRow[]) {
  const before = new Map(zoneRows(tx).map((row) => [row.prefix, row]))
  const after = new Map(rows.map((row) => [row.prefix, row]))
  for (const prefix of before.keys())
    if (!after.has(prefix)) tx.delete(postalZones).where(eq(postalZones.prefix, prefix)).run()
  for (const row of rows) {
    const old = before.get(row.prefix)
    if (old && sameService(old, row)) continue
    const columns =
      'notServed' in row
        ? { fcId: null, transitDays: null, notServed: row.notServed }
        : { fcId: row.fcId, transitDays: row.transitDays, notServed: null }
    tx.insert(postalZones)
      .values({ prefix: row.prefix, ...columns })
      .onConflictDoUpdate({ target: postalZones.prefix, set: columns })
      .run()
  }
}
