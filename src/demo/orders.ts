import { eq, ne, notInArray } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import {
  type Offer,
  offers,
  orders,
  packingWaveOrders,
  packingWaves,
  users,
  varieties,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { completeOrder } from '../orders/complete.ts'
import { orderById } from '../orders/orders.ts'
import { currentTotals } from '../pricing/facts.ts'
import { receiveUnits } from '../stock/stock.ts'
import {
  addBox,
  addLines,
  type Buyer,
  enterPayment,
  type Line,
  openWeekdays,
  pick,
  servedZone,
} from './boxes.ts'

const PLACED = 120
const WAVED = 20
const FIRST_CENTER = 1

/** Neighbours of the first center, all with an address that exists well enough for a demo. */
const PLACES = [
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

/** Orders that wait to be packed over the next ship days of the first center, twenty of them in a wave already. */
export function seedOrders(tx: DurableTx, now: Instant) {
  const shelf = everydayOffers(tx)
  const placed = Array.from({ length: PLACED }, (_, index) => placeOrder(tx, shelf, index, now))
  addWave(tx, placed.slice(0, WAVED), now)
}

/** Not the variety whose fifty units others count on, nor what stands nearly empty. */
function everydayOffers(db: Db): Offer[] {
  const counted = db
    .select({ id: varieties.id })
    .from(varieties)
    .where(notInArray(varieties.slug, ['demo-fifty', 'demo-sold-out']))
  const counts = new Set(counted.all().map((row) => row.id))
  const all = db.select().from(offers).where(ne(offers.priceCents, 0)).orderBy(offers.id).all()
  return all.filter((offer) => counts.has(offer.varietyId) && offer.minQuantity === 1)
}

function placeOrder(tx: DurableTx, shelf: Offer[], index: number, now: Instant): number {
  const at = now - (PLACED - index) * 7 * 60_000
  const buyer = buyerAt(tx, index)
  const id = addBox(tx, buyer, pick(arrivalDays(tx, buyer.place.zip, at), Math.floor(index / 20)), at)
  addLines(tx, id, deliveredLines(tx, shelf, index, at), at)
  const { totalCents } = currentTotals(tx, orderById(tx, id), now)
  const completion = completeOrder(tx, id, totalCents, now)
  if (!completion.ok) throw new Error(`the demo's order ${index} could not be placed: ${completion.message}`)
  enterPayment(tx, id, totalCents, at)
  tx.update(orders).set({ placedAt: at }).where(eq(orders.id, id)).run()
  return id
}

function buyerAt(db: Db, index: number): Buyer {
  const place = pick(PLACES, index)
  if (servedZone(db, place.zip).fc.id !== FIRST_CENTER)
    throw new Error(`${place.zip} is not packed by the first center`)
  const account = index % 10 === 0 ? accountAt(db, index) : null
  if (account) return { ...account, place }
  const firstName = pick(FIRST_NAMES, index)
  const lastName = pick(LAST_NAMES, Math.floor(index / FIRST_NAMES.length) + index)
  const email = `${firstName}.${lastName}@example.com`.toLowerCase()
  return { userId: null, email, firstName, lastName, place }
}

/** Open days that are not the very last of the horizon, so that the demo's next days are busy. */
const arrivalDays = (db: Db, zip: string, at: Instant) => openWeekdays(db, zip, at).slice(1, 9)

/** What these orders take was delivered for them, so that the shelves open as the catalogue says. */
function deliveredLines(tx: DurableTx, shelf: Offer[], index: number, at: Instant): Line[] {
  const chosen = new Map(
    [0, 7, 15].map((step) => [pick(shelf, index * 3 + step).id, pick(shelf, index * 3 + step)]),
  )
  return [...chosen.values()].map((offer) => {
    const quantity = offer.priceCents < 2_500 ? 3 : 2
    receiveUnits(tx, FIRST_CENTER, [{ offerId: offer.id, quantity }], at, 'opening')
    return { offer, quantity }
  })
}

function addWave(tx: Tx, orderIds: number[], now: Instant) {
  const wave = tx.insert(packingWaves).values({ fcId: FIRST_CENTER, createdAt: now }).returning().get()
  for (const orderId of orderIds) {
    tx.insert(packingWaveOrders).values({ waveId: wave.id, orderId }).run()
    tx.update(orders).set({ state: 'in_wave' }).where(eq(orders.id, orderId)).run()
  }
}

/** Some are the demo's own people's, under their own names. */
function accountAt(db: Db, index: number): Omit<Buyer, 'place'> | null {
  const email = index % 20 === 0 ? 'shopper@example.com' : 'other@example.com'
  const user = db.select().from(users).where(eq(users.email, email)).get()
  if (!user) return null
  return { userId: user.id, email, firstName: user.firstName ?? '', lastName: user.lastName ?? '' }
}
