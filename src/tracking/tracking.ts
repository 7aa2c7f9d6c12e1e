import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { THAWING_SOURCE } from '#db/data/thawing.ts'
import {
  fulfillmentCenters,
  type Order,
  packingWaveOrders,
  shipments,
  shippingLabels,
  trackerEvents,
  weatherAlerts,
  weatherHolds,
} from '#db/schema/index.ts'
import { type Day, daysBetween, type Instant } from '../day.ts'
import { expectedDay, shipmentWord, wontCome } from '../delivery/parcel-status.ts'
import { zoneOfZip } from '../delivery/zip-zones.ts'
import { thawPlan } from '../orders/thaw-plan.ts'
import { isForHome } from './known-arrival.ts'

/** `public`: anyone with the link, who may know where the box is and nothing about its buyer. */
export type Audience = 'all' | 'public'

export type Tracking = ReturnType<typeof trackingOf>
export type SeenAt = Tracking['sightings'][number]

/** Where an order's box is, and how it got there. @throws when the order is not placed */
export function trackingOf(db: Db, order: Order, audience: Audience, now: Instant) {
  const { id, token, identifier, state, arrivalOn, shipOn, lockAt, fcId } = order
  const found = statements(db)
  const from = found.center.get({ fcId: fcId ?? 0 })
  if (arrivalOn === null || shipOn === null || lockAt === null || !from)
    throw new Error(`order ${id} is not placed`)
  const label = found.label.get({ orderId: id }) ?? null
  const shippedAt = found.shipment.get({ orderId: id })?.shippedAt ?? null
  const sightings = label ? found.sightings.all({ labelId: label.id }) : []
  const zone = zoneOfZip(order.deliveryPostalCode) ?? from.zone
  const expectedOn = expectedDay(label?.expectedAt ?? null, zone)
  const hasLeft = state === 'shipped' || state === 'delivered' || (state === 'refunded' && shippedAt !== null)
  const word = wordOf(order, label, expectedOn, hasLeft)
  return {
    audience,
    token,
    identifier,
    state,
    now,
    from,
    /** The recipient's, in which the box is followed. */
    zone,
    /** The center's, in which changes close. */
    centerZone: from.zone,
    to: { city: order.deliveryCity ?? '', state: order.deliveryState ?? '' },
    street: audience === 'all' ? (order.deliveryStreet1 ?? '') : null,
    recipient: audience === 'all' ? (order.deliveryName ?? '') : null,
    placedAt: order.placedAt ?? order.createdAt,
    shipOn,
    lockAt,
    arrivesOn: arrivalOn,
    expectedOn,
    expectedAt: label?.expectedAt ?? null,
    daysLate: daysLate(arrivalOn, expectedOn),
    packedAt: found.packed.get({ orderId: id })?.packedAt ?? null,
    shippedAt,
    word,
    detail: label?.trackingDetail ?? '',
    sightings,
    newsAt: sightings[0]?.at ?? shippedAt,
    carrier: label?.carrier ?? null,
    service: label?.service ?? null,
    code: audience === 'all' ? (label?.trackingCode ?? null) : null,
    hold: state === 'paid' ? (found.hold.get({ orderId: id }) ?? null) : null,
  }
}

/** What thaws in the box, for its buyer. Null if no box comes. */
export const trackedThaw = (db: Db, { id }: Order, tracking: Tracking) =>
  tracking.audience === 'all' && isForHome(tracking)
    ? { rows: thawPlan(db, id), source: THAWING_SOURCE }
    : null

type LabelNews = Pick<typeof shippingLabels.$inferSelect, 'tracking' | 'trackingDetail'>

function wordOf(
  { state, arrivalOn }: Order,
  label: LabelNews | null,
  expectedOn: Day | null,
  hasLeft: boolean,
) {
  if (state === 'delivered' && label?.tracking !== 'return_to_sender') return 'delivered'
  if (!hasLeft && state !== 'in_wave') return null
  const { tracking, trackingDetail } = label ?? { tracking: null, trackingDetail: null }
  if (state === 'refunded' && !wontCome({ tracking, trackingDetail })) return 'delivered' // it ends at the door
  return shipmentWord({ tracking, trackingDetail, expectedOn, promisedOn: arrivalOn, hasLeft })
}

const daysLate = (promisedOn: Day, expectedOn: Day | null) =>
  expectedOn === null ? 0 : Math.max(0, daysBetween(promisedOn, expectedOn))

const ofOrder = sql.placeholder('orderId')

const statements = oncePerDatabase((db) => ({
  center: db
    .select({
      city: fulfillmentCenters.city,
      state: fulfillmentCenters.state,
      zone: fulfillmentCenters.zone,
    })
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, sql.placeholder('fcId')))
    .prepare(),
  label: db
    .select()
    .from(shippingLabels)
    .where(and(eq(shippingLabels.orderId, ofOrder), sql`state = 'bought'`))
    .orderBy(desc(shippingLabels.id))
    .prepare(),
  shipment: db
    .select({ shippedAt: shipments.shippedAt })
    .from(shipments)
    .where(eq(shipments.orderId, ofOrder))
    .orderBy(desc(shipments.id))
    .prepare(),
  packed: db
    .select({ packedAt: packingWaveOrders.packedAt })
    .from(packingWaveOrders)
    .where(and(eq(packingWaveOrders.orderId, ofOrder), isNull(packingWaveOrders.endedAt)))
    .prepare(),
  sightings: db
    .select()
    .from(trackerEvents)
    .where(and(eq(trackerEvents.labelId, sql.placeholder('labelId')), gt(trackerEvents.at, 0)))
    .orderBy(desc(trackerEvents.at), desc(trackerEvents.id))
    .prepare(),
  hold: db
    .select({
      id: weatherHolds.id,
      title: weatherAlerts.title,
      movedTo: weatherHolds.movedTo,
      heldAt: weatherHolds.heldAt,
    })
    .from(weatherHolds)
    .innerJoin(weatherAlerts, eq(weatherAlerts.id, weatherHolds.alertId))
    .where(
      and(eq(weatherHolds.orderId, ofOrder), isNull(weatherHolds.endedAt), isNull(weatherHolds.shipAnywayAt)),
    )
    .prepare(),
}))
