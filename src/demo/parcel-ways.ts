import { and, eq, like } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  type FulfillmentCenter,
  fulfillmentCenters,
  orders,
  shipments,
  shippingLabels,
} from '#db/schema/index.ts'
import { HOUR_MS, type Instant } from '../day.ts'
import type { HandedParcel } from '../providers/shipping/stand-in/hand-over.ts'

type Scan = HandedParcel['way'][number]

type Place = { city: string; state: string; zip: string }

const scan = (at: Instant, status: Scan['status'], detail: string, message: string, place: Place): Scan => ({
  at,
  status,
  detail,
  message,
  place,
})

/** Between Reno and Seattle. */
const DEPOTS: Record<string, [hours: number, detail: string, place: Place][]> = {
  Seattle: [
    [8, 'in_transit', { city: 'Medford', state: 'OR', zip: '97501' }],
    [15, 'departed_facility', { city: 'Portland', state: 'OR', zip: '97218' }],
  ],
}

type Trip = { from: Place; to: Place; leftAt: Instant; expectedAt: Instant }

/** All that the carrier scans, from our dock to the door two hours before the promised time. */
export function wayOf({ from, to, leftAt, expectedAt }: Trip): Scan[] {
  const before = (hours: number) => expectedAt - hours * HOUR_MS
  const depots = DEPOTS[to.city] ?? []
  return [
    scan(leftAt + HOUR_MS, 'in_transit', 'departed_origin_facility', '', from),
    ...depots.map(([hours, detail, place]) =>
      scan(leftAt + hours * HOUR_MS, 'in_transit', detail, '', place),
    ),
    scan(before(12), 'in_transit', 'arrived_at_facility', '', to),
    scan(before(6), 'out_for_delivery', 'out_for_delivery', '', to),
    scan(before(2), 'delivered', 'arrived_at_destination', 'Left at the front door', to),
  ]
}

export const placeOf = ({ city, state, postalCode }: FulfillmentCenter): Place => ({
  city,
  state,
  zip: postalCode,
})

const TRACKER = 'trk_demo_'

/** The carrier's ids of a box's parcel. */
export const demoIds = (orderId: number) => ({
  shipmentId: `shp_demo_${orderId}`,
  trackerId: `${TRACKER}${orderId}`,
})

/** The parcels that the demo began with and that are still on their way: the embedded carrier takes them over. */
export function parcelsOfDemo(db: Db): HandedParcel[] {
  const rows = db
    .select({ label: shippingLabels, order: orders, center: fulfillmentCenters, leftAt: shipments.shippedAt })
    .from(shippingLabels)
    .innerJoin(orders, eq(orders.id, shippingLabels.orderId))
    .innerJoin(fulfillmentCenters, eq(fulfillmentCenters.id, orders.fcId))
    .innerJoin(shipments, eq(shipments.orderId, orders.id))
    .where(and(like(shippingLabels.trackerId, `${TRACKER}%`), eq(orders.state, 'shipped')))
    .all()
  return rows.map(({ label, order, center, leftAt }) => {
    const from = placeOf(center)
    const to = deliveryPlace(order)
    const expectedAt = label.expectedAt ?? leftAt
    return {
      ...demoIds(order.id),
      trackingCode: label.trackingCode ?? '',
      service: label.service ?? '',
      cents: label.costCents ?? 0,
      from: { ...from, street1: center.street },
      to: { ...to, name: order.deliveryName ?? '', street1: order.deliveryStreet1 ?? '' },
      madeAt: label.createdAt,
      expectedAt,
      way: wayOf({ from, to, leftAt, expectedAt }),
    }
  })
}

type Delivery = Pick<typeof orders.$inferSelect, 'deliveryCity' | 'deliveryState' | 'deliveryPostalCode'>

export const deliveryPlace = ({ deliveryCity, deliveryState, deliveryPostalCode }: Delivery): Place => ({
  city: deliveryCity ?? '',
  state: deliveryState ?? '',
  zip: deliveryPostalCode ?? '',
})
