import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import {
  auditEntries,
  corporateGifts,
  fulfillmentCenters,
  giftBoxes,
  orders,
  refunds,
  stock,
} from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { settleFraudWarning } from '#src/payments/disputes.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { latestPayment } from '#src/payments/payments.ts'
import { returnRests } from '#src/staff/corporate-gifts/return-rest.ts'
import { endWhatIsOld } from '#src/work/retention.ts'
import { mailsTo, signedIn } from '../../support/account.ts'
import { changeOrder } from '../../support/buying.ts'
import { fileOf, giftDesk, lineTo, lineTos, PASSED } from '../../support/corporate-gifts.ts'
import { CALLER } from '../../support/drafts.ts'
import { openFlags, RUTH } from '../../support/staff.ts'

const intentOf = ({ shop, payer }: Awaited<ReturnType<typeof giftDesk>>) =>
  latestPayment(shop.db, payer().id)?.intentId ?? ''

/** Boxes that are paid for, but not placed yet. */
async function placedGift(count = 2, card?: string) {
  const desk = await giftDesk()
  await desk.add(lineTos(count))
  await desk.quote()
  await desk.pay(undefined, card)
  const states = () => desk.boxes().map((_, at) => desk.orderOfBox(at).state)
  const cancel = (token: string) =>
    desk.ruth.call('POST', `/staff/orders/${token}/cancel`, { reason: 'Called off.' })
  const refunded = () =>
    desk.shop.db
      .select()
      .from(refunds)
      .where(eq(refunds.orderId, desk.payer().id))
      .all()
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
  return { ...desk, desk, states, cancel, refunded, books: () => ledgerProblems(desk.shop.db) }
}

test('CAP-6 PAY-14 a fraud warning on the payment holds its boxes until staff release it', async () => {
  const gift = await placedGift()
  await gift.place()
  const { db, clock } = gift.shop
  const warning = {
    id: 'issfr_1',
    actionable: true,
    fraudType: 'card_never_received',
    intentId: intentOf(gift),
  }
  await durably(db, (tx) => settleFraudWarning(tx, warning, clock.now()))
  expect([gift.payer().state, ...gift.states()]).toEqual(['review', 'review', 'review'])
  const [first] = gift.boxes().map((_, at) => gift.orderOfBox(at))
  expect((await gift.cancel(first!.token)).status).toBe(200)
  await returnRests(gift.shop.services)
  expect(gift.refunded()).toBe(0)
  const release = `/staff/orders/${gift.payer().token}/release`
  expect((await gift.ruth.call('POST', release, { reason: 'They called.' })).status).toBe(200)
  expect([gift.payer().state, ...gift.states()]).toEqual(['paid', 'canceled', 'paid'])
  await returnRests(gift.shop.services)
  await gift.shop.settleDown()
  expect([gift.refunded(), gift.books()]).toEqual([first!.giftCents, []])
})

test('CAP-6 PAY-14 a payment disputed immediately places no box', async () => {
  const gift = await placedGift(2, 'pm_card_createDispute')
  await gift.place()
  expect([gift.payer().state, (await gift.readGift()).state]).toEqual(['review', 'quoted'])
  expect(gift.states()).toEqual(['addressed', 'addressed'])
  expect(gift.books()).toEqual([])
})

test("CAP-6 the paying order can't be canceled once its boxes are placed", async () => {
  const gift = await placedGift()
  await gift.place()
  const refusal = await gift.cancel(gift.payer().token)
  expect([refusal.status, gift.payer().state, gift.states()]).toEqual([409, 'paid', ['paid', 'paid']])
})

test("CAP-6 a placed box's refund goes to the card that paid, automatically and once", async () => {
  const gift = await placedGift()
  await gift.place()
  const { token, giftCents } = gift.orderOfBox(0)
  expect((await gift.cancel(token)).status).toBe(200)
  await gift.shop.settleDown()
  expect(mailsTo(gift.shop, CALLER).at(-1)?.text).toContain('to the card that paid for your gift boxes')
  await Promise.all([returnRests(gift.shop.services), returnRests(gift.shop.services)])
  await gift.shop.settleDown()
  expect([gift.refunded(), (await gift.readGift()).rest_cents, gift.books()]).toEqual([giftCents, 0, []])
})

test("CAP-6 PAY-14 money refunded in the dashboard isn't refunded twice", async () => {
  const gift = await placedGift()
  await gift.place()
  const paid = gift.payer().totalCents!
  const payment_intent = intentOf(gift)
  await gift.shop.services.stripe.refunds.create({ payment_intent, amount: paid - 1_000 })
  await gift.shop.settleDown()
  for (const at of [0, 1]) await gift.cancel(gift.orderOfBox(at).token)
  expect((await gift.readGift()).rest_cents).toBe(1_000)
  expect((await gift.gift('return', { seen_cents: 1_000 })).status).toBe(200)
  await gift.shop.settleDown()
  expect([gift.refunded(), gift.books()]).toEqual([paid, []])
})

test('CAP-6 a failed box can be retried from the same page repeatedly', async () => {
  const gift = await placedGift(1)
  const { token, arrivalOn } = gift.orderOfBox(0)
  changeOrder(gift.shop.db, token, { arrivalOn: PASSED })
  await gift.place()
  for (const day of [PASSED, arrivalOn]) {
    expect((await gift.readGift()).counts).toMatchObject({ failed: 1 })
    changeOrder(gift.shop.db, token, { arrivalOn: day })
    await gift.gift('try_again', { press: 'A'.repeat(22) })
    await gift.shop.settleDown()
  }
  expect((await gift.readGift()).counts).toMatchObject({ placed: 1, placing: 0 })
})

test('CAP-6 staff can choose another day for a failed box', async () => {
  const gift = await placedGift(2)
  const { token, arrivalOn } = gift.orderOfBox(0)
  changeOrder(gift.shop.db, token, { arrivalOn: PASSED })
  await gift.place()
  const [failed, placed] = gift.boxes()
  const refusals: [Record<string, unknown>, number, RegExp][] = [
    [{ box_id: String(failed!.id), arrival_on: 'soon' }, 422, /choose a delivery date/],
    [{ box_id: String(failed!.id), arrival_on: PASSED }, 422, /./],
    [{ box_id: String(placed!.id), arrival_on: arrivalOn }, 409, /isn’t waiting/],
    [{ box_id: '999999', arrival_on: arrivalOn }, 409, /isn’t waiting/],
  ]
  for (const [fields, status, message] of refusals)
    expect(await gift.gift('move', fields)).toMatchObject({ status, message: expect.stringMatching(message) })
  expect((await gift.readGift()).counts).toMatchObject({ placed: 1, failed: 1 })
  expect((await gift.gift('move', { box_id: failed!.id, arrival_on: arrivalOn })).status).toBe(200)
  await gift.shop.settleDown()
  expect((await gift.readGift()).counts).toMatchObject({ placed: 2, failed: 0 })
  expect([gift.orderOfBox(0).arrivalOn, gift.books()]).toEqual([arrivalOn, []])
  const [entry] = gift.shop.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1).all()
  expect(entry).toMatchObject({ verb: 'corporate_gift.box_moved', detail: { day: arrivalOn } })
})

test("CAP-6 the paying draft can be revoked only on its gift's page", async () => {
  const gift = await giftDesk()
  await gift.add(lineTos(1))
  await gift.quote()
  const { token, version } = gift.payer()
  for (const verb of ['revoke', 'drop']) {
    const refusal = await gift.ruth.call('POST', `/staff/drafts/${token}/${verb}`, { version })
    expect(refusal.status).toBe(409)
  }
  expect((await gift.pay()) && gift.payer().state).toBe('paid')
})

test('CAP-6 a failed box keeps its address and money until staff act, which closes the flag', async () => {
  const gift = await placedGift(1)
  changeOrder(gift.shop.db, gift.orderOfBox(0).token, { arrivalOn: PASSED })
  await gift.place()
  gift.shop.pass(125 * DAY_MS)
  await endWhatIsOld(gift.shop.services)
  expect(gift.orderOfBox(0)).toMatchObject({ deliveryName: 'Guest 1' })
  const ruth = await signedIn(gift.shop, RUTH)
  const { rest_cents } = (await (await ruth.call('GET', gift.giftPath)).json()) as { rest_cents: number }
  expect((await gift.gift('return', { seen_cents: rest_cents }, ruth)).status).toBe(200)
  await gift.shop.settleDown()
  expect([gift.refunded(), openFlags(gift.shop, 'gift_boxes_failed')]).toEqual([rest_cents, []])

  const gone = await placedGift(1)
  const { id } = gone.orderOfBox(0)
  gone.shop.db.delete(orders).where(eq(orders.id, id)).run()
  await gone.place()
  expect((await gone.readGift()).boxes).toMatchObject([
    { state: 'failed', problem: expect.stringContaining('ended') },
  ])
})

test("CAP-6 boxes that exceed the day's capacity or the stock together can't be quoted", async () => {
  const desk = await giftDesk()
  const { db } = desk.shop
  await desk.add(lineTos(10))
  db.update(fulfillmentCenters).set({ dailyCapacity: 3 }).run()
  const full = await desk.quote()
  expect([full.status, full.message]).toEqual([
    409,
    expect.stringMatching(/^10 boxes would ship .* has room for [0-3]\./),
  ])
  db.update(fulfillmentCenters).set({ dailyCapacity: 1_000 }).run()
  const [{ offerId } = { offerId: 0 }] = db
    .select()
    .from(stock)
    .all()
    .filter(({ onHand }) => onHand > 1_500)
  db.update(stock).set({ onHand: 5 }).where(eq(stock.offerId, offerId)).run()
  expect((await desk.quote()).message).toContain('10 boxes need 20 of')
  expect((await desk.readGift()).state).toBe('open')
})

test('CAP-6 the payment link expires before the first box would miss its day, and a day that has passed is reported', async () => {
  const desk = await giftDesk()
  await desk.add(lineTos(2))
  await desk.quote()
  const link = desk.linkToPay()
  desk.shop.pass(6.5 * DAY_MS)
  const guest = await desk.shop.shopper()
  expect((await guest.visit(`${link.path}?key=${link.key}`)).status).toBe(410)
  const ruth = await signedIn(desk.shop, RUTH)
  expect((await desk.gift('take_back', {}, ruth)).status).toBe(200)
  const { quoted_cents } = (await (await ruth.call('GET', desk.giftPath)).json()) as { quoted_cents: number }
  const again = await desk.gift('quote', { seen_cents: quoted_cents }, ruth)
  expect([again.status, again.message]).toEqual([
    409,
    expect.stringContaining('2 boxes can no longer be sent'),
  ])
})

test("CAP-6 one address can be removed, and an unquoted comma doesn't cut a message", async () => {
  const desk = await giftDesk()
  const cut = await desk.gift('', { rows: fileOf([`${lineTo(1)}Thank you, Ana`]) })
  expect(cut.problems).toEqual([
    { line: 2, message: expect.stringContaining('10 cells, and the header row 9') },
  ])
  await desk.add(lineTos(3))
  const [, second] = desk.boxes()
  expect((await desk.gift('remove_refused', { box_id: String(second!.id) })).message).toBe('1 line removed.')
  expect(desk.boxes().map(({ line }) => line)).toEqual([2, 4])
})

/** An earlier gift with a similar payment whose rows can't be written. */
function addBrokenGift({ shop: { db, services }, payer }: Awaited<ReturnType<typeof giftDesk>>) {
  const { id: _, ...order } = payer()
  const copyOf = (identifier: string) =>
    db
      .insert(orders)
      .values({ ...order, token: services.random.token(), identifier })
      .returning()
      .get().id
  const [gift] = db.select().from(corporateGifts).all()
  db.insert(corporateGifts)
    .values({
      ...gift!,
      id: 0,
      token: 'broken',
      payerId: copyOf('DW-BROKEN'),
      patternId: copyOf('DW-PATTERN'),
    })
    .run()
  db.run(sql`create trigger broken_gift before update on corporate_gifts when old.id = 0
    begin select raise(abort, 'broken'); end`)
  db.run(sql`create trigger broken_payer before update on orders when old.identifier = 'DW-BROKEN'
    begin select raise(abort, 'broken'); end`)
}

test("CAP-6 a gift that can't be placed or refunded doesn't block others", async () => {
  const gift = await placedGift()
  addBrokenGift(gift)
  await gift.place()
  expect(gift.states()).toEqual(['paid', 'paid'])
  const [first, second] = gift.boxes().map((_, at) => gift.orderOfBox(at))
  for (const { token } of [first!, second!]) expect((await gift.cancel(token)).status).toBe(200)
  gift.shop.db.update(giftBoxes).set({ giftId: 0 }).where(eq(giftBoxes.orderId, second!.id)).run()
  await returnRests(gift.shop.services)
  await gift.shop.settleDown()
  expect(gift.refunded()).toBe(first!.giftCents)
})
