import { desc, eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { durably } from '#db/client.ts'
import {
  boxShorts,
  farmEntries,
  farmTerms,
  type Order,
  offers,
  orderLines,
  orderRewards,
  packingWaveOrders,
  shopEntries,
  unpostedOrders,
} from '#db/schema/index.ts'
import { assertDay, DAY_MS } from '#src/day.ts'
import { readLedgers } from '#src/doctor/books.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { addFarmEntry } from '#src/farm-money/post-order.ts'
import { periodsOf, statementsOfMonth } from '#src/farm-money/statement-list.ts'
import { closeStatement, statementOf } from '#src/farm-money/statements.ts'
import { addTerms, latestTermsId, type NewTerms, termsInForce } from '#src/farm-money/terms.ts'
import { orderById } from '#src/orders/orders.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { settleWeights } from '#src/payments/packed-weights.ts'
import { refundOrder } from '#src/payments/refund-order.ts'
import { farmOffers } from '#src/staff/farm-terms.ts'
import { mailsTo } from '../support/account.ts'
import { changeOrder, expectOk, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { arrivedBox, tell } from '../support/claims.ts'
import {
  booksOf,
  closeMonths,
  entriesOf,
  farmById,
  farmOfOrder,
  linesOf,
  soldCents,
} from '../support/farm-money.ts'
import { paidOrder } from '../support/refunding.ts'
import { orderNow, WAVE, waveShop } from '../support/waves.ts'
import { type World, world } from '../support/world.ts'

type Paid = Awaited<ReturnType<typeof paidOrder>>

const shopCents = ({ db, order }: Pick<Paid, 'db' | 'order'>) =>
  Object.fromEntries(
    db
      .select({ account: shopEntries.account, cents: sql<number>`sum(${shopEntries.cents})` })
      .from(shopEntries)
      .where(eq(shopEntries.orderId, order().id))
      .groupBy(shopEntries.account)
      .all()
      .map(({ account, cents }) => [account, cents]),
  )

const refund = ({ db, shop, order }: Paid) =>
  durably(db, (tx) => refundOrder(tx, order().id, 'staff', shop.clock.now()))

const add = ({ db, clock }: World, terms: Partial<NewTerms> & { farmId: number }) =>
  durably(db, (tx) =>
    addTerms(
      tx,
      {
        offerId: null,
        kind: 'commission',
        basisPoints: 3_000,
        cents: null,
        startsOn: assertDay('2026-12-01'),
        ...terms,
      },
      latestTermsId(tx, terms.farmId),
      clock.now(),
    ),
  )

test('FRM-2 a paid box is posted once, at its terms, and farms, shop and tax add up to the payment', async () => {
  const paid = await paidOrder()
  expect(await booksOf(paid.shop)).toEqual([])
  const { itemsCents, shippingCents } = paid.order()
  const [line] = linesOf(paid.db, paid.order().id)
  expect(entriesOf(paid.db, paid.order().id)).toEqual([
    ['sold', line?.quantity, itemsCents, Math.round((itemsCents ?? 0) / 5)],
  ])
  expect(shopCents(paid)).toEqual({ delivery: shippingCents })
})

test('FRM-2 a box canceled before shipping is reversed for the farm, to the cent', async () => {
  const paid = await paidOrder()
  await postOrders(paid.shop.services)
  await refund(paid)
  expect(await booksOf(paid.shop)).toEqual([])
  await paid.shop.settleDown()
  expect(await booksOf(paid.shop)).toEqual([])
  const [sold, back] = entriesOf(paid.db, paid.order().id)
  expect(back).toEqual(['refunded', ...(sold ?? []).slice(1).map((figure) => -Number(figure))])
  expect(shopCents(paid)).toEqual({ delivery: 0 })
})

test('FRM-2 a refund after shipping is the shop’s cost, minus the refunded tax', async () => {
  const paid = await paidOrder()
  changeOrder(paid.db, paid.token, { state: 'delivered' })
  await postOrders(paid.shop.services)
  const sold = entriesOf(paid.db, paid.order().id)
  await refund(paid)
  await paid.shop.settleDown()
  expect(await booksOf(paid.shop)).toEqual([])
  expect([paid.order().state, entriesOf(paid.db, paid.order().id)]).toEqual(['refunded', sold])
  expect(shopCents(paid)).toEqual({
    delivery: paid.order().shippingCents,
    given_back: -paid.paidCents + (paid.order().taxCents ?? 0),
  })
})

test('FRM-2 a claim is charged to the shop until staff charge the farm, once and reversibly', async () => {
  const box = await arrivedBox()
  await tell(box.ana, box.token, { lines: box.lines() })
  const claim = box.claims()[0]?.id
  const charge = (fields: Record<string, unknown>) =>
    box.ruth.call('POST', `/staff/claims/${claim}/charge`, fields)
  await postOrders(box.shop.services)
  const { slug, id: farmId } = farmOfOrder(box.db, box.order().id)
  expect((await charge({ farm: slug, amount: '5.00' })).status).toBe(404) // not answered yet
  await box.ruth.call('POST', `/staff/claims/${claim}`, { answer: 'refund', amount_cents: 1_250 })
  const owed = () => statementOf(box.db, farmId, '2026-11').owedCents
  await postOrders(box.shop.services)
  const before = owed()
  const presses = await Promise.all([1, 2].map(() => charge({ farm: slug, amount: '5.00', seen_cents: '0' })))
  expect([presses.map(({ status }) => status), owed()]).toEqual([[200, 200], before - 500])
  expect((await charge({ farm: slug, amount: '6.00', seen_cents: '0' })).status).toBe(409)
  expect((await charge({ farm: slug, amount: '9000', seen_cents: '500' })).status).toBe(422)
  expect((await charge({ farm: 'nobody', amount: '5', seen_cents: '0' })).status).toBe(404)
  expect((await charge({ farm: slug, amount: '0', seen_cents: '500' })).status).toBe(200)
  expect([owed(), await booksOf(box.shop)]).toEqual([before, []])
})

test('FRM-2 packs in a reshipment are the farm’s sale, too', async () => {
  const box = await arrivedBox()
  await tell(box.ana, box.token, { lines: box.lines() })
  const claim = box.claims()[0]?.id
  expect((await box.ruth.call('POST', `/staff/claims/${claim}`, { answer: 'reship' })).status).toBe(200)
  expect(await booksOf(box.shop)).toEqual([])
  const again = entriesOf(box.db, box.claims()[0]?.reshipOrderId ?? 0)
  const sold = entriesOf(box.db, box.order().id)
  expect(again).toEqual(sold.map(([, ...figures]) => ['given', ...figures]))
})

test('FRM-2 FUL-13 short and underweight packs are deducted from the farm’s sale as separate entries', async () => {
  const { shop, dale, boxes } = await waveShop()
  await postOrders(shop.services)
  const [box, other] = boxes as [Order, Order]
  const [line] = linesOf(shop.db, box.id)
  const { token } =
    shop.db
      .select()
      .from(offers)
      .where(eq(offers.id, line?.offerId ?? 0))
      .get() ?? {}
  const fields = { order_token: box.token, bid_item_token: token, quantity: 1, reason: 'Torn' }
  expect((await dale.call('POST', `${WAVE}/short`, fields)).status).toBe(200)
  const [heavy] = linesOf(shop.db, other.id)
  const byPound = Math.floor((heavy?.priceCents ?? 0) / 10)
  shop.db
    .update(orderLines)
    .set({ poundCents: byPound })
    .where(eq(orderLines.id, heavy?.id ?? 0))
    .run()
  const packed = new Map([[heavy?.offerId ?? 0, Array.from({ length: heavy?.quantity ?? 0 }, () => 2_268)]])
  await durably(shop.db, (tx) => settleWeights(tx, orderNow(shop, other), packed, shop.clock.now()))
  await shop.settleDown()
  expect(await booksOf(shop)).toEqual([])
  const short = entriesOf(shop.db, box.id).filter(([kind]) => kind === 'short')
  const fee = Math.round((line?.priceCents ?? 0) / 5)
  expect(short).toEqual([['short', -1, -(line?.priceCents ?? 0), -fee]])
  const light = entriesOf(shop.db, other.id).filter(([kind]) => kind === 'weight')
  const after = linesOf(shop.db, other.id).find(({ id }) => id === heavy?.id)
  const lessCents = (after?.packedCents ?? 0) - (heavy?.priceCents ?? 0) * (heavy?.quantity ?? 0)
  expect(light).toEqual([['weight', 0, lessCents, Math.round(lessCents / 5)]])
  expect(lessCents).toBeLessThan(0)
})

test('FRM-2 FUL-13 a free pack that was short is no farm’s sale', async () => {
  const { shop, boxes } = await waveShop()
  const { db, clock } = shop
  const [box, other] = boxes as [Order, Order]
  const owned = linesOf(db, box.id).map(({ offerId }) => offerId)
  const gift = linesOf(db, other.id).find(({ offerId }) => !owned.includes(offerId))!
  const { offerId } = gift
  const given = () => {
    const rows = entriesOf(db, box.id).filter(([kind]) => kind === 'given')
    return [1, 2].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0))
  }
  db.delete(orderRewards).where(eq(orderRewards.orderId, box.id)).run()
  db.insert(orderRewards).values({ orderId: box.id, offerId, usedAt: clock.now() }).run()
  db.run(sql`update orders set version = version + 1 where id = ${box.id}`)
  await postOrders(shop.services)
  expect(given()).toEqual([1, gift.priceCents])
  const short = { waveId: 1, orderId: box.id, offerId, quantity: 1, reason: 'Torn' }
  db.insert(boxShorts)
    .values({ ...short, itemsCents: 0, cardCents: 0, giftCents: 0, at: clock.now() })
    .run()
  db.run(sql`update orders set version = version + 1 where id = ${box.id}`)
  expect([await booksOf(shop), given()]).toEqual([[], [0, 0]])
})

test('FRM-2 FUL-13 a bought and a free pack of one offer, short in one press, are each counted once', async () => {
  const { shop, dale, boxes } = await waveShop()
  const { db, clock } = shop
  const [box] = boxes as [Order]
  const line = linesOf(db, box.id)[0]!
  const { token } = db.select().from(offers).where(eq(offers.id, line.offerId)).get()!
  const quantity = line.quantity + 1
  db.delete(orderRewards).where(eq(orderRewards.orderId, box.id)).run()
  db.insert(orderRewards).values({ orderId: box.id, offerId: line.offerId, usedAt: clock.now() }).run()
  const packed = db.select().from(packingWaveOrders).where(eq(packingWaveOrders.orderId, box.id)).get()!
  const lines = packed.box!.lines.map((each) =>
    each.bid_item_token === token ? { ...each, quantity } : each,
  )
  db.update(packingWaveOrders)
    .set({ box: { ...packed.box!, lines } })
    .where(eq(packingWaveOrders.orderId, box.id))
    .run()
  await postOrders(shop.services)
  const fields = { order_token: box.token, bid_item_token: token, quantity, reason: 'Torn', press: 'once' }
  for (let times = 0; times < 2; times++)
    expect((await dale.call('POST', `${WAVE}/short`, fields)).status).toBe(200)
  await shop.settleDown()
  expect(await booksOf(shop)).toEqual([])
  const rows = entriesOf(db, box.id)
  const units = (kind: string) =>
    rows.filter(([of]) => of === kind).reduce((sum, [, count]) => sum + Number(count), 0)
  expect([units('short'), units('given')]).toEqual([-line.quantity, 0])
  const mailed = mailsTo(shop, box.email ?? '').filter(({ subject }) => subject.includes('missing'))
  expect(mailed.map(({ text }) => /(\d+) ×/.exec(text)?.[1])).toEqual([String(quantity)])
})

test('FRM-1 new terms apply from their start date and never change a box paid before', async () => {
  const paid = await paidOrder()
  await postOrders(paid.shop.services)
  const { id: farmId } = farmOfOrder(paid.db, paid.order().id)
  const before = entriesOf(paid.db, paid.order().id)
  const today = assertDay('2026-11-19')
  expect(await add(paid.shop, { farmId, startsOn: today })).toMatchObject({ ok: false, code: 'past' })
  expect(await add(paid.shop, { farmId })).toMatchObject({ ok: true })
  paid.shop.pass(20 * DAY_MS)
  changeOrder(paid.db, paid.token, { state: 'delivered' })
  paid.db.run(sql`update orders set version = version + 1 where id = ${paid.order().id}`)
  expect(await booksOf(paid.shop)).toEqual([])
  expect(entriesOf(paid.db, paid.order().id)).toEqual(before)
  await refund(paid)
  expect(await booksOf(paid.shop)).toEqual([])
})

test('FRM-1 an offer’s own terms override its farm’s, and the later of two for the same day wins', async () => {
  const shop = await world()
  const [offer] = farmOffers(shop.db, 1)
  const own = { farmId: 1, offerId: offer?.id ?? 0, kind: 'pack' as const, basisPoints: null }
  for (const cents of [700, 900])
    expect(await add(shop, { ...own, cents, startsOn: assertDay('2026-12-20') })).toMatchObject({ ok: true })
  const at = (offerId: number, day: string) =>
    termsInForce(shop.db, 1, offerId, Date.parse(`${day}T12:00:00Z`))
  expect(at(own.offerId, '2026-12-20')).toMatchObject({ kind: 'pack', cents: 900 })
  expect(at(own.offerId, '2026-12-19')).toMatchObject({ kind: 'commission', basisPoints: 2_000 })
  expect(at(own.offerId + 1, '2027-01-01')).toMatchObject({ kind: 'commission' })
  const stale = { ...own, cents: 800, startsOn: assertDay('2027-01-01') }
  expect(await durably(shop.db, (tx) => addTerms(tx, stale, 1, shop.clock.now()))).toMatchObject({
    ok: false,
    code: 'seen_older',
  })
})

test('FRM-1 sales before a farm’s first terms wait for them and keep their month open', async () => {
  const paid = await paidOrder()
  const { db, shop } = paid
  db.run(sql`drop trigger farm_terms_stay`)
  db.delete(farmTerms).run()
  expect(await booksOf(shop)).toEqual([])
  const { id: farmId } = farmOfOrder(db, paid.order().id)
  expect(statementOf(db, farmId, '2026-11')).toMatchObject({ soldCents: 0, feeCents: 0, owedCents: 0 })
  shop.pass(20 * DAY_MS)
  const first = periodsOf(db, farmId).at(-1) ?? ''
  const closing = { seenCents: 0, now: shop.clock.now(), log: shop.services.log }
  const closed = await durably(db, (tx) => closeStatement(tx, farmId, first, closing))
  expect(closed).toMatchObject({ ok: false, code: 'no_terms' })
  await add(shop, { farmId, startsOn: assertDay('2020-01-01') })
  expect(await booksOf(shop)).toEqual([])
  const { soldCents, feeCents, owedCents } = statementOf(db, farmId, '2026-11')
  expect([soldCents > 0, feeCents]).toEqual([true, expect.closeTo(soldCents * 0.3, -1)])
  expect(owedCents).toBe(soldCents - feeCents)
})

test('FRM-1 terms may be added for the time before a farm’s first ones, and change no box paid under those', async () => {
  const paid = await paidOrder()
  const { db, shop } = paid
  db.run(sql`drop trigger farm_terms_stay`)
  db.delete(farmTerms).run()
  await postOrders(shop.services)
  const { id: farmId } = farmOfOrder(db, paid.order().id)
  const earlier = { farmId, basisPoints: 1_000, startsOn: assertDay('2020-01-01') }
  expect(await add(shop, { farmId, startsOn: assertDay('2026-12-01') })).toMatchObject({ ok: true })
  shop.pass(20 * DAY_MS)
  const isStuck = async () =>
    (await closeMonths(shop)).some((why) => why.startsWith(farmById(db, farmId).slug))
  expect(await isStuck()).toBe(true)
  expect(await add(shop, { ...earlier, startsOn: assertDay('2026-12-01') })).toMatchObject({ code: 'past' })
  expect(await add(shop, earlier)).toMatchObject({ ok: true })
  expect(await booksOf(shop)).toEqual([])
  expect(termsInForce(db, farmId, 1, shop.clock.now())).toMatchObject({ basisPoints: 3_000 })
  const { soldCents, feeCents } = statementOf(db, farmId, '2026-11')
  expect([soldCents > 0, feeCents]).toEqual([true, expect.closeTo(soldCents * 0.1, -1)])
  expect(await isStuck()).toBe(false)
})

test('FRM-2 late entries for a month without sales go on the next open statement, and a debt carries over once', async () => {
  const paid = await paidOrder()
  const { db, shop, token } = paid
  changeOrder(db, token, { placedAt: Date.parse('2026-10-15T12:00:00Z') })
  await postOrders(shop.services)
  const farmId = 17 // sold in August and in November
  const { id: orderId } = paid.order()
  const claim = {
    orderId,
    kind: 'claim',
    units: 0,
    grams: 0,
    goodsCents: 0,
    soldCents: -900_000,
    feeCents: 0,
  } as const
  await durably(db, (tx) => addFarmEntry(tx, farmId, claim, Date.parse('2026-08-20T12:00:00Z')))
  shop.pass(20 * DAY_MS)
  expect((await closeMonths(shop)).filter((problem) => problem.includes(farmById(db, farmId).slug))).toEqual(
    [],
  )
  const debtCents = statementOf(db, farmId, '2026-11').owedCents
  expect([periodsOf(db, farmId), debtCents < 0]).toEqual([['2026-11', '2026-08'], true])
  expect(statementOf(db, farmId, '2026-10')).toMatchObject({ carriedCents: 0, owedCents: 0 }) // November has it

  const [pack] = farmOffers(db, farmId)
  const { id: offerId = 0, priceCents = 0 } = pack ?? {}
  db.insert(orderLines).values({ orderId, offerId, quantity: 1, priceCents, addedAt: shop.clock.now() }).run()
  db.run(sql`update orders set version = version + 1, updated_at = ${shop.clock.now()} where id = ${orderId}`)
  await postOrders(shop.services)
  expect(periodsOf(db, farmId)).toEqual(['2026-12', '2026-11', '2026-08'])
  expect(statementOf(db, farmId, '2026-12')).toMatchObject({ soldCents: priceCents, carriedCents: debtCents })
  expect(db.select().from(farmEntries).orderBy(desc(farmEntries.id)).get()).toMatchObject({
    adjusts: '2026-10',
  })

  const sale = { ...claim, soldCents: 500_000 }
  await durably(db, (tx) => addFarmEntry(tx, farmId, sale, Date.parse('2026-12-20T12:00:00Z')))
  await durably(db, (tx) => addFarmEntry(tx, farmId, sale, Date.parse('2027-01-05T12:00:00Z')))
  const december = statementOf(db, farmId, '2026-12').owedCents
  expect(december).toBeLessThan(0)
  const january = { carriedCents: december, owedCents: december + 500_000 }
  expect(statementOf(db, farmId, '2027-01')).toMatchObject(january)
  const rows = statementsOfMonth(db, '2027-01')
  expect(rows.find(({ slug }) => slug === farmById(db, farmId).slug)).toMatchObject(january)
})

test('FRM-2 the ledger is append-only, enforced by the database', async () => {
  const paid = await paidOrder()
  await postOrders(paid.shop.services)
  const { db } = paid
  expect(() => db.update(farmEntries).set({ soldCents: 1 }).run()).toThrow('append-only')
  expect(() => db.delete(farmEntries).run()).toThrow('append-only')
  expect(() => db.update(shopEntries).set({ cents: 1 }).run()).toThrow('append-only')
  expect(() => db.delete(shopEntries).run()).toThrow('append-only')
  expect(() => db.update(farmTerms).set({ basisPoints: 1 }).run()).toThrow('only added')
})

test('FRM-2 the shop pays for a promotion: the farm’s sale is at the full price', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  await expectOk(ana.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: 'WELCOME20' }))
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await shop.settleDown()
  const order = () => orderOf(shop.db, token)
  expect(await booksOf(shop)).toEqual([])
  const { itemsCents, promotionsCents } = order()
  expect([promotionsCents ?? 0, order().state]).toEqual([expect.any(Number), 'paid'])
  expect(promotionsCents).toBeGreaterThan(0)
  expect(soldCents(shop.db, order().id)).toBe(itemsCents)
  expect(shopCents({ db: shop.db, order }).promotions).toBe(-(promotionsCents ?? 0))
})

test('FRM-2 the nightly check and doctor report an order whose shares do not add up to its total', async () => {
  const paid = await paidOrder()
  expect(await booksOf(paid.shop)).toEqual([])
  const { id: orderId, identifier } = paid.order()
  const wrong = { orderId, period: '2026-11', account: 'tax' as const, cents: 7, at: 1 }
  paid.db.insert(shopEntries).values(wrong).run()
  const [problem, ...others] = readLedgers(paid.db).differences
  expect([problem, others]).toEqual([expect.stringContaining(`order ${identifier} holds`), []])
})

test("FRM-2 an order that can't be read is named by the nightly check, and keeps no other out of the ledger", async () => {
  const { db, shop, order } = await paidOrder()
  const waiting = () => db.select().from(unpostedOrders).orderBy(unpostedOrders.at).all()
  const broken = waiting()[0]?.orderId ?? 0
  expect(broken).not.toBe(order().id)
  // Their sum is more than SQLite can add up.
  for (const _ of ['one', 'another'])
    db.run(sql`insert into box_shorts (wave_id, order_id, offer_id, quantity, reason, items_cents, card_cents, gift_cents, at)
      values ((select min(id) from packing_waves), ${broken}, 1, 1, '', 4611686018427387904, 0, 0, 0)`)
  const errors = vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  await postOrders(shop.services)
  expect(errors.mock.calls).toMatchObject([[{ order: broken }, 'an order could not be posted']])
  expect(waiting().map(({ orderId }) => orderId)).toEqual([broken])
  expect(entriesOf(db, order().id)).not.toEqual([])
  const { identifier } = orderById(db, broken)
  expect(ledgerProblems(db)).toEqual([`order ${identifier} can't be read, so its money isn't in the ledger`])
  db.delete(boxShorts).where(eq(boxShorts.orderId, broken)).run()
  expect(await booksOf(shop)).toEqual([])
  expect(waiting()).toEqual([])
})
