import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import type { SumPart } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { GRAMS_PER_POUND, weighedCents } from '../money.ts'

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
    return [
      ['canceled', day, '', 1, units, order.totalCents],
      // A box that was refunded after it left still says how it arrived.
      ...sendingParts(tx, order),
      ...claimParts(tx, order.id),
    ]
  const placed = (kind: string, name: string | null | undefined): SumPart[] =>
    name ? [[kind, day, name, 1, units, order.totalCents]] : []
  return [
    ['orders', day, '', 1, units, order.totalCents],
    ...placed('zip3', order.zip?.slice(0, 3)),
    ...placed('state', order.place),
    ...lineParts(day, lines),
    ...sendingParts(tx, order),
    ...claimParts(tx, order.id),
    ...weightParts(tx, order.id, day),
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

type Claim = { kind: string; at: Instant; lines: number; cents: number }

/** By the day a claim was made. */
const claimParts = (tx: Tx, orderId: number): SumPart[] =>
  tx
    .all<Claim>(sql`
      select kind, created_at as at, card_cents + gift_cents + credit_cents as cents,
        (select count(*) from claim_lines where claim_id = claims.id) as lines
      from claims where order_id = ${orderId}`)
    .map(({ kind, at, lines, cents }) => ['claim', dayIn(SHOP_ZONE, at), kind, 1, lines, cents])

type Weighed = { cut: string; grams: number; cents: number; mostCents: number; poundCents: number }

/** Grams as units. What weighs more than the most that was shown is a gift (CWT-1). */
function weightParts(tx: Tx, orderId: number, day: Day): SumPart[] {
  const parts = new Map<string, SumPart>()
  const add = (kind: string, cut: string, grams: number, cents: number) => {
    const [, , , count, units, sum] = parts.get(`${kind}:${cut}`) ?? [kind, day, cut, 0, 0, 0]
    parts.set(`${kind}:${cut}`, [kind, day, cut, count + 1, units + grams, sum + cents])
  }
  for (const { cut, grams, cents, mostCents, poundCents } of weighedLines(tx, orderId)) {
    add('weighed', cut, grams, cents)
    const giftCents = weighedCents(poundCents, grams) - cents
    if (cents < mostCents || giftCents <= 0) continue
    add('given_weight', cut, grams - Math.round((cents / poundCents) * GRAMS_PER_POUND), giftCents)
  }
  return [...parts.values()]
}

const weighedLines = (tx: Tx, orderId: number): Weighed[] =>
  tx.all<Weighed>(sql`
    select cut, packed_grams as grams, packed_cents as cents, quantity * order_lines.price_cents as mostCents,
      order_lines.pound_cents as poundCents
    from order_lines
    inner join offers on offers.id = order_lines.offer_id
    inner join varieties on varieties.id = offers.variety_id
    where order_id = ${orderId} and packed_grams is not null and order_lines.pound_cents is not null`)

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
