import { and, eq, ne, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import {
  lots,
  type Order,
  offers,
  orders,
  outboxMessages,
  recallContacts,
  staffFlags,
} from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { makeWave } from '#src/fulfillment/waves.ts'
import { eraseKeptOrder, releasePersonFromOrders } from '#src/orders/erase.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { lotOf } from '#src/stock/lots.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { signedIn } from '../support/account.ts'
import { offerToken } from '../support/buying.ts'
import { CENTER, centerShop, changeBox, PRIYA } from '../support/clerks.ts'
import {
  boxesToPack,
  bringElsewhere,
  inDays,
  lotNow,
  offerIdOf,
  receiveLot,
  unitsOnHand,
} from '../support/lots.ts'
import type { Shopper } from '../support/shopper.ts'
import { plans } from '../support/table-scans.ts'
import { trailOf } from '../support/trail.ts'
import { validator } from '../support/valid-html.ts'
import { press, WAVE, waveShop } from '../support/waves.ts'
import type { World } from '../support/world.ts'

const RECALLS = `${CENTER}/recalls`

/** Three boxes with units of one lot: shipped as a gift, packed, and planned. */
async function boxesOfLot({ shop, dale }: { shop: World; dale: Shopper }) {
  const paid = boxesToPack(shop)
  const offerId = shop.db.get<{ id: number }>(sql`
    select offer_id as id from stock_movements where order_id in (
      select value from json_each(${JSON.stringify(paid.map(({ id }) => id))}))
    and offer_id not in (select offer_id from lots) group by offer_id order by count(*) desc limit 1`)!.id
  const boxes = paid
    .filter(({ id }) =>
      shop.db.get(sql`select 1 from stock_movements where order_id = ${id} and offer_id = ${offerId}`),
    )
    .slice(0, 3) as [Order, Order, Order]
  const [shipped, packed] = boxes
  const gift = { giftOrder: true, giftRecipientName: 'Gus', giftRecipientEmail: 'gus@example.com' }
  changeBox(shop, shipped, { ...gift, userId: null, email: 'guest@example.com' })
  const lot = await receiveLot(shop, { offerId, code: 'BAD-1', bestBy: inDays(shop, 200), units: 40 })
  const waveId = await durably(shop.db, (tx) => {
    const ids = boxes.map(({ id }) => id)
    return makeWave(tx, 1, sql`select value from json_each(${JSON.stringify(ids)})`, shop.clock.now())
  })
  const wave = `${CENTER}/packing_waves/${waveId}`
  await dale.call('POST', `${wave}/packed`, { order_tokens: [shipped.token, packed.token] })
  await dale.call('POST', `${wave}/shipped`, { order_tokens: [shipped.token] })
  return { boxes, offerId, lot, wave }
}

const recall = (dale: Shopper, lots: string[] = ['bad-1'], reason = 'Listeria was found.') =>
  dale.call('POST', RECALLS, { lots, reason })

const stateOf = (shop: World, { id }: Order) =>
  shop.db.select().from(orders).where(eq(orders.id, id)).get()?.state

test('LOT-3 a recall reads only the packs of its lots', async () => {
  const center = await centerShop()
  const { lot } = await boxesOfLot(center)
  const read = await plans(center.shop.db, async () => {
    expect((await recall(center.dale, ['nobody-has-it'])).status).toBe(404)
    expect((await recall(center.dale, [lot.code])).status).toBe(200)
  })
  const packsRead = read.filter((line) => /^(SCAN|SEARCH) pack\b/.test(line))
  expect(packsRead.length).toBeGreaterThan(2)
  expect(packsRead.filter((line) => !line.includes('(<expr>=?'))).toEqual([])
})

test('LOT-3 the page after a recall confirms it once', async () => {
  const world = await centerShop()
  const { lot } = await boxesOfLot(world)
  await world.dale.visit(RECALLS)
  const answer = await world.dale.submit('POST', RECALLS, {
    'lots[]': lotNow(world.shop, lot).code,
    reason: 'Label',
  })
  const page = await (await world.dale.visit(answer.headers.get('location') ?? '')).text()
  expect(page.match(/Nothing of these lots can leave/g)).toHaveLength(1)
})

test('LOT-3 a recall blocks its lot, holds the boxes still here, and lists whom to notify', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { boxes, offerId, lot, wave } = await boxesOfLot(world)
  const before = unitsOnHand(shop, offerId)
  const free = lotNow(shop, lot)
  const answer = await recall(dale)
  const made = await answer.json()
  expect([answer.status, made.orders]).toMatchObject([
    200,
    [
      { box: 'shipped', role: 'buyer', email: 'guest@example.com', told_at: null },
      { box: 'shipped', role: 'recipient', name: 'Gus', email: 'gus@example.com' },
      { box: 'planned', role: 'buyer' },
      { box: 'packed', role: 'buyer' },
    ],
  ])
  expect(boxes.map((box) => stateOf(shop, box))).toEqual(['shipped', 'review', 'review'])
  const taken = boxes.slice(1).reduce((sum, { id }) => sum + unitsOf(shop, id, offerId), 0)
  const gone = Math.min(before, free.unitsLeft - free.planned + taken)
  expect(lotNow(shop, lot)).toMatchObject({ state: 'recalled', planned: 0 })
  expect(unitsOnHand(shop, offerId)).toBeLessThan(before)
  expect(unitsOnHand(shop, offerId)).toBeGreaterThanOrEqual(before - gone)
  for (const { token } of boxes.slice(1))
    expect((await dale.call('POST', `${wave}/packed`, { order_tokens: [token] })).status).toBe(409)
  expect(shop.db.select().from(staffFlags).where(eq(staffFlags.kind, 'recalled_lot')).all()).toHaveLength(2)
  expect(ledgerProblems(shop.db)).toEqual([])
  expect((await recall(dale, ['bad-1'], 'Metal was found.')).status).toBe(409)
  expect((await recall(dale, ['BAD-2'])).status).toBe(404)
  expect((await recall(dale, [])).status).toBe(422)
})

const unitsOf = (shop: World, orderId: number, offerId: number) =>
  shop.db.get<{ units: number }>(sql`
    select -sum(delta) as units from stock_movements where order_id = ${orderId} and offer_id = ${offerId}`)
    ?.units ?? 0

test('LOT-3 a recall finds a box whose packs were scanned before their lot was checked in', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const { lines } = await (await dale.call('GET', `${WAVE}/pack?order_token=${box.token}`)).json()
  for (const { bid_item_token: token, quantity } of lines)
    for (let pack = 1; pack <= quantity; pack++)
      await dale.call('POST', `${WAVE}/scan`, { order_token: box.token, barcode: `${token}/late-9/${pack}` })
  expect((await press(dale, 'shipped', [box])).status).toBe(200)
  const [{ bid_item_token: token, quantity }] = lines
  await receiveLot(shop, {
    ...{ offerId: offerIdOf(shop, token), code: 'LATE-9' },
    ...{ bestBy: inDays(shop, 200), units: 4 },
  })
  expect((await (await recall(dale, ['LATE-9'])).json()).orders).toMatchObject([
    { order_token: box.token, box: 'shipped', units: expect.stringMatching(`^${quantity} × .*LATE-9`) },
  ])
})

/** Scans all packs of a box, those of its first line with this lot. @returns that line's offer */
async function scanBox(dale: Shopper, box: Order, lot: string): Promise<string> {
  const { lines } = await (await dale.call('GET', `${WAVE}/pack?order_token=${box.token}`)).json()
  for (const [index, { bid_item_token: token, quantity }] of lines.entries())
    for (let pack = 1; pack <= quantity; pack++) {
      const barcode = `${token}/${index === 0 ? lot : ''}/${box.id}-${pack}`
      await dale.call('POST', `${WAVE}/scan`, { order_token: box.token, barcode })
    }
  return lines[0].bid_item_token
}

test('LOT-3 a recall finds boxes by the lot on their packs, even if that lot was never checked in', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [shipped, here] = boxes as [Order, Order]
  await scanBox(dale, shipped, 'never-1')
  expect((await press(dale, 'shipped', [shipped])).status).toBe(200)
  const token = await scanBox(dale, here, 'Never-1')
  expect((await recall(dale, ['NEVER-1', 'BAD-2'])).status).toBe(404)
  expect(shop.db.select().from(lots).where(eq(lots.code, 'NEVER-1')).all()).toEqual([])
  const asked = { 'lots[]': ' never-1 ', reason: 'Listeria was found.' }
  const done = await dale.submit('POST', RECALLS, asked)
  expect([done.status, done.headers.get('location')]).toEqual([303, `${RECALLS}/1`])
  const made = await (await dale.call('GET', `${RECALLS}/1`)).json()
  expect(await (await dale.visit(RECALLS)).text()).toContain('type="text" name="lots[]"')
  const lot = { lot: 'NEVER-1', best_by: null, units_left: 0 }
  expect(made.lots).toMatchObject([lot, lot])
  expect(made.orders).toMatchObject([
    { order_token: shipped.token, box: 'shipped', units: expect.stringContaining('(lot NEVER-1)') },
    { order_token: here.token, box: 'packed' },
  ])
  expect(stateOf(shop, here)).toBe('review')
  expect((await recall(dale, ['NEVER-1'], 'Metal was found.')).status).toBe(409)
  expect(lotOf(shop.db, 1, offerIdOf(shop, token), 'NEVER-1')).toMatchObject({ state: 'recalled' })
  expect(await (await dale.visit(`${RECALLS}/1`)).text()).toMatch(/Lot NEVER-1: [^<]*oz\. None is left here/)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('LOT-3 a recalled code is refused on packs of the farm’s other cuts, which no dock checked in', async () => {
  const { shop, dale, boxes } = await waveShop()
  const { db } = shop
  const [box] = boxes as [Order]
  const { lines } = await (await dale.call('GET', `${WAVE}/pack?order_token=${box.token}`)).json()
  const [{ bid_item_token: token }] = lines
  const offerId = offerIdOf(shop, token)
  const farmOf = sql`(select farm_id from varieties where id = ${offers.varietyId})`
  const cut = db
    .select({ farm: sql<number>`${farmOf}` })
    .from(offers)
    .where(eq(offers.id, offerId))
    .get()
  const sibling = db
    .select()
    .from(offers)
    .where(and(ne(offers.id, offerId), sql`${farmOf} = ${cut?.farm}`))
    .get()
  await receiveLot(shop, { offerId: sibling?.id ?? 0, code: 'HERD-7', bestBy: inDays(shop, 200), units: 4 })
  expect((await recall(dale, ['HERD-7'])).status).toBe(200)
  const scan = (lot: string) =>
    dale.call('POST', `${WAVE}/scan`, { order_token: box.token, barcode: `${token}/${lot}/1` })
  const refused = await scan('herd-7')
  expect([refused.status, (await refused.json()).error]).toEqual([422, expect.stringContaining('recalled')])
  expect((await scan('HERD-8')).status).toBe(200)
})

test('LOT-3 a recalled lot that is also at another center is flagged for staff', async () => {
  const { shop, dale } = await centerShop()
  const lot = { offerId: 1, code: 'BAD-1', bestBy: inDays(shop, 200), units: 4 }
  bringElsewhere(shop, await receiveLot(shop, lot))
  expect((await recall(dale)).status).toBe(200)
  const flags = () => shop.db.select().from(staffFlags).where(eq(staffFlags.kind, 'recall_elsewhere')).all()
  expect(flags()).toMatchObject([{ detail: expect.stringMatching(/BAD-1 .*Cumberland Valley/) }])
  const priya = await signedIn(shop, PRIYA)
  const path = '/fulfillment/cumberland-valley/recalls'
  expect((await priya.call('POST', path, { lots: ['BAD-1'], reason: 'Listeria' })).status).toBe(200)
  expect(flags()).toHaveLength(1)
})

test('LOT-3 a refused draft of the email keeps what was written', async () => {
  const world = await centerShop()
  await boxesOfLot(world)
  const { recall_id } = await (await recall(world.dale)).json()
  const typed = { subject: ' ', message: 'Please throw it away, and keep the label.' }
  const refused = await world.dale.submit('POST', `${RECALLS}/${recall_id}`, typed)
  const page = await refused.text()
  expect(refused.status).toBe(422)
  expect(page).toContain('Please check “Subject”: say what the email is about.')
  expect(page).toMatch(/Please throw it away, and keep the label\.\s*<\/textarea>/)
})

test('LOT-3 the edited draft is emailed once to everyone whose box has shipped, and the list shows when', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  await boxesOfLot(world)
  const { recall_id } = await (await recall(dale)).json()
  const path = `${RECALLS}/${recall_id}`
  const message = 'Please throw it away.\n\nWe are sorry.'
  expect((await dale.call('POST', path, { subject: 'Recall', message: '' })).status).toBe(422)
  expect((await dale.call('POST', path, { subject: 'Recall', message })).status).toBe(200)
  const sent = await Promise.all([1, 2, 3].map(() => dale.call('POST', `${path}/send`, {})))
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await dale.call('POST', path, { subject: 'Other', message })).status).toBe(409)
  shop.pass(1_000)
  for (let times = 0; times < 2; times++) await runDueJobs(shop.services)
  const mails = shop.db
    .select()
    .from(outboxMessages)
    .all()
    .filter(({ subject }) => subject === 'Recall')
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(['guest@example.com', 'gus@example.com'])
  expect(mails[0]?.text).toContain('We are sorry.')
  expect(mails[0]?.text).toContain('lot BAD-1')
  const csv = await (await dale.visit(`${path}/list.csv`)).text()
  expect(
    csv.split('\r\n').filter((row) => row.includes(new Date(shop.clock.now()).toISOString())),
  ).toHaveLength(2)
  const page = await (await dale.visit(path)).text()
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map((one) => one.message))).toEqual([])
  expect(page).not.toMatch(/best by \d{4}-/)
})

test('LOT-3 the emails say what their form says, also what was not saved as a draft', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  await boxesOfLot(world)
  const { recall_id } = await (await recall(dale)).json()
  const path = `${RECALLS}/${recall_id}`
  const form = /<form[^>]*>(?:(?!<\/form>).)*name="message"(?:(?!<\/form>).)*<\/form>/s
  const [draft = ''] = form.exec(await (await dale.visit(path)).text()) ?? []
  expect(draft).toContain(`formaction="${path}/send"`)
  const typed = { subject: 'Recall', message: 'Please keep the label.' }
  const refused = await dale.submit('POST', `${path}/send`, { ...typed, subject: ' ' })
  expect([refused.status, form.exec(await refused.text())?.[0]]).toEqual([
    422,
    expect.stringMatching(/Please keep the label\.\s*<\/textarea>/),
  ])
  expect((await dale.submit('POST', `${path}/send`, typed)).status).toBe(303)
  expect((await dale.submit('POST', `${path}/send`, { ...typed, subject: 'Again' })).status).toBe(409)
  shop.pass(1_000)
  await runDueJobs(shop.services)
  const mails = shop.db.select().from(outboxMessages).all()
  expect(mails.filter(({ text }) => text.includes('Please keep the label.'))).toHaveLength(2)
  expect(mails.filter(({ subject }) => subject === 'Again')).toEqual([])
})

test('LOT-3 a recall of a lot that no box had asks for no email', async () => {
  const { shop, dale } = await centerShop()
  const offerId = shop.db.get<{ id: number }>(sql`select max(id) as id from offers`)!.id
  await receiveLot(shop, { offerId, code: 'BAD-2', bestBy: inDays(shop, 200), units: 4 })
  expect((await recall(dale, ['bad-2'])).status).toBe(200)
  const page = await (await dale.visit(`${RECALLS}/1`)).text()
  expect(page).toContain('No box had any of it, so there’s no one to email.')
  expect(page).not.toContain('Send the emails')
})

test('LOT-3 the list of a recall runs no formula that a buyer put in a name', async () => {
  const center = await centerShop()
  const { boxes } = await boxesOfLot(center)
  for (const box of boxes) changeBox(center.shop, box, { deliveryName: '=1+1' })
  const path = (await recall(center.dale)).headers.get('location') ?? `${RECALLS}/1`
  const csv = await (await center.dale.visit(`${path}/list.csv`)).text()
  expect(csv.split('\r\n').filter((row) => row.includes(",'=1+1,"))).toHaveLength(boxes.length)
  expect(csv).not.toContain(',=1+1')
})

test('LOT-3 class and case number are saved once known, and calls to people without email are recorded, too', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { boxes } = await boxesOfLot(world)
  const [shipped, packed] = boxes
  changeBox(shop, shipped, { email: null })
  const { recall_id, recall_class, people, told } = await (await recall(dale)).json()
  expect([recall_class, people, told]).toEqual([null, 2, 0])
  const path = `${RECALLS}/${recall_id}`
  for (const fields of [{ recall_class: 'IV' }, { case_number: 'x'.repeat(41) }])
    expect((await dale.call('POST', `${path}/case`, fields)).status).toBe(422)
  const facts = { recall_class: 'I', case_number: '042-2026' }
  expect(await (await dale.call('POST', `${path}/case`, facts)).json()).toMatchObject(facts)
  const call = (order_token: string, role = 'buyer') =>
    dale.call('POST', `${path}/called`, { order_token, role })
  expect((await call(packed.token)).status).toBe(404) // its box is here
  expect((await call('unknown')).status).toBe(404)
  expect((await call(shipped.token, 'neighbor')).status).toBe(422)
  shop.pass(1_000)
  const calledAt = new Date(shop.clock.now()).toISOString()
  expect((await call(shipped.token)).status).toBe(200)
  const { identifier } = shop.db.select().from(orders).where(eq(orders.id, shipped.id)).get()!
  expect(trailOf(shop)[0]).toMatchObject({
    verb: 'recall.call_recorded',
    detail: { order: identifier, called: 'buyer' },
  })
  shop.pass(1_000)
  const again = await (await call(shipped.token)).json()
  expect(again.orders[0]).toMatchObject({ role: 'buyer', told_at: calledAt, told_by: 'phone' })
  expect([again.people, again.told]).toEqual([2, 1])
  const page = await (await dale.visit(path)).text()
  for (const words of ['Class I, case 042-2026.', '1 of them told (50%)', 'by phone', 'I called'])
    expect(page).toContain(words)
  expect(page.match(/name="order_token"/g)).toHaveLength(1)
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map((one) => one.message))).toEqual([])
  expect(await (await dale.call('POST', `${path}/send`, {})).json()).toEqual({ emails: 1 })
  for (let times = 0; times < 2; times++) await runDueJobs(shop.services)
  expect((await (await dale.call('GET', path)).json()).told).toBe(2)
  const csv = await (await dale.visit(`${path}/list.csv`)).text()
  expect(csv).toContain(`${calledAt},phone`)
  const priya = await signedIn(shop, PRIYA)
  for (const step of ['case', 'called', 'send'])
    expect((await priya.call('POST', `${path}/${step}`, facts)).status, step).toBe(404)
  expect((await priya.visit(`${path}/list.csv`)).status).toBe(404)
})

test('LOT-3 REL-5 a buyer whose data was erased is still notified, and only recalls keep their contact', async () => {
  const world = await centerShop()
  const { shop } = world
  const { boxes } = await boxesOfLot(world)
  const [shipped] = boxes
  shop.pass(60 * DAY_MS)
  await durably(shop.db, (tx) => {
    releasePersonFromOrders(tx, { userId: null, email: 'guest@example.com' }, shop.clock.now())
    eraseKeptOrder(tx, shipped.id, shop.clock.now())
  })
  expect(shop.db.select().from(orders).where(eq(orders.id, shipped.id)).get()?.email).toBeNull()
  expect(shop.db.select().from(recallContacts).all()).toMatchObject([{ email: 'guest@example.com' }])
  const priya = await signedIn(shop, PRIYA)
  const clerk = await signedIn(shop, 'fulfillment@example.com')
  const made = await (await recall(clerk)).json()
  expect(made.orders.slice(0, 2)).toMatchObject([
    { email: 'guest@example.com' },
    { email: 'gus@example.com' },
  ])
  expect((await priya.visit(`${RECALLS}/${made.recall_id}`)).status).toBe(404)
})

test('LOT-3 without scripts, a clerk picks lots from the list, and a rejection says why', async () => {
  const world = await centerShop()
  const { dale } = world
  const { lot } = await boxesOfLot(world)
  expect(await (await dale.visit(RECALLS)).text()).toContain(`value="${lot.token}"`)
  const refused = await dale.submit('POST', RECALLS, { 'lots[]': lot.token, reason: ' ' })
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('why the lots')])
  const done = await dale.submit('POST', RECALLS, { 'lots[]': lot.token, reason: 'Torn seals' })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${RECALLS}/1`])
  expect(await (await dale.visit(`${RECALLS}/1`)).text()).toContain(' Torn seals. Since ')
})

test('LOT-3 a recall of a lot that reached no one says that no email was sent', async () => {
  const { shop, dale } = await centerShop()
  await receiveLot(shop, { offerId: 1, code: 'BAD-1', bestBy: inDays(shop, 200), units: 4 })
  const { recall_id } = await (await recall(dale)).json()
  await dale.submit('POST', `${RECALLS}/${recall_id}/send`, {})
  const page = await (await dale.visit(`${RECALLS}/${recall_id}`)).text()
  expect(page).toContain('There was nobody to email, so nothing was sent.')
})

test('LOT-3 a recall that emailed nobody is not called sent, and says why there is no email', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  const { boxes } = await boxesOfLot(world)
  for (const box of boxes) changeBox(shop, box, { state: 'paid' })
  const { recall_id, people } = await (await recall(dale)).json()
  expect(people).toBe(0)
  const path = `${RECALLS}/${recall_id}`
  const pageOf = async () => (await dale.visit(path)).text()
  expect(await pageOf()).toContain('No box with any of it has left, so there’s no one to email.')
  expect(await (await dale.call('POST', `${path}/send`, {})).json()).toEqual({ emails: 0 })
  expect((await (await dale.call('GET', path)).json()).sent_at).toBeNull()
  expect(trailOf(shop).map(({ verb }) => verb)).not.toContain('recall.sent')
  expect(await pageOf()).not.toContain('Send the emails')
})

const versionIn = (page: string, action: string) =>
  new RegExp(`action="${action}"(?:(?!</form>).)*?name="version" value="([^"]*)"`, 's').exec(page)?.[1] ?? ''

test('LOT-3 an email that a colleague corrected meanwhile is neither overwritten nor sent as it was', async () => {
  const world = await centerShop()
  const { shop, dale } = world
  await boxesOfLot(world)
  const { recall_id } = await (await recall(dale)).json()
  const path = `${RECALLS}/${recall_id}`
  const version = versionIn(await (await dale.visit(path)).text(), path)
  const right = { subject: 'Recall', message: 'Please throw it away.', version }
  expect((await dale.submit('POST', path, right)).status).toBe(303)
  expect((await dale.submit('POST', path, right)).status).toBe(303)

  const wrong = { subject: 'Recall', message: 'Please cook it well.', version }
  for (const address of [path, `${path}/send`]) {
    const stale = await dale.submit('POST', address, wrong)
    const page = await stale.text()
    expect(stale.status).toBe(409)
    expect(page).toContain('A colleague changed this email after you opened this page.')
    expect(page).toMatch(/<p[^>]*>Please throw it away\.<\/p>/)
    expect(page).toMatch(/Please cook it well\.\s*<\/textarea>/)
    expect(versionIn(page, path)).not.toBe(version)
  }
  expect((await dale.submit('POST', `${path}/send`, right)).status).toBe(303)
  const sentBefore = await dale.submit('POST', path, wrong)
  expect([sentBefore.status, await sentBefore.text()]).toEqual([
    409,
    expect.stringContaining('The emails were sent before. Nothing was changed.'),
  ])
  shop.pass(1_000)
  await runDueJobs(shop.services)
  const texts = shop.db.select().from(outboxMessages).all()
  expect(texts.filter(({ text }) => text.includes('Please cook it well.'))).toEqual([])
  expect(texts.filter(({ text }) => text.includes('Please throw it away.'))).toHaveLength(2)
})

test("LOT-3 a recall's class and case that a colleague saved meanwhile stay, and saving twice is recorded once", async () => {
  const world = await centerShop()
  const { shop, dale } = world
  await boxesOfLot(world)
  const { recall_id } = await (await recall(dale)).json()
  const path = `${RECALLS}/${recall_id}`
  const version = versionIn(await (await dale.visit(path)).text(), `${path}/case`)
  const saved = { recall_class: 'I', case_number: '042-2026', version }
  for (let press = 0; press < 2; press++)
    expect((await dale.submit('POST', `${path}/case`, saved)).status).toBe(303)
  expect(trailOf(shop).filter(({ verb }) => verb === 'recall.case_changed')).toHaveLength(1)

  const typed = { recall_class: '', case_number: '43', version }
  const stale = await dale.submit('POST', `${path}/case`, typed)
  const page = await stale.text()
  expect(stale.status).toBe(409)
  expect(page).toContain('it has class I and case 042-2026 now. Nothing was saved.')
  expect(page).toMatch(/name="case_number"[^>]*value="43"/)
  expect(await (await dale.call('GET', path)).json()).toMatchObject({
    recall_class: 'I',
    case_number: '042-2026',
  })
  const again = { ...typed, version: versionIn(page, `${path}/case`) }
  expect((await dale.submit('POST', `${path}/case`, again)).status).toBe(303)
  expect(await (await dale.call('GET', path)).json()).toMatchObject({
    recall_class: null,
    case_number: '43',
  })
})

test('LOT-3 a recall that is sent twice leads to the recall it started, unless it says something else', async () => {
  const { shop, dale } = await centerShop()
  const offerId = offerIdOf(shop, offerToken(shop.db, 'demo-fifty'))
  await receiveLot(shop, { offerId, code: 'BAD-1', bestBy: inDays(shop, 200), units: 4 })
  const sent = { 'lots[]': 'bad-1', reason: 'Listeria was found.' }
  const [first, second] = await Promise.all([
    dale.submit('POST', RECALLS, sent),
    dale.submit('POST', RECALLS, sent),
  ])
  for (const answer of [first, second])
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${RECALLS}/1`])
  expect(trailOf(shop).filter(({ verb }) => verb === 'recall.started')).toHaveLength(1)
  expect((await dale.submit('POST', RECALLS, { ...sent, reason: 'Metal' })).status).toBe(409)
})

test('LOT-3 a lot that was recalled before leads to its recall', async () => {
  const { shop, dale } = await centerShop()
  const offerId = offerIdOf(shop, offerToken(shop.db, 'demo-fifty'))
  for (const code of ['OLD-1', 'BAD-1'])
    await receiveLot(shop, { offerId, code, bestBy: inDays(shop, 200), units: 4 })
  for (const code of ['OLD-1', 'BAD-1']) expect((await recall(dale, [code])).status).toBe(200)
  const again = await dale.submit('POST', RECALLS, { 'lots[]': 'old-1', reason: 'Metal' })
  expect(again.status).toBe(409)
  expect(await again.text()).toContain(`<a href="${RECALLS}/1">Open that recall</a>`)
  const asked = await recall(dale, ['old-1'], 'Metal')
  expect([asked.status, await asked.json()]).toMatchObject([409, { recall_id: 1 }])
})
