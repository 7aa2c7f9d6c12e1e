import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import {
  dayHolds,
  fulfillmentCenters,
  holds,
  offers,
  orders,
  shipDays,
  stock,
  varieties,
} from '#db/schema/index.ts'
import { currentListings } from '#src/catalog/cached-index.ts'
import { listProducts } from '#src/catalog/listing.ts'
import { type ListingIndex, readListingIndex } from '#src/catalog/listing-index.ts'
import { findProduct } from '#src/catalog/products.ts'
import { addDays, MINUTE_MS } from '#src/day.ts'
import { fullDays } from '#src/delivery/full-days.ts'
import { dayIn } from '#src/delivery/zones.ts'
import { touchedSince } from '#src/stock/changes.ts'
import { addCopies } from '../support/large-catalog.ts'
import { NOW } from '../support/now.ts'
import { random } from '../support/random.ts'
import { countStatements } from '../support/statement-count.ts'
import { world } from '../support/world.ts'

const SEATTLE = 1
const VIEW = { fcId: SEATTLE, now: NOW }
const RIBEYE = 'grass-fed-ribeye'

const offerIdsOf = (db: Db, slug: string) =>
  db
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(varieties.slug, slug))
    .all()
    .map(({ id }) => id)

const putOnShelf = (db: Db, offerId: number, onHand: number) =>
  db
    .insert(stock)
    .values({ offerId, fcId: SEATTLE, onHand })
    .onConflictDoUpdate({ target: [stock.offerId, stock.fcId], set: { onHand } })
    .run()

function hold(db: Db, offerId: number, quantity: number, expiresAt: number) {
  const { id: orderId } = db.select({ id: orders.id }).from(orders).orderBy(sql`random()`).get()!
  const held = { orderId, offerId, fcId: SEATTLE, quantity, expiresAt }
  db.insert(holds)
    .values(held)
    .onConflictDoUpdate({ target: [holds.orderId, holds.offerId], set: held })
    .run()
}

/** The centers in the index, by offer id. */
const centersIn = (index: ListingIndex) =>
  Object.fromEntries(index.offerIds.map((id, at) => [id, index.centers[at]]))

function freshIndex(db: Db, now: number): ListingIndex {
  const steps = readListingIndex(db, now)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

test('a sale keeps the listing and other products cached, and refreshes its own product and card', async () => {
  const { db } = await world()
  const [ribeye] = offerIdsOf(db, RIBEYE)
  putOnShelf(db, ribeye!, 40)
  const ask = () => currentListings(db, NOW).ask('anything', () => ({}))
  const cards = () => listProducts(db, { ...VIEW, limit: 200 }).cards
  const before = {
    answer: ask(),
    own: findProduct(db, RIBEYE, VIEW),
    other: findProduct(db, 'whole-chicken', VIEW),
    cards: cards(),
  }
  putOnShelf(db, ribeye!, 39)
  expect(ask()).toBe(before.answer)
  expect(findProduct(db, 'whole-chicken', VIEW)).toBe(before.other)
  expect(findProduct(db, RIBEYE, VIEW)).not.toBe(before.own)
  const renewed = cards().filter((card, place) => card !== before.cards[place])
  expect(renewed.map(({ slug }) => slug)).toEqual([RIBEYE])
  putOnShelf(db, ribeye!, 0)
  expect(ask()).not.toBe(before.answer)
  expect(findProduct(db, 'whole-chicken', VIEW)).toBe(before.other)
})

test('CAT-6 an expired hold returns its units to the card and the listing without a write', async () => {
  const { db } = await world()
  const ids = offerIdsOf(db, RIBEYE)
  for (const id of ids) putOnShelf(db, id, 3)
  for (const id of ids) hold(db, id, 3, NOW + MINUTE_MS)
  const stockAt = (now: number) =>
    listProducts(db, { fcId: SEATTLE, now, limit: 200 }).cards.find(({ slug }) => slug === RIBEYE)?.stock
  const isListedAt = (now: number) => {
    const { index } = currentListings(db, now)
    return ids.some((id) => (index.centers[index.offerIds.indexOf(id)]! & 1) !== 0)
  }
  expect([stockAt(NOW)?.kind, isListedAt(NOW)]).toEqual(['sold_out', false])
  expect([stockAt(NOW + MINUTE_MS), isListedAt(NOW + MINUTE_MS)]).toEqual([{ kind: 'low', left: 3 }, true])
  expect([stockAt(NOW)?.kind, isListedAt(NOW)]).toEqual(['sold_out', false])
})

test.each([1, 2, 3, 4])(
  'CAT-6 after any sales, holds and counts the index equals a fresh one (seed %i)',
  async (seed) => {
    const { db } = await world()
    const draw = random(seed)
    const ids = db
      .select({ id: offers.id })
      .from(offers)
      .all()
      .map(({ id }) => id)
    let now = NOW
    for (let step = 0; step < 60; step++) {
      const id = draw.pick(ids)
      if (draw.chance(0.4)) putOnShelf(db, id, draw.below(4))
      if (draw.chance(0.4)) hold(db, id, 1 + draw.below(3), now + draw.below(5) * MINUTE_MS)
      if (draw.chance(0.2)) db.delete(holds).where(eq(holds.offerId, id)).run()
      if (draw.chance(0.02)) db.update(stock).set({ onHand: sql`on_hand + 1` }).run()
      if (draw.chance(0.3)) now += draw.below(3 * MINUTE_MS)
      if (draw.chance(0.05)) now -= MINUTE_MS
      expect(centersIn(currentListings(db, now).index)).toEqual(centersIn(freshIndex(db, now)))
    }
  },
)

test('a large catalog is reread between requests, while stock changes show at once', async () => {
  const { db } = await world()
  addCopies(db, 0, 500)
  const count = (inStock: boolean) =>
    listProducts(db, {
      ...VIEW,
      filters: {
        animal: [],
        cut: [],
        farm: [],
        badge: [],
        price: [],
        in_stock: inStock ? ['1'] : [],
        sort: 'featured',
      },
    }).count
  const [all, inStock] = [count(false), count(true)]
  putOnShelf(db, offerIdsOf(db, 'copy-7')[0]!, 5)
  expect(count(true)).toBe(inStock + 1)
  db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'copy-7')).run()
  expect(count(false)).toBe(all)
  await expect.poll(() => count(false)).toBe(all - 1)
  expect(count(true)).toBe(inStock)
})

test('booked places refresh the cached full days only when a day fills up', async () => {
  const { db } = await world()
  const shipOn = addDays(dayIn('UTC', NOW), 3)
  db.update(fulfillmentCenters).set({ dailyCapacity: 2 }).run()
  db.delete(shipDays).where(eq(shipDays.shipOn, shipOn)).run()
  const empty = fullDays(db, NOW)
  const isFull = (now: number) => fullDays(db, now).includes(`${SEATTLE} ${shipOn}`)
  db.insert(dayHolds)
    .values({ orderId: 1, fcId: SEATTLE, shipOn, expiresAt: NOW + MINUTE_MS })
    .run()
  expect(fullDays(db, NOW)).toBe(empty)
  db.insert(dayHolds)
    .values({ orderId: 2, fcId: SEATTLE, shipOn, expiresAt: NOW + MINUTE_MS })
    .run()
  expect([isFull(NOW), isFull(NOW + MINUTE_MS)]).toEqual([true, false])
  db.delete(dayHolds).run()
  db.insert(shipDays).values({ fcId: SEATTLE, shipOn, booked: 1 }).run()
  expect(isFull(NOW)).toBe(false)
  db.update(shipDays)
    .set({ booked: 2 })
    .where(and(eq(shipDays.fcId, SEATTLE), eq(shipDays.shipOn, shipOn)))
    .run()
  expect(isFull(NOW)).toBe(true)
})

test('CAT-6 every offer with expired holds is reported, even if many holds on one offer expire at once', async () => {
  const { db } = await world()
  const [many, one] = [...offerIdsOf(db, RIBEYE), ...offerIdsOf(db, 'whole-chicken')] as [number, number]
  const orderIds = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1100)
    select 'many' || i, 'MANY-' || i, 'expired', ${NOW}, ${NOW} from n`
  db.run(sql`insert into orders (token, identifier, state, created_at, updated_at) ${orderIds}`)
  db.run(sql`insert into holds (order_id, offer_id, fc_id, quantity, expires_at)
    select id, ${many}, ${SEATTLE}, 1, ${NOW + 1_000} from orders where state = 'expired' and token like 'many%'`)
  hold(db, one, 1, NOW + 2_000)
  const { followed } = touchedSince(db, null, NOW)
  expect(touchedSince(db, followed, NOW + 3_000).touched).toEqual(expect.arrayContaining([many, one]))
})

test('SPD-6 the changes of a sale are read once for all caches of a page', async () => {
  const { db } = await world()
  const [offerId] = offerIdsOf(db, RIBEYE) as [number]
  const first = touchedSince(db, null, NOW).followed
  const second = touchedSince(db, null, NOW + 1).followed
  putOnShelf(db, offerId, 3)
  const counter = countStatements(db)
  expect(touchedSince(db, first, NOW + 2).touched).toEqual([offerId])
  counter.take()
  expect(touchedSince(db, second, NOW + 2).touched).toEqual([offerId])
  expect(counter.take().statements).toEqual([])
  putOnShelf(db, offerId, 2)
  expect(touchedSince(db, second, NOW + 2).touched).toEqual([offerId])
})
