import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { type Db, durably, performApart } from '#db/client.ts'
import { type Order, orders, type ShippingLabel, shipments, shippingLabels } from '#db/schema/index.ts'
import { DAY_MS, type Day, formatDay, HOUR_MS, type Instant } from '../day.ts'
import { expectedDay } from '../delivery/parcel-status.ts'
import { dayIn } from '../delivery/zones.ts'
import { flagForStaff } from '../flags/flags.ts'
import { doorZoneOf } from '../orders/door-zone.ts'
import type { Services } from '../services.ts'
import { labelById } from './labels.ts'
import { applyTracker, TrackerSnapshot } from './tracker-news.ts'

/** A parcel on its way is scanned more often than this. */
const SILENT_MS = 12 * HOUR_MS
/** A parcel that no one scanned by then may still be on our dock. */
const UNSEEN_MS = DAY_MS
/** Calls of one round; the others wait for the next. */
const MAX_POLLED = 200

/** Asks the carrier where silent parcels are, because webhooks get lost. Flags those that it never scanned, or is late with. */
export async function followParcels(services: Services) {
  for (const label of silentLabels(services.db, services.clock.now())) await pollTracker(services, label)
  await flagUnseen(services)
  await flagOverdue(services)
}

const hasNotArrived = and(
  eq(shippingLabels.state, 'bought'),
  sql`coalesce(${shippingLabels.tracking}, '') not in ('delivered', 'return_to_sender', 'cancelled')`,
)

/** By the index of states, which holds placed orders alone. */
const inStates = (...states: Order['state'][]) =>
  and(inArray(orders.state, states), isNotNull(orders.placedAt))

const isOnItsWay = and(hasNotArrived, inStates('shipped'))

function silentLabels(db: Db, now: Instant): ShippingLabel[] {
  const rows = db
    .select({ label: shippingLabels })
    .from(shippingLabels)
    .innerJoin(orders, eq(orders.id, shippingLabels.orderId))
    .where(
      and(
        hasNotArrived,
        inStates('in_wave', 'shipped'), // a clerk may have forgotten to ship it
        isNotNull(shippingLabels.trackerId),
        lte(
          sql`max(coalesce(${shippingLabels.trackedAt}, 0), coalesce(${shippingLabels.polledAt}, 0), coalesce(${shippingLabels.boughtAt}, 0))`,
          now - SILENT_MS,
        ),
      ),
    )
    .orderBy(asc(shippingLabels.polledAt))
    .limit(MAX_POLLED)
    .all()
  return rows.map(({ label }) => label)
}

/** One that can't be asked, or whose news can't be kept, is asked again in twelve hours. */
async function pollTracker({ db, carrier, clock, log }: Services, { id, trackerId }: ShippingLabel) {
  const answer = await carrier.findTracker(trackerId ?? '').catch((error: unknown) => {
    log.warn({ err: error, event: 'tracker_not_polled' }, 'the carrier did not say where a parcel is')
    return null
  })
  const tracker = TrackerSnapshot.safeParse(answer).data
  const kept = await durably(db, (tx) => {
    const now = clock.now()
    tx.update(shippingLabels).set({ polledAt: now }).where(eq(shippingLabels.id, id)).run()
    const label = labelById(tx, id)
    return performApart(tx, () => {
      if (tracker && label) applyTracker(tx, label, tracker, now)
    })
  })
  if (!kept.ok) log.error({ err: kept.error, label: id }, 'the news of a parcel could not be kept')
}

async function flagUnseen({ db, clock }: Services) {
  const now = clock.now()
  const unseen = unseenLabels(db, now)
  if (unseen.length === 0) return
  await durably(db, (tx) => {
    for (const { labelId, orderId, identifier } of unseen)
      flagForStaff(tx, {
        kind: 'parcel_not_seen',
        key: `parcel_not_seen:${labelId}`,
        orderId,
        detail: `Box ${identifier} was shipped a day ago, and the carrier hasn’t scanned it.`,
        now,
      })
  })
}

const unseenLabels = (db: Db, now: Instant) =>
  db
    .select({ labelId: shippingLabels.id, orderId: orders.id, identifier: orders.identifier })
    .from(shippingLabels)
    .innerJoin(orders, eq(orders.id, shippingLabels.orderId))
    .innerJoin(shipments, and(eq(shipments.orderId, orders.id), eq(shipments.waveId, shippingLabels.waveId)))
    .where(
      and(
        isOnItsWay,
        lte(shipments.shippedAt, now - UNSEEN_MS),
        or(isNull(shippingLabels.tracking), inArray(shippingLabels.tracking, ['unknown', 'pre_transit'])),
      ),
    )
    .all()

/** The tracking page tells the buyer to ask us, so staff know first. */
async function flagOverdue({ db, clock }: Services) {
  const now = clock.now()
  const overdue = [...labelsOnTheirWay(db, now), ...unlabeledOnTheirWay(db, now)].filter(
    ({ label, order }) => dueOn(db, label, order) < dayIn(doorZoneOf(db, order), now),
  )
  if (overdue.length === 0) return
  await durably(db, (tx) => {
    for (const { label, order } of overdue)
      flagForStaff(tx, {
        kind: 'parcel_overdue',
        key: label ? `parcel_overdue:${label.id}` : `parcel_overdue_unlabeled:${order.id}`,
        orderId: order.id,
        detail: `Box ${order.identifier} was due ${formatDay(dueOn(db, label, order), 'short')}${label ? '' : ', and was shipped without a label, so no carrier tells us'}.`,
        now,
      })
  })
}

/** A label can be canceled at the carrier while its box travels, and then no more news comes. */
const hasNoEnd = and(
  eq(shippingLabels.state, 'bought'),
  sql`coalesce(${shippingLabels.tracking}, '') not in ('delivered', 'return_to_sender')`,
)

/** Promised before today, by the clock that is furthest ahead. */
const labelsOnTheirWay = (db: Db, now: Instant) =>
  db
    .select({ label: shippingLabels, order: orders })
    .from(shippingLabels)
    .innerJoin(orders, eq(orders.id, shippingLabels.orderId))
    .where(and(hasNoEnd, inStates('shipped'), lt(orders.arrivalOn, dayIn('UTC', now))))
    .all()

const unlabeledOnTheirWay = (db: Db, now: Instant) =>
  db
    .select({ order: orders })
    .from(orders)
    .where(
      and(
        inStates('shipped'),
        sql`exists (select 1 from shipments where order_id = ${orders.id})`,
        lt(orders.arrivalOn, dayIn('UTC', now)),
        sql`not exists (select 1 from shipping_labels where order_id = ${orders.id} and state = 'bought')`,
      ),
    )
    .all()
    .map(({ order }) => ({ label: null, order }))

/** The carrier's day, once it has named one. */
function dueOn(db: Db, label: ShippingLabel | null, order: Order): Day {
  if (order.arrivalOn === null) throw new Error(`order ${order.id} is not placed`)
  return expectedDay(label?.expectedAt ?? null, doorZoneOf(db, order)) ?? order.arrivalOn
}
