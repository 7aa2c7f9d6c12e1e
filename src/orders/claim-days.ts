import { and, eq, max } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Order, shippingLabels, trackerEvents } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { zoneOfZip } from '../delivery/zip-zones.ts'
import { dayIn } from '../delivery/zones.ts'
import { zoneOf } from './placed.ts'
import { lastClaimDay } from './rules.ts'

/** Where the box goes; its center's zone if the ZIP code names none. */
export const doorZoneOf = (db: Db, { deliveryPostalCode, fcId }: Order): string =>
  zoneOfZip(deliveryPostalCode) ?? zoneOf(db, fcId ?? 0)

/** The last day on which its buyer can tell us what was wrong, as they count days. */
export const lastClaimDayOf = (db: Db, order: Order, promisedOn: Day): Day =>
  lastClaimDay(promisedOn, deliveredOn(db, order))

/** By the carrier's scan. */
function deliveredOn(db: Db, order: Order): Day | null {
  const scan = db
    .select({ at: max(trackerEvents.at) })
    .from(trackerEvents)
    .innerJoin(shippingLabels, eq(shippingLabels.id, trackerEvents.labelId))
    .where(and(eq(shippingLabels.orderId, order.id), eq(trackerEvents.status, 'delivered')))
    .get()
  return scan?.at ? dayIn(doorZoneOf(db, order), scan.at) : null
}
