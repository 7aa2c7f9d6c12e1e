import { and, eq, isNotNull, ne, notInArray, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import {
  fulfillmentCenters,
  type Offer,
  offers,
  orderLines,
  orders,
  users,
  varieties,
} from '#db/schema/index.ts'
import { type Instant, MINUTE_MS } from '../day.ts'
import type { OpenDay } from '../delivery/calendar.ts'
import { makeWave } from '../fulfillment/waves.ts'
import { completeOrder } from '../orders/complete.ts'
import { orderById } from '../orders/orders.ts'
import { currentTotals } from '../pricing/facts.ts'
import { receiveUnits } from '../stock/stock.ts'
import {
  addBox,
  addLines,
  type Buyer,
  type Line,
  openWeekdays,
  pick,
  recordPayment,
  servedZone,
} from './boxes.ts'

const PLACED_COUNT = 120
const WAVE_SIZE = 20
const FIRST_CENTER = 1

/** In the first center's area, and real enough for a demo. */
const ADDRESSES = [
  { street: '418 Juniper St', city: 'Seattle', state: 'WA', zip: '98103' },
  { street: '2207 Alder Ave', city: 'Portland', state: 'OR', zip: '97211' },
  { street: '95 Plumas St', city: 'Reno', state: 'NV', zip: '89509' },
  { street: '1330 Linden St', city: 'Boise', state: 'ID', zip: '83706' },
  { street: '760 Harrison Blvd', city: 'Ogden', state: 'UT', zip: '84403' },
  { street: '3012 Quince Ct', city: 'Sacramento', state: 'CA', zip: '95818' },
]

const FIRST_NAMES = ['Ada', 'Cal', 'Dot', 'Emil', 'Fern', 'Gus', 'Hana', 'Ira', 'Joan', 'Kip', 'Lena', 'Moss']
const LAST_NAMES = [
  'Barlow',
  'Chen',
  'Dufresne',
  'Eriksen',
  'Flores',
  'Gallagher',
  'Hoang',
  'Iverson',
  'Jaffe',
  'Kowalski',
]

/** Places orders that wait for the first center's next ship days, twenty of them already in a wave. */
export function seedOrders(tx: DurableTx, now: Instant) {
  const stocked = ordinaryOffers(tx)
  const placed = Array.from({ length: PLACED_COUNT }, (_, index) =>
    placeOpeningOrder(tx, stocked, index, now),
  )
  makeWave(
    tx,
    FIRST_CENTER,
    sql`select value from json_each(${JSON.stringify(withoutWeighing(tx, placed).slice(0, WAVE_SIZE))})`,
    now,
  )
}

/** Boxes of the demo's wave can be closed by a button, because nothing in them has to be weighed. */
function withoutWeighing(db: Db, orderIds: number[]): number[] {
  const weighed = db
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(isNotNull(orderLines.poundCents))
  const ids = new Set(weighed.all().map(({ orderId }) => orderId))
  return orderIds.filter((id) => !ids.has(id))
}

/** Leaves out two varieties whose stock the demo's contract fixes. */
function ordinaryOffers(db: Db): Offer[] {
  const ordinary = db
    .select({ id: varieties.id })
    .from(varieties)
    .where(and(eq(varieties.hidden, false), notInArray(varieties.slug, ['demo-fifty', 'demo-sold-out'])))
  const ordinaryIds = new Set(ordinary.all().map((row) => row.id))
  const all = db.select().from(offers).where(ne(offers.priceCents, 0)).orderBy(offers.id).all()
  return all.filter((offer) => ordinaryIds.has(offer.varietyId) && offer.minQuantity === 1)
}

const ORDERS_PER_BATCH = 25

/** Places more orders over all ship days ahead, in small transactions, so that a running shop goes on selling. */
export async function addOrders(db: Db, count: number, now: Instant) {
  const stocked = ordinaryOffers(db)
  await durably(db, (tx) => makeRoom(tx, count))
  for (let first = 0; first < count; first += ORDERS_PER_BATCH) {
    const batch = Math.min(ORDERS_PER_BATCH, count - first)
    await durably(db, (tx) => {
      const daysOf = kept((zip: string) => openWeekdays(tx, zip, now).slice(1))
      for (let index = first; index < first + batch; index++) {
        const buyer = buyerAt(tx, index)
        placeOrder(tx, stocked, { index, buyer, day: pick(daysOf(buyer.address.zip), index), at: now }, now)
      }
    })
  }
}

/** The ship days ahead take 500 boxes each, and thousands may come. */
const makeRoom = (tx: DurableTx, count: number) =>
  void tx
    .update(fulfillmentCenters)
    .set({ dailyCapacity: sql`${fulfillmentCenters.dailyCapacity} + ${count}` })
    .where(eq(fulfillmentCenters.id, FIRST_CENTER))
    .run()

/** Remembers what `read` answered. */
function kept<Key, Value>(read: (key: Key) => Value) {
  const answers = new Map<Key, Value>()
  return (key: Key): Value => {
    const value = answers.get(key) ?? read(key)
    answers.set(key, value)
    return value
  }
}

function placeOpeningOrder(tx: DurableTx, stocked: Offer[], index: number, now: Instant): number {
  const at = now - (PLACED_COUNT - index) * 7 * MINUTE_MS
  const buyer = buyerAt(tx, index)
  const day = pick(openWeekdays(tx, buyer.address.zip, at).slice(1, 9), Math.floor(index / 20))
  return placeOrder(tx, stocked, { index, buyer, day, at }, now)
}

type PlacedOrder = { index: number; buyer: Buyer; day: OpenDay; at: Instant }

function placeOrder(
  tx: DurableTx,
  stocked: Offer[],
  { index, buyer, day, at }: PlacedOrder,
  now: Instant,
): number {
  const id = addBox(tx, buyer, day, at)
  addLines(tx, id, restockedLines(tx, stocked, index, at), at)
  const order = orderById(tx, id)
  const { totalCents } = currentTotals(tx, order, now)
  const completion = completeOrder(tx, order, totalCents, now)
  if (!completion.ok) throw new Error(`the demo's order ${index} could not be placed: ${completion.message}`)
  recordPayment(tx, id, totalCents, at)
  tx.update(orders).set({ placedAt: at }).where(eq(orders.id, id)).run()
  return id
}

function buyerAt(db: Db, index: number): Buyer {
  const address = pick(ADDRESSES, index)
  if (servedZone(db, address.zip).fc.id !== FIRST_CENTER)
    throw new Error(`${address.zip} is not packed by the first center`)
  const account = index % 10 === 0 ? demoAccountAt(db, index) : null
  if (account) return { ...account, address }
  const firstName = pick(FIRST_NAMES, index)
  const lastName = pick(LAST_NAMES, Math.floor(index / FIRST_NAMES.length) + index)
  const email = `${firstName}.${lastName}@example.com`.toLowerCase()
  return { userId: null, email, firstName, lastName, address }
}

/** Receives what these orders take, so that the opening stock matches the catalog. */
function restockedLines(tx: DurableTx, stocked: Offer[], index: number, at: Instant): Line[] {
  const chosen = new Map(
    [0, 7, 15].map((step) => [pick(stocked, index * 3 + step).id, pick(stocked, index * 3 + step)]),
  )
  return [...chosen.values()].map((offer) => {
    const quantity = offer.priceCents < 2_500 ? 3 : 2
    receiveUnits(tx, FIRST_CENTER, [{ offerId: offer.id, quantity }], at, 'opening')
    return { offer, quantity }
  })
}

/** Every tenth order belongs to a demo account, under its own name. */
function demoAccountAt(db: Db, index: number): Omit<Buyer, 'address'> | null {
  const email = index % 20 === 0 ? 'shopper@example.com' : 'other@example.com'
  const user = db.select().from(users).where(eq(users.email, email)).get()
  if (!user) return null
  return { userId: user.id, email, firstName: user.firstName ?? '', lastName: user.lastName ?? '' }
}
