import { and, eq, max } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Order, shippingLabels, trackerEvents } from '#db/schema/index.ts'
import { addDays, type Day, type Instant } from '../day.ts'
import { dayIn } from '../delivery/zones.ts'
import { zoneOf } from '../orders/placed.ts'
import { CLAIM_DAYS } from '../orders/rules.ts'

export type ClaimWindow = { state: 'open'; until: Day } | { state: 'early' } | { state: 'over'; until: Day }

/** Open for 14 days after delivery, and from the promised day on if the box hasn't come. */
export function claimWindow(db: Db, order: Order, now: Instant): ClaimWindow {
  const { arrivalOn, fcId } = order
  if (arrivalOn === null || fcId === null) return { state: 'early' }
  const zone = zoneOf(db, fcId)
  const today = dayIn(zone, now)
  const isOverdue = order.state === 'shipped' && today > arrivalOn
  if (order.state !== 'delivered' && order.state !== 'refunded' && !isOverdue) return { state: 'early' }
  const scanned = deliveredOn(db, order, zone)
  const until = addDays(scanned !== null && scanned > arrivalOn ? scanned : arrivalOn, CLAIM_DAYS)
  return today <= until ? { state: 'open', until } : { state: 'over', until }
}

/** By the carrier's scan. */
function deliveredOn(db: Db, { id }: Order, zone: string): Day | null {
  const scan = db
    .select({ at: max(trackerEvents.at) })
    .from(trackerEvents)
    .innerJoin(shippingLabels, eq(shippingLabels.id, trackerEvents.labelId))
    .where(and(eq(shippingLabels.orderId, id), eq(trackerEvents.status, 'delivered')))
    .get()
  return scan?.at ? dayIn(zone, scan.at) : null
}
