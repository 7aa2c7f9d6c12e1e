import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  farms,
  fulfillmentCenters,
  ORDER_STATES,
  offers,
  orders,
  packingWaveOrders,
  promotions,
  ratings,
  recurringConsents,
  staffFlags,
  storedCards,
  users,
  varieties,
  zipCodes,
} from '#db/schema/index.ts'
import { listProducts } from '#src/catalog/listing.ts'
import { CATEGORIES } from '#src/catalog/rules.ts'
import { openShop } from '#src/commands/open-shop.ts'
import { orderById } from '#src/orders/orders.ts'
import { activeConsent } from '#src/orders/recurring.ts'
import { isPlaced } from '#src/orders/states.ts'
import { storedCardOf } from '#src/payments/cards.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { expireHolds } from '#src/payments/reconcile.ts'
import { MEMBER_CARD } from '#src/providers/payments/demo-cards.ts'
import { DEFAULT_ORDER_TERMS } from '#src/shop-settings/terms.ts'
import { ANA, BEN, signedIn } from '../../support/account.ts'
import { NOW } from '../../support/now.ts'
import { addCard, cardsOf } from '../../support/own-cards.ts'
import { testConfig, world } from '../../support/world.ts'

const { db, services, pass } = await world()
const EVERYTHING = 1_000
const FIRST_CENTER = 1

const shelf = () => listProducts(db, { fcId: null, now: NOW, limit: EVERYTHING }).cards

describe('GND-30', () => {
  test('GND-30 has at least twenty farms, each located in its state', () => {
    const all = db.select().from(farms).all()
    expect(all.length).toBeGreaterThanOrEqual(20)
    expect(new Set(all.map(({ region }) => region)).size).toBeGreaterThanOrEqual(20)
    const nearest = (latitude: number, longitude: number) =>
      db
        .select({ state: zipCodes.state })
        .from(zipCodes)
        .where(sql`${zipCodes.latitude} is not null`)
        .orderBy(
          sql`(latitude - ${latitude}) * (latitude - ${latitude}) + (longitude - ${longitude}) * (longitude - ${longitude})`,
        )
        .limit(1)
        .get()
    for (const { name, state, latitude, longitude } of all)
      expect([name, nearest(latitude, longitude)?.state]).toEqual([name, state])
  })

  test('GND-30 has sixty varieties and 180 offers of all seven kinds, with weights, prices and full details', () => {
    const all = db.select().from(varieties).where(eq(varieties.hidden, false)).all()
    expect(all.length).toBeGreaterThanOrEqual(60)
    expect(new Set(all.map(({ animal }) => animal))).toEqual(new Set(CATEGORIES.map(({ slug }) => slug)))
    for (const { slug, cooking, nutrition, raised, badges } of all) {
      expect(cooking.length, slug).toBeGreaterThanOrEqual(2)
      expect(nutrition, slug).toMatchObject({
        calories: expect.any(Number),
        proteinGrams: expect.any(Number),
      })
      expect(raised.length, slug).toBeGreaterThan(20)
      expect(badges.length, slug).toBeGreaterThanOrEqual(1)
    }
    const packs = db.select().from(offers).all()
    expect(packs.length).toBeGreaterThanOrEqual(180)
    for (const { weightGrams, priceCents } of packs) expect(weightGrams * priceCents).toBeGreaterThan(0)
    expect(new Set(packs.map(({ varietyId }) => varietyId))).toEqual(new Set(all.map(({ id }) => id)))
  })

  test('GND-30 has three centers, and orders in every state with the data that state needs', async () => {
    expect(db.select().from(fulfillmentCenters).all()).toHaveLength(3)
    const all = db.select().from(orders).all()
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(ORDER_STATES))
    for (const order of all.filter(({ state }) => isPlaced(state))) {
      expect(order.itemsCents, order.identifier).toBeGreaterThanOrEqual(DEFAULT_ORDER_TERMS.minimumCents)
      expect(order.placedAt, order.identifier).toBeLessThanOrEqual(NOW)
      expect(order.shipOn! < order.arrivalOn!, order.identifier).toBe(true)
    }
    expect(ledgerProblems(db)).toEqual([])
    const disputed = all.find(({ state }) => state === 'review')!
    expect(db.select().from(staffFlags).where(eq(staffFlags.orderId, disputed.id)).all()).toHaveLength(1)
  })

  test('GND-30 delivered boxes arrived in the past, shipped ones have left', () => {
    const today = '2026-11-20'
    const on = (state: (typeof ORDER_STATES)[number]) =>
      db.select().from(orders).where(eq(orders.state, state)).all()
    for (const { arrivalOn } of on('delivered')) expect(arrivalOn! < today).toBe(true)
    for (const { shipOn } of on('shipped')) expect(shipOn! < today).toBe(true)
    for (const { shipOn } of [...on('paid'), ...on('in_wave')]) expect(shipOn! >= today).toBe(true)
  })

  test('GND-30 120 boxes wait in the first center for its next ship days, twenty of them in a wave', () => {
    const waiting = db
      .select()
      .from(orders)
      .where(and(eq(orders.fcId, FIRST_CENTER), inArray(orders.state, ['paid', 'in_wave'])))
      .all()
    expect(waiting).toHaveLength(120)
    expect(db.select().from(orders).where(eq(orders.fcId, FIRST_CENTER)).all()).toHaveLength(120)
    expect(waiting.filter(({ state }) => state === 'in_wave')).toHaveLength(20)
    expect(db.select().from(packingWaveOrders).all()).toHaveLength(20)
    expect(new Set(waiting.map(({ shipOn }) => shipOn)).size).toBeGreaterThanOrEqual(4)
  })

  test('GND-30 has codes to try: valid ones and one expired', () => {
    const codes = db.select().from(promotions).all()
    expect(codes.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['WELCOME20', 'ONCE', 'SHIPFREE', 'LASTYEAR']),
    )
    expect(codes.filter(({ endsAt }) => endsAt !== null && endsAt < NOW)).toHaveLength(1)
  })

  test('GND-30 two thirds of the listing have an average of 3.8 to 4.9, and some have too few ratings for one', () => {
    const cards = shelf()
    const rated = cards.flatMap(({ rating }) => rating ?? [])
    expect(rated.length / cards.length).toBeGreaterThan(0.6)
    expect(rated.length / cards.length).toBeLessThan(0.75)
    for (const { average, buyers } of rated) {
      expect(average).toBeGreaterThanOrEqual(3.8)
      expect(average).toBeLessThanOrEqual(4.9)
      expect(buyers).toBeGreaterThanOrEqual(5)
    }
    const few = db.select({ n: count() }).from(ratings).groupBy(ratings.varietyId).all()
    expect(few.filter(({ n }) => n < 5).length).toBeGreaterThanOrEqual(5)
  })

  test('GND-30 every seeding gives the same ratings, orders and totals', async () => {
    const other = (await world({ now: NOW })).db
    const told = (from: typeof db) => ({
      stars: from.select().from(ratings).all(),
      boxes: from.select({ state: orders.state, cents: orders.totalCents }).from(orders).all(),
    })
    expect(told(other)).toEqual(told(db))
  })

  test("GND-30 the order in payment expires when it isn't paid", async () => {
    const paying = () => db.select().from(orders).where(eq(orders.state, 'payment_pending')).all()
    expect(paying()).toHaveLength(1)
    pass(600_001)
    await expireHolds(services)
    expect(paying()).toEqual([])
    expect(ledgerProblems(db)).toEqual([])
  })
})

test('GND-30 CHK-10 the member has a delivered box, a consent to more, and one card that pays for them', async () => {
  const made = await world()
  const june = await signedIn(made, MEMBER_CARD.email)
  const cards = () => cardsOf(made, MEMBER_CARD.email)
  const [card] = cards()
  const box = orderById(made.db, card?.orderId ?? 0)
  expect(box).toMatchObject({ state: 'delivered', recurring: true, deliveryName: 'June Okafor' })
  expect(activeConsent(made.db, box)?.words).toContain('I ask Droveway to send me a box like this one')
  expect(storedCardOf(made.db, box)).toEqual(card)
  const page = await (await june.visit('/account')).text()
  expect(page).toContain('Mastercard ending in 4444')
  expect(page).toContain('Expires 04/2034')
  expect(await (await june.visit('/account/orders')).text()).toContain(box.identifier)

  const remove = () => june.call('POST', `/v1/remove_credit_card/${card?.id}`)
  expect((await remove()).status).toBe(422)
  const charged = await made.services.stripe.paymentIntents.create({
    amount: box.totalCents ?? 0,
    currency: 'usd',
    customer: card?.providerCustomerId ?? '',
    payment_method: card?.paymentMethodId ?? '',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    off_session: true,
    confirm: true,
  })
  expect(charged.status).toBe('succeeded')
  expect(await addCard(made, june, 'pm_card_mastercard')).toBe(card?.id)
  await addCard(made, june)
  expect((await remove()).status).toBe(200)
  await made.settleDown()
  expect(cards()).toMatchObject([{ last4: '4242', isDefault: true }])
})

test("GND-30 without embedded payments the shop has no card that its provider wouldn't know", async () => {
  const config = {
    demo: true,
    databasePath: ':memory:',
    payments: { ...testConfig.payments, embedded: false },
  }
  const away = await openShop({ ...testConfig, ...config })
  expect(away.select().from(storedCards).all()).toEqual([])
  expect(away.select().from(recurringConsents).all()).toHaveLength(1)
})

test("GND-30 the demo users' boxes go to them, under their own names", () => {
  const theirs = db
    .select({ user: users, order: orders })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(isNotNull(orders.placedAt))
    .all()
  const whose = new Set(theirs.map(({ user }) => user.email))
  for (const email of [ANA, BEN, MEMBER_CARD.email]) expect(whose).toContain(email)
  for (const { user, order } of theirs)
    expect([order.deliveryName, order.email]).toEqual([`${user.firstName} ${user.lastName}`, user.email])
})

test('every rating is by a buyer, after delivery', () => {
  const rows = db.all<{ n: number }>(sql`
    select count(*) as n from ratings
    join order_lines on order_lines.id = ratings.order_line_id
    join orders on orders.id = order_lines.order_id
    join offers on offers.id = order_lines.offer_id
    where orders.user_id = ratings.user_id and offers.variety_id = ratings.variety_id
      and orders.state = 'delivered' and orders.arrival_on < date(ratings.rated_at / 1000, 'unixepoch')`)
  expect(rows[0]?.n).toBe(db.select().from(ratings).all().length)
  expect(rows[0]?.n).toBeGreaterThan(500)
})
