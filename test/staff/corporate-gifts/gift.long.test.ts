import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  auditEntries,
  boughtGiftCards,
  giftBoxes,
  giftCardEntries,
  orders,
  refunds,
} from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { placeGiftBox, placePaidGifts } from '#src/staff/corporate-gifts/place-boxes.ts'
import { endWhatIsOld } from '#src/work/retention.ts'
import { mailsTo, signedIn } from '../../support/account.ts'
import { changeOrder, importPrice } from '../../support/buying.ts'
import { giftDesk, lineTo, lineTos, PASSED } from '../../support/corporate-gifts.ts'
import { CALLER } from '../../support/drafts.ts'
import { openFlags, RUTH } from '../../support/staff.ts'

type Desk = Awaited<ReturnType<typeof giftDesk>>

const verbsOf = ({ shop, giftToken }: Desk) =>
  shop.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectToken, giftToken))
    .all()
    .map(({ verb }) => verb)

const refundedCents = ({ shop, payer }: Desk) =>
  shop.db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, payer().id))
    .all()
    .reduce((sum, { amountCents }) => sum + amountCents, 0)

test("CAP-6 a gift to 300 addresses: one payment, 300 orders on their days, and one failure doesn't stop the rest", async () => {
  const desk = await giftDesk()
  const later = '2026-12-18'
  await desk.add([
    ...lineTos(200),
    ...Array.from({ length: 100 }, (_, at) => lineTo(201 + at, later, 'Happy holidays')),
  ])
  const ready = await desk.readGift()
  expect(ready.counts).toMatchObject({ ready: 300, refused: 0 })
  expect(await desk.quote()).toMatchObject({ status: 200 })
  await desk.pay()
  expect(desk.payer()).toMatchObject({ state: 'paid', totalCents: ready.quoted_cents, shipOn: null })

  // One address's day has passed in the meantime.
  changeOrder(desk.shop.db, desk.orderOfBox(7).token, { arrivalOn: PASSED })
  await desk.place()
  const placed = await desk.readGift()
  expect(placed.counts).toMatchObject({ placed: 299, failed: 1 })
  expect(placed.boxes[7]).toMatchObject({
    state: 'failed',
    problem: expect.not.stringContaining('Please'),
  })
  const told = mailsTo(desk.shop, CALLER).find(({ subject }) => subject.includes('299 of your 300'))
  expect(told?.text).toContain(`Not placed: Guest 8, Seattle, WA. ${placed.boxes[7]!.problem}`)
  const days = desk
    .boxes()
    .map(({ orderId }) => desk.shop.db.select().from(orders).where(eq(orders.id, orderId!)).get()!)
  expect(days.filter(({ placedAt, arrivalOn }) => placedAt !== null && arrivalOn === later)).toHaveLength(100)
  expect(days.filter(({ state, totalCents }) => state === 'paid' && totalCents === 0)).toHaveLength(299)
  expect(days[250]).toMatchObject({
    giftOrder: true,
    giftRecipientName: 'Guest 251',
    giftMessage: 'Happy holidays',
  })
  expect(openFlags(desk.shop, 'gift_boxes_failed')).toMatchObject([
    { detail: expect.stringContaining('1 of 300') },
  ])
  expect(ledgerProblems(desk.shop.db)).toEqual([])

  // The company gets one mail for all boxes, and one for its payment.
  const subjects = mailsTo(desk.shop, CALLER).map(({ subject }) => subject)
  expect(
    subjects.filter((subject) => subject.startsWith('299 of your 300 gift boxes are placed')),
  ).toHaveLength(1)
  expect(subjects).toHaveLength(3)
})

test('CAP-6 unused money is refunded to the card, once, for a failed and for a canceled box', async () => {
  const desk = await giftDesk()
  await desk.add(lineTos(4))
  await desk.quote()
  await desk.pay()
  changeOrder(desk.shop.db, desk.orderOfBox(0).token, { arrivalOn: PASSED })
  await desk.place()
  const [failed, canceled] = (await desk.readGift()).boxes
  expect((await desk.readGift()).rest_cents).toBe(failed!.price_cents)
  const cancel = `/staff/orders/${canceled!.order_token}/cancel`
  expect((await desk.ruth.call('POST', cancel, { reason: 'They moved.' })).status).toBe(200)
  await desk.shop.settleDown()
  const rest = failed!.price_cents! + canceled!.price_cents!
  expect((await desk.readGift()).rest_cents).toBe(rest)
  expect((await desk.gift('return', { seen_cents: rest - 1 })).status).toBe(409)

  const paid = desk.payer().totalCents!
  await Promise.all([1, 2].map(() => desk.gift('return', { seen_cents: rest })))
  await desk.shop.settleDown()
  expect([refundedCents(desk), desk.payer().totalCents]).toEqual([rest, paid - rest])
  expect(await desk.readGift()).toMatchObject({ rest_cents: 0, counts: { returned: 1, placed: 3 } })
  expect(mailsTo(desk.shop, CALLER).filter(({ subject }) => subject.includes('refunding'))).toHaveLength(1)
  expect(ledgerProblems(desk.shop.db)).toEqual([])

  // A box canceled later is refunded, too.
  const { order_token, price_cents } = (await desk.readGift()).boxes[2]!
  await desk.ruth.call('POST', `/staff/orders/${order_token}/cancel`, { reason: 'They moved too.' })
  await desk.gift('return', { seen_cents: price_cents })
  await desk.shop.settleDown()
  expect(refundedCents(desk)).toBe(rest + price_cents!)
  expect(ledgerProblems(desk.shop.db)).toEqual([])
  expect(verbsOf(desk)).toEqual([
    'corporate_gift.begun',
    'corporate_gift.addressed',
    'corporate_gift.quoted',
    'corporate_gift.rest_returned',
    'corporate_gift.rest_returned',
  ])
})

test('CAP-6 a failed box can be retried and is placed at the price paid, never at more', async () => {
  const desk = await giftDesk()
  await desk.add(lineTos(2))
  await desk.quote()
  await desk.pay()
  const { arrivalOn } = desk.orderOfBox(0)
  changeOrder(desk.shop.db, desk.orderOfBox(0).token, { arrivalOn: PASSED })
  changeOrder(desk.shop.db, desk.orderOfBox(1).token, { pricesHeldAt: null })
  importPrice(desk.shop.db, 9_000)
  await desk.place()
  expect((await desk.readGift()).boxes[1]).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/^It costs \$[\d.]+ more than was paid for it\.$/),
  })
  changeOrder(desk.shop.db, desk.orderOfBox(0).token, { arrivalOn })
  await Promise.all([1, 2].map(() => desk.gift('try_again')))
  await desk.shop.settleDown()
  const [placed, dearer] = (await desk.readGift()).boxes
  expect([placed, dearer]).toMatchObject([{ state: 'placed', problem: null }, { state: 'failed' }])
  expect([desk.orderOfBox(0).state, desk.orderOfBox(1).placedAt]).toEqual(['paid', null])
  expect((await desk.readGift()).rest_cents).toBe(dearer!.price_cents)
  expect(verbsOf(desk)).toContain('corporate_gift.tried_again')
  expect(ledgerProblems(desk.shop.db)).toEqual([])
})

test('CAP-6 a crash after a box was paid, but before it was recorded, places it once', async () => {
  const desk = await giftDesk()
  await desk.add(lineTos(1))
  await desk.quote()
  await desk.pay()
  await desk.place()
  const [{ id } = { id: 0 }] = desk.boxes()
  desk.shop.db.update(giftBoxes).set({ state: 'placing' }).where(eq(giftBoxes.id, id)).run()
  await placeGiftBox.perform(desk.shop.services, { boxId: id })
  expect((await desk.readGift()).counts).toMatchObject({ placed: 1 })
  expect(
    desk.shop.db
      .select()
      .from(giftCardEntries)
      .where(eq(giftCardEntries.orderId, desk.orderOfBox(0).id))
      .all(),
  ).toHaveLength(1)
  expect(ledgerProblems(desk.shop.db)).toEqual([])
})

test("CAP-6 two concurrent runs of a box's job place it once, and both know", async () => {
  const desk = await giftDesk()
  await desk.add(lineTos(3))
  await desk.quote()
  await desk.pay()
  const { services } = desk.shop
  await Promise.all([placePaidGifts(services), placePaidGifts(services)])
  const runs = desk
    .boxes()
    .flatMap(({ id }) => [1, 2].map(() => placeGiftBox.perform(services, { boxId: id })))
  await Promise.all(runs)
  await desk.shop.settleDown()
  expect((await desk.readGift()).counts).toMatchObject({ placed: 3, failed: 0 })
  expect(openFlags(desk.shop, 'gift_boxes_failed')).toEqual([])
  expect(ledgerProblems(desk.shop.db)).toEqual([])
})

test('CAP-6 unreadable lines are reported before anything is added, and undeliverable ones before payment', async () => {
  const desk = await giftDesk()
  const bad = await desk.gift('', {
    rows: 'name,street,city,state,zip,deliver_on\nAna,1912 Pike Pl,Seattle,WA,98101,Friday\n,1 Main St,Boise,ID,83702,',
  })
  expect([bad.status, bad.problems]).toEqual([
    422,
    [
      { line: 2, message: 'deliver_on must be a date like 2026-12-18.' },
      { line: 3, message: 'name is missing.' },
    ],
  ])
  const head = await desk.gift('', { rows: 'name,strasse\nAna,1' })
  expect(head.problems!.map(({ message }) => message)).toContain('The column street is missing.')
  const hostile = await desk.gift('', {
    rows: `${'name,street,city,state,zip'}\nA\u202eb,1 Main St,Boise,ID,83702`,
  })
  expect([hostile.status, hostile.problems]).toEqual([
    422,
    [{ line: 2, message: 'name: it contains invalid characters.' }],
  ])
  expect((await desk.gift('', { rows: ' ' })).status).toBe(422)
  expect(desk.boxes()).toEqual([])

  await desk.add([lineTo(1), 'Nobody,1 Nowhere Rd,,Nome,AK,99762,,,', lineTo(1)])
  const { boxes, counts } = await desk.readGift()
  expect(counts).toMatchObject({ ready: 1, refused: 1 })
  expect(boxes[1]!.problem).toContain('we don’t deliver'.replace('’', "'"))
  expect((await desk.gift('remove_refused')).message).toBe('1 line removed.')
  await desk.add(['Nobody,1 Nowhere Rd,,Nome,AK,99762,,,'])
  // The corrected line replaces the refused one; the good one is already there.
  const again = await desk.add([lineTo(1), lineTo(2)])
  expect(again.message).toContain('1 added. 1 was already here.')
  expect((await desk.add([lineTo(1)])).message).toBe('0 added. 1 was already here.')
  expect((await desk.readGift()).counts).toMatchObject({ ready: 2, refused: 0 })
  expect(verbsOf(desk)).toContain('corporate_gift.lines_removed')
})

test("CAP-6 a withdrawn quote can't be paid, and a quote at another total isn't sent", async () => {
  const desk = await giftDesk()
  expect((await desk.gift('quote', { seen_cents: 0 })).status).toBe(409)
  await desk.add(lineTos(2))
  expect((await desk.gift('quote', { seen_cents: 1 })).status).toBe(409)
  await desk.quote()
  expect((await desk.add([lineTo(9)])).status).toBe(409)
  const link = desk.linkToPay()
  const fill = await desk.ruth.call('POST', `/staff/drafts/${desk.payer().token}`, {
    version: desk.payer().version,
    items: [{ bid_item_token: desk.pack, quantity: 1 }],
  })
  expect(fill.status).toBe(409)
  expect((await desk.gift('take_back')).status).toBe(200)
  expect(verbsOf(desk)).toContain('corporate_gift.quote_taken_back')
  const guest = await desk.shop.shopper()
  expect((await guest.visit(`${link.path}?key=${link.key}`)).status).toBe(410)
  await desk.add([lineTo(3)])
  await desk.quote()
  await desk.pay(guest)
  expect((await desk.gift('take_back')).status).toBe(409)
  await desk.place()
  expect((await desk.readGift()).counts).toMatchObject({ placed: 3 })
  expect(ledgerProblems(desk.shop.db)).toEqual([])
})

test("CAP-6 the company's pages and receipt name each address, and show no code", async () => {
  const desk = await giftDesk()
  await desk.add(lineTos(2))
  await desk.quote()
  const { path, key } = desk.linkToPay()
  const guest = await desk.shop.shopper()
  const link = await (await guest.visit(`${path}?key=${key}`)).text()
  for (const words of [
    'Your gift boxes are ready to pay',
    'To Guest 1, Seattle, WA',
    'To Guest 2, Seattle, WA',
  ])
    expect(link).toContain(words)
  await desk.pay(guest)
  const receipt = mailsTo(desk.shop, CALLER).find(({ subject }) => subject.includes('gift boxes ('))!
  expect(receipt.text).toContain('To Guest 2, Seattle, WA')
  const [url] = /http\S+\/order\S+/.exec(receipt.text)!
  const page = await (await guest.visit(url.replace(/^http:\/\/[^/]+/, ''))).text()
  expect(page).toContain('Your gift boxes')
  for (const words of ['Give it back', 'Send it again', 'print']) expect(page).not.toContain(words)
})

test('CAP-6 REL-5 lines that became no order are deleted after sixty days', async () => {
  const desk = await giftDesk()
  await desk.add([lineTo(1), 'Nobody,1 Nowhere Rd,,Nome,AK,99762,,,'])
  desk.shop.pass(61 * DAY_MS)
  await endWhatIsOld(desk.shop.services)
  expect(desk.boxes().map(({ typed }) => typed)).toEqual([null])
  expect(desk.orderOfBox(0)).toMatchObject({ state: 'expired', deliveryName: null })
  const ruth = await signedIn(desk.shop, RUTH)
  expect((await ruth.visit(desk.giftPath)).status).toBe(200)
})

test("CAP-6 REL-5 a box's recipient is erased along with guest orders of the same age", async () => {
  const desk = await giftDesk()
  await desk.add(lineTos(2))
  await desk.quote()
  await desk.pay()
  await desk.place()
  desk.shop.pass(4 * 366 * DAY_MS)
  await endWhatIsOld(desk.shop.services)
  const kept = [desk.boxes(), desk.orderOfBox(0), desk.shop.db.select().from(boughtGiftCards).all()]
  expect(JSON.stringify(kept)).not.toContain('Guest 1')
  const page = await (
    await (await signedIn(desk.shop, RUTH)).visit(`/staff/orders/${desk.payer().token}`)
  ).text()
  expect(page).toContain('To its own address')
})

test('CAP-6 a payment refunded before any box was placed lets the gift be quoted again', async () => {
  const desk = await giftDesk()
  await desk.add(lineTos(2))
  await desk.quote()
  await desk.pay()
  const first = desk.payer()
  const cancel = `/staff/orders/${first.token}/cancel`
  expect((await desk.ruth.call('POST', cancel, { reason: 'They called it off.' })).status).toBe(200)
  await desk.shop.settleDown()
  await desk.place()
  expect(await desk.readGift()).toMatchObject({ state: 'quoted', counts: { ready: 2 } })
  expect(await (await desk.ruth.visit(desk.giftPath)).text()).toContain('Its payment was refunded')
  expect(refundedCents(desk)).toBe(first.totalCents)
  expect((await desk.gift('take_back')).status).toBe(200)
  await desk.quote()
  await desk.pay()
  await desk.place()
  expect((await desk.readGift()).counts).toMatchObject({ placed: 2 })
  expect(ledgerProblems(desk.shop.db)).toEqual([])
})
