import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DurableTx } from '#db/client.ts'
import { orders, type ShippingLabel, shippingLabels, trackerEvents } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { orderById } from '../orders/orders.ts'
import { newestSighting, rankOf } from './tracking-states.ts'

const MAX_DETAILS = 200
const words = z
  .string()
  .nullish()
  .transform((text) => (text ?? '').slice(0, 200))

const Place = z
  .object({ city: words, state: words, zip: words })
  .nullish()
  .transform((place) => [place?.city, place?.state, place?.zip].filter(Boolean).join(', '))

/** Times without a zone are the place's own; they are read as UTC, so that all of a parcel compare alike. */
const time = z
  .string()
  .nullish()
  .transform((text) => {
    const at = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text ?? '') ? (text ?? '') : `${text}Z`)
    return Number.isFinite(at) ? at : null
  })

const Detail = z.object({
  status: words,
  status_detail: words,
  message: words,
  datetime: time,
  tracking_location: Place,
})

/** A tracker as the carrier sends it: all that is known of a parcel, each time. */
export const TrackerSnapshot = z.object({
  id: z.string().max(100).nullish(),
  tracking_code: z.string().max(100),
  status: words,
  status_detail: words,
  est_delivery_date: time,
  updated_at: time,
  tracking_details: z.array(Detail).max(MAX_DETAILS).nullish(),
})

export type TrackerSnapshot = z.output<typeof TrackerSnapshot>

/** By the tracker: carriers use their tracking codes again after months. */
export function labelOf(tx: DurableTx, { id, tracking_code }: TrackerSnapshot): ShippingLabel | null {
  const isIts = (where: ReturnType<typeof eq>) =>
    tx.select().from(shippingLabels).where(where).orderBy(desc(shippingLabels.id)).limit(1).get() ?? null
  const byTracker = id ? isIts(eq(shippingLabels.trackerId, id)) : null
  return byTracker ?? isIts(eq(shippingLabels.trackingCode, tracking_code))
}

/** Keeps every sighting, and what the newest says. A parcel that arrived takes its order along. */
export function applyTracker(tx: DurableTx, label: ShippingLabel, tracker: TrackerSnapshot, now: Instant) {
  for (const sighting of sightingsIn(tracker, label, now))
    tx.insert(trackerEvents)
      .values({ ...sighting, labelId: label.id, heardAt: now })
      .onConflictDoNothing()
      .run()
  const known = tx.select().from(trackerEvents).where(eq(trackerEvents.labelId, label.id)).all()
  const newest = newestSighting(known)
  if (!newest) return
  const isNewer = newest.at >= (label.trackedAt ?? 0)
  tx.update(shippingLabels)
    .set({
      tracking: newest.status,
      trackingDetail: newest.detail,
      trackedAt: newest.at,
      ...(isNewer && tracker.est_delivery_date !== null && { expectedAt: tracker.est_delivery_date }),
    })
    .where(eq(shippingLabels.id, label.id))
    .run()
  if (label.state === 'bought') deliverArrived(tx, [label.orderId], now)
}

type NewSighting = Pick<typeof trackerEvents.$inferInsert, 'at' | 'status' | 'detail' | 'message' | 'place'>

/** The parcel's list. A status that is not on it counts if it is further along, because it has no time of its own. */
function sightingsIn(tracker: TrackerSnapshot, label: ShippingLabel, now: Instant): NewSighting[] {
  const listed = (tracker.tracking_details ?? []).flatMap(({ datetime, ...seen }) =>
    datetime === null || !seen.status
      ? []
      : {
          at: datetime,
          status: seen.status,
          detail: seen.status_detail,
          message: seen.message,
          place: seen.tracking_location,
        },
  )
  const { status, status_detail: detail } = tracker
  const isAhead =
    rankOf(status) > Math.max(rankOf(label.tracking ?? ''), ...listed.map((one) => rankOf(one.status)))
  if (!isAhead) return listed
  return [...listed, { at: tracker.updated_at ?? now, status, detail, message: '', place: '' }]
}

/** Shipped orders whose parcels the carrier has delivered. */
export function deliverArrived(tx: DurableTx, orderIds: number[], now: Instant) {
  const arrived = tx
    .selectDistinct({ id: orders.id })
    .from(orders)
    .innerJoin(shippingLabels, and(eq(shippingLabels.orderId, orders.id), eq(shippingLabels.state, 'bought')))
    .where(
      and(
        inArray(orders.id, sql`(select value from json_each(${JSON.stringify(orderIds)}))`),
        eq(orders.state, 'shipped'),
        eq(shippingLabels.tracking, 'delivered'),
      ),
    )
    .all()
  for (const { id } of arrived) advanceOrder(tx, orderById(tx, id), { state: 'delivered', updatedAt: now })
}
