import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DurableTx } from '#db/client.ts'
import { orders, type ShippingLabel, shippingLabels, trackerEvents } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isSeen, knownStatus, newestSighting, rankOf, wontCome } from '../delivery/parcel-status.ts'
import { closeFlag, closeOrderFlags } from '../flags/flags.ts'
import { deliverOrder, endGone } from '../orders/deliver-order.ts'
import { orderById } from '../orders/orders.ts'
import { announceNews, problemKey } from './announce.ts'
import { sightingsOf } from './labels.ts'
import { shipScanned } from './scanned-boxes.ts'

const MAX_DETAILS = 200
const words = z
  .string()
  .nullish()
  .transform((text) => (text ?? '').slice(0, 200))

const status = words.transform(knownStatus)

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
  status,
  status_detail: words,
  message: words,
  datetime: time,
  tracking_location: Place,
})

/** A tracker as the carrier sends it: all that is known of a parcel, each time. */
export const TrackerSnapshot = z.object({
  id: z.string().max(100).nullish(),
  tracking_code: z.string().max(100),
  status,
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
  for (const sighting of sightingsIn(tracker))
    tx.insert(trackerEvents)
      .values({ ...sighting, labelId: label.id, heardAt: now })
      .onConflictDoNothing()
      .run()
  const sightings = sightingsOf(tx, label.id)
  const newest = newestSighting(sightings)
  if (!newest) return
  const current = tx
    .update(shippingLabels)
    .set({
      tracking: newest.status,
      trackingDetail: newest.detail,
      trackedAt: newest.at || newest.heardAt,
      ...newerEstimate(label, tracker),
    })
    .where(eq(shippingLabels.id, label.id))
    .returning()
    .get()
  shipScanned(tx, label, sightings, now)
  if (label.state !== 'bought') return
  deliverArrived(tx, [label.orderId], now)
  if (wontCome(current)) endGone(tx, orderById(tx, label.orderId), now)
  if (isSeen(newest.status))
    closeOrderFlags(tx, label.orderId, ['parcel_not_seen'], 'The carrier has scanned it.', now)
  const end = ENDS[newest.status]
  if (end) closeOrderFlags(tx, label.orderId, ['parcel_overdue'], end, now)
  if (end && newest.status === 'delivered') closeFlag(tx, problemKey(label.orderId, 'failed'), end, now)
  announceNews(tx, current, now)
}

const ENDS: Record<string, string> = {
  delivered: 'The carrier has delivered it.',
  return_to_sender: 'The carrier is sending it back.',
}

/** Of two estimates of the same time, the later day counts, so that their order does not matter. */
function newerEstimate({ expectedAt, expectedAsOf }: ShippingLabel, tracker: TrackerSnapshot) {
  const { est_delivery_date: estimate, updated_at } = tracker
  if (estimate === null) return {}
  const asOf = updated_at ?? Math.max(0, ...listed(tracker).map(({ at }) => at))
  const isNewer = asOf - (expectedAsOf ?? -1) || estimate - (expectedAt ?? 0)
  return isNewer > 0 ? { expectedAt: estimate, expectedAsOf: asOf } : {}
}

type NewSighting = Pick<typeof trackerEvents.$inferInsert, 'at' | 'status' | 'detail' | 'message' | 'place'>

/** The parcel's list, and its status if that is further along; it has no time of its own. */
function sightingsIn(tracker: TrackerSnapshot): NewSighting[] {
  const sightings = listed(tracker)
  const { status, status_detail: detail } = tracker
  const isAhead = status && rankOf(status) > Math.max(-1, ...sightings.map((one) => rankOf(one.status)))
  return isAhead ? [...sightings, { at: 0, status, detail, message: '', place: '' }] : sightings
}

const listed = ({ tracking_details }: TrackerSnapshot) =>
  (tracking_details ?? []).flatMap(({ datetime, status, status_detail, message, tracking_location }) =>
    datetime === null || datetime <= 0 || !status
      ? []
      : { at: datetime, status, detail: status_detail, message, place: tracking_location },
  )

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
  for (const { id } of arrived) deliverOrder(tx, orderById(tx, id), now)
}
