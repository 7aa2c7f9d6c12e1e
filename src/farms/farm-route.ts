import type { Db } from '#db/client.ts'
import { listCenters } from '../delivery/centers.ts'
import { locate } from '../delivery/coordinates.ts'
import { centerFor } from '../delivery/postal-zones.ts'
import { cachedRead } from '../read-cache.ts'
import { type MapPoint, mapPoint } from './map-projection.ts'

type Stop = { name: string; point: MapPoint }

/** From a farm to the visitor: where their boxes are packed, and their town. */
export type WayHome = { packedIn: Stop; home: Stop }

/** Null until we know the ZIP code, or if we don't deliver there. */
export const wayHome = (db: Db, postalCode: string | null): WayHome | null =>
  postalCode === null ? null : cachedRead(db, `way home to ${postalCode}`, () => readWay(db, postalCode))

function readWay(db: Db, postalCode: string): WayHome | null {
  const fcId = centerFor(db, postalCode)
  const center = listCenters(db).find(({ id }) => id === fcId)
  const from = center && locate(db, center.postalCode)
  const to = locate(db, postalCode)
  if (!center || !from || !to) return null
  return {
    packedIn: { name: center.city, point: mapPoint(from) },
    home: { name: to.city, point: mapPoint(to) },
  }
}
