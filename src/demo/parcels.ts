import { and, asc, eq, notExists } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import {
  type FulfillmentCenter,
  fulfillmentCenters,
  type NoticeWord,
  type Order,
  orders,
  packingWaveOrders,
  packingWaves,
  shipmentNotices,
  shipments,
  shippingLabels,
  trackerEvents,
  users,
} from '#db/schema/index.ts'
import { addDays, DAY_MS, type Day, HOUR_MS, type Instant } from '../day.ts'
import { dayIn, instantOf } from '../delivery/zones.ts'
import { boxesNow } from '../fulfillment/waves.ts'
import { orderById } from '../orders/orders.ts'
import { random } from '../tokens.ts'
import { type Buyer, firstPackLines, nearestDay, openWeekdays, servedZone } from './boxes.ts'
import { deliveryPlace, demoIds, placeOf, wayOf } from './parcel-ways.ts'
import { addPlacedBox } from './placed-box.ts'

const PICKUP_HOUR = 11
/** Not four in the afternoon: that is midnight in UTC, which stands for a day without a time. */
const DOOR_HOUR = 15
const TRIP_DAYS = 2

/** In the first center's area. */
const HOME = { street: '1912 Pike Pl', city: 'Seattle', state: 'WA', zip: '98101' }

/** The demo's shopper follows a box on its way, and has one at the door. Others' boxes are on their way too. */
export function seedParcels(tx: DurableTx, now: Instant) {
  for (const order of shippedOrders(tx)) sendShipped(tx, order, now)
  const buyer = shopper(tx)
  const today = dayIn(servedZone(tx, buyer.address.zip).fc.zone, now)
  addParcel(tx, buyer, { state: 'shipped', leftOn: addDays(today, -1), now })
  addParcel(tx, buyer, { state: 'delivered', leftOn: addDays(today, -9), now })
}

function shopper(db: Db): Buyer {
  const user = db.select().from(users).where(eq(users.email, 'shopper@example.com')).get()
  if (!user) throw new Error('the demo has no shopper')
  const { id: userId, email, firstName, lastName } = user
  return { userId, email, firstName: firstName ?? '', lastName: lastName ?? '', address: HOME }
}

const shippedOrders = (db: Db) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.state, 'shipped'),
        notExists(db.select().from(shippingLabels).where(eq(shippingLabels.orderId, orders.id))),
      ),
    )
    .orderBy(asc(orders.id))
    .all()

/** Out of a wave of its own. One that would have come by now comes tomorrow. */
function sendShipped(tx: DurableTx, order: Order, now: Instant) {
  const center = centerOf(tx, order)
  if (order.shipOn === null || order.arrivalOn === null) throw new Error(`order ${order.id} is not placed`)
  const tomorrow = addDays(dayIn(center.zone, now), 1)
  const arrivesOn = order.arrivalOn > tomorrow ? order.arrivalOn : tomorrow
  send(tx, order.id, { center, waveId: addWave(tx, order, now), leftOn: order.shipOn, arrivesOn, now })
}

const CUTS = ['grass-fed-ribeye', 'grass-fed-ground-beef', 'chicken-thighs', 'maple-smoked-bacon']

type Parcel = { state: 'shipped' | 'delivered'; leftOn: Day; now: Instant }

function addParcel(tx: DurableTx, buyer: Buyer, { state, leftOn, now }: Parcel) {
  const { fc } = servedZone(tx, buyer.address.zip)
  const at = instantOf(leftOn, PICKUP_HOUR, fc.zone) - 5 * DAY_MS
  const day =
    openWeekdays(tx, buyer.address.zip, at).findLast(({ shipOn }) => shipOn <= leftOn) ??
    nearestDay(tx, buyer, at)
  const { id } = addPlacedBox(tx, buyer, firstPackLines(tx, CUTS, 1), { state, day, at })
  const arrivesOn = addDays(leftOn, TRIP_DAYS)
  const order = orderById(tx, id)
  send(tx, id, { center: centerOf(tx, order), waveId: firstWave(tx, fc.id), leftOn, arrivesOn, now })
}

type Trip = { center: FulfillmentCenter; waveId: number; leftOn: Day; arrivesOn: Day; now: Instant }

/** Adds its shipment and label, with the scans and notices there would be by now. */
function send(tx: DurableTx, orderId: number, { center, waveId, leftOn, arrivesOn, now }: Trip) {
  const leftAt = instantOf(leftOn, PICKUP_HOUR, center.zone)
  const expectedAt = instantOf(arrivesOn, DOOR_HOUR, center.zone)
  const sold = { carrier: 'DemoParcel', service: 'Ground', trackingCode: `DP${random.readable(10)}` }
  tx.insert(shipments)
    .values({ orderId, waveId, fcId: center.id, shippedAt: leftAt, ...sold })
    .run()
  const seen = wayOf({ from: placeOf(center), to: deliveryPlace(orderById(tx, orderId)), leftAt, expectedAt })
    .filter((scan) => scan.at <= now)
    .map(({ place, ...scan }) => ({ ...scan, place: `${place.city}, ${place.state}, ${place.zip}` }))
  const last = seen.at(-1)
  const label = tx
    .insert(shippingLabels)
    .values({
      token: random.token(),
      orderId,
      waveId,
      state: 'bought',
      ...demoIds(orderId),
      ...sold,
      costCents: 1_180,
      tracking: last?.status ?? null,
      trackingDetail: last?.detail ?? null,
      trackedAt: last?.at ?? null,
      expectedAt,
      createdAt: leftAt - DAY_MS,
      boughtAt: leftAt - DAY_MS,
      polledAt: now,
    })
    .returning({ id: shippingLabels.id })
    .get()
  for (const one of seen)
    tx.insert(trackerEvents)
      .values({ ...one, labelId: label.id, heardAt: one.at })
      .run()
  tellOf(tx, orderId, seen, leftAt)
  // It left and arrives as promised, also if the demo begins on a weekend.
  tx.update(orders).set({ shipOn: leftOn, arrivalOn: arrivesOn }).where(eq(orders.id, orderId)).run()
}

/** Marks its news as told, so the demo's first start sends no mail about it. */
function tellOf(tx: Tx, orderId: number, seen: { status: string; at: Instant }[], leftAt: Instant) {
  const told = new Map<NoticeWord, Instant>([['shipped', leftAt]])
  for (const { status, at } of seen)
    if (status === 'out_for_delivery' || status === 'delivered') told.set(status, at)
  for (const [word, at] of told) tx.insert(shipmentNotices).values({ orderId, word, at }).run()
}

function centerOf(db: Db, { id, fcId }: Order): FulfillmentCenter {
  const center = db
    .select()
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, fcId ?? 0))
    .get()
  if (!center) throw new Error(`order ${id} has no center`)
  return center
}

/** The center's first wave; its boxes left long ago. */
function firstWave(db: Db, fcId: number): number {
  const wave = db
    .select({ id: packingWaves.id })
    .from(packingWaves)
    .where(eq(packingWaves.fcId, fcId))
    .orderBy(asc(packingWaves.id))
    .get()
  if (!wave) throw new Error('the demo has no wave')
  return wave.id
}

function addWave(tx: Tx, { id: orderId, fcId, version }: Order, now: Instant): number {
  const packedAt = now - 30 * HOUR_MS
  const wave = tx
    .insert(packingWaves)
    .values({ fcId: fcId ?? 0, createdAt: packedAt - HOUR_MS })
    .returning({ id: packingWaves.id })
    .get()
  const box = boxesNow(tx, [orderId]).get(orderId)
  tx.insert(packingWaveOrders)
    .values({ waveId: wave.id, orderId, position: 1, orderVersion: version, packedAt, ...(box && { box }) })
    .run()
  return wave.id
}
