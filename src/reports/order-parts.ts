import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import type { SumPart } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'

export type PlacedOrder = {
  id: number
  state: string
  placedAt: Instant
  totalCents: number
  zip: string | null
  place: string | null
  arrivalOn: Day | null
}

type Line = { farm: string; cut: string; units: number; cents: number }

type Sending = {
  carrier: string | null
  center: string
  zone: string
  shippedAt: Instant
  deliveredAt: Instant | null
  claims: string | null
}

/** All that a placed order adds to the sums. Pure but for its reads, so that it can be taken back and added again. */
export function partsOf(tx: Tx, order: PlacedOrder): SumPart[] {
  const day = dayIn(SHOP_ZONE, order.placedAt)
  const lines = linesOf(tx, order.id)
  const units = lines.reduce((sum, line) => sum + line.units, 0)
  if (order.state === 'canceled' || order.state === 'refunded')
    return [['canceled', day, '', 1, units, order.totalCents]]
  const placed = (kind: string, name: string | null | undefined): SumPart[] =>
    name ? [[kind, day, name, 1, units, order.totalCents]] : []
  return [
    ['orders', day, '', 1, units, order.totalCents],
    ...placed('zip3', order.zip?.slice(0, 3)),
    ...placed('state', order.place),
    ...lineParts(day, lines),
    ...sendingParts(tx, order),
  ]
}

/** A farm's or cut's count is of the orders that have it. */
function lineParts(day: Day, lines: Line[]): SumPart[] {
  const parts = new Map<string, SumPart>()
  const add = (kind: string, name: string, { units, cents }: Line) => {
    const part = parts.get(`${kind}:${name}`) ?? [kind, day, name, 1, 0, 0]
    parts.set(`${kind}:${name}`, [kind, day, name, 1, part[4] + units, part[5] + cents])
  }
  for (const line of lines) {
    add('farm', line.farm, line)
    add('cut', line.cut, line)
  }
  return [...parts.values()]
}

const linesOf = (tx: Tx, orderId: number): Line[] =>
  tx.all<Line>(sql`
    select farms.slug as farm, varieties.cut as cut, order_lines.quantity as units,
      coalesce(packed_cents, (order_lines.quantity - bundled_quantity) * order_lines.price_cents + bundled_cents) as cents
    from order_lines
    inner join offers on offers.id = order_lines.offer_id
    inner join varieties on varieties.id = offers.variety_id
    inner join farms on farms.id = varieties.farm_id
    where order_id = ${orderId}`)

/** By the day a box left, and by its lane: carrier, center and state. On time is by the center's calendar. */
function sendingParts(tx: Tx, { id, place, arrivalOn }: PlacedOrder): SumPart[] {
  return sendingsOf(tx, id).flatMap(({ carrier, center, zone, shippedAt, deliveredAt, claims }) => {
    const day = dayIn(SHOP_ZONE, shippedAt)
    const lane = [carrier ?? 'Unknown', center, place ?? ''].join('|')
    const isOnTime = deliveredAt !== null && arrivalOn !== null && dayIn(zone, deliveredAt) <= arrivalOn
    const kinds = [
      'shipped',
      ...(deliveredAt === null ? [] : ['delivered']),
      ...(isOnTime ? ['on_time'] : []),
      ...(claims ? ['claimed'] : []),
      ...(/damaged|thawed/.test(claims ?? '') ? ['damaged'] : []),
    ]
    return kinds.map((kind): SumPart => [kind, day, lane, 1, 0, 0])
  })
}

const sendingsOf = (tx: Tx, orderId: number): Sending[] =>
  tx.all<Sending>(sql`
    select shipments.carrier, fulfillment_centers.slug as center, fulfillment_centers.zone,
      shipments.shipped_at as shippedAt,
      (select min(at) from shipment_notices where order_id = ${orderId} and word = 'delivered') as deliveredAt,
      (select group_concat(kind) from claims where order_id = ${orderId}) as claims
    from shipments inner join fulfillment_centers on fulfillment_centers.id = shipments.fc_id
    where shipments.order_id = ${orderId}`)
