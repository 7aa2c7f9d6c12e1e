import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import {
  boxLots,
  boxShorts,
  lots,
  type Order,
  offers,
  orderLines,
  packedPackages,
  stockMovements,
} from '#db/schema/index.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { formatCents, weighedCents } from '#src/money.ts'
import { itemsOf } from '#src/orders/items.ts'
import { orderById } from '#src/orders/orders.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { settleWeights } from '#src/payments/packed-weights.ts'
import { mailsTo, signedIn } from '../support/account.ts'
import { changeBox, PRIYA } from '../support/clerks.ts'
import { inDays, lotNow, lotsOfBox, offerIdOf, receiveLot } from '../support/lots.ts'
import type { Shopper } from '../support/shopper.ts'
import { RUTH } from '../support/staff.ts'
import { validator } from '../support/valid-html.ts'
import { cancelOrder, orderNow, press, WAVE, waveShop } from '../support/waves.ts'
import type { World } from '../support/world.ts'

type Line = {
  by_weight: boolean
  bid_item_token: string
  quantity: number
  missing: number
  packages: { package_id: string }[]
}

const readBox = async (clerk: Shopper, { token }: Order) =>
  (await clerk.call('GET', `${WAVE}/pack?order_token=${token}`)).json()

const linesOf = async (clerk: Shopper, order: Order): Promise<Line[]> => (await readBox(clerk, order)).lines

const post = async (clerk: Shopper, step: string, { token }: Order, fields: Record<string, unknown>) => {
  const answer = await clerk.call('POST', `${WAVE}/${step}`, { order_token: token, ...fields })
  return { status: answer.status, ...(await answer.json()) }
}

const scan = (clerk: Shopper, order: Order, barcode: string) => post(clerk, 'scan', order, { barcode })

/** A code for every pack of the box, each with its own serial. */
const codesOf = (order: Order, lines: Line[]) =>
  lines.flatMap(({ bid_item_token: token, quantity }) =>
    Array.from({ length: quantity }, (_, index) => `${token}/LOT-1/${order.id}-${index}`),
  )

/** Turns the first line of a box into one sold by weight, at most 10 lb a pack. */
function sellByWeight({ db }: World, { id }: Order) {
  const line = db.select().from(orderLines).where(eq(orderLines.orderId, id)).get()
  if (!line) throw new Error('the box has lines')
  const poundCents = Math.floor(line.priceCents / 10)
  db.update(orderLines).set({ poundCents }).where(eq(orderLines.id, line.id)).run()
  db.update(offers)
    .set({ poundCents, weightGrams: 4_000, maxGrams: 4_536, tareGrams: 45 })
    .where(eq(offers.id, line.offerId))
    .run()
  return { ...line, poundCents }
}

test('FUL-11 each correct scan is confirmed, and the last one closes the box', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const codes = codesOf(box, await linesOf(dale, box))
  for (const [index, code] of codes.entries()) {
    const scanned = await scan(dale, box, code)
    const isLast = index === codes.length - 1
    expect([scanned.status, scanned.state, scanned.message]).toEqual([
      200,
      isLast ? 'packed' : 'to_pack',
      isLast ? 'Box 1 is packed.' : 'Right.',
    ])
  }
  expect(await readBox(dale, box)).toMatchObject({
    state: 'packed',
    packed_by: expect.stringContaining('Dale'),
  })
  const rows = shop.db.select().from(packedPackages).all()
  expect(rows.map(({ lot }) => lot)).toEqual(codes.map(() => 'LOT-1'))
  const late = await scan(dale, box, codes[0]!)
  expect([late.status, late.code]).toEqual([409, 'packed'])
})

test('FUL-11 a wrong, unknown, repeated or extra pack is rejected with have and need, and changes nothing', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box, other] = boxes as [Order, Order]
  const [first, second] = await linesOf(dale, box)
  const theirs = (await linesOf(dale, other)).map(({ bid_item_token }) => bid_item_token)
  const ours = [first!.bid_item_token, second!.bid_item_token]
  const wrong = theirs.find((token) => !ours.includes(token)) ?? ''
  expect(await scan(dale, box, `${first!.bid_item_token}/L/1`)).toMatchObject({ status: 200 })
  const before = shop.db.select().from(packedPackages).all()
  for (const [code, status, name] of [
    [`${wrong}/L/9`, 422, 'wrong_item'],
    ['nothing-like-it', 404, 'unknown_barcode'],
    ['012345678905', 404, 'unknown_barcode'],
    [`${first!.bid_item_token}/L/1`, 409, 'scanned_before'],
  ] as const) {
    const refused = await scan(dale, box, code)
    expect([refused.status, refused.code]).toEqual([status, name])
    expect(refused.error).toContain('Nothing was changed.')
  }
  const wrongItem = await scan(dale, box, wrong)
  expect([wrongItem.have, wrongItem.need.length]).toEqual([expect.any(String), expect.any(Number)])
  expect(shop.db.select().from(packedPackages).all()).toEqual(before)
  for (let index = 2; index <= first!.quantity; index++)
    await scan(dale, box, `${first!.bid_item_token}/L/${index}`)
  expect((await scan(dale, box, `${first!.bid_item_token}/L/99`)).code).toBe('too_many')
})

test('FUL-11 LOT-1 a pack from a lot too old for the box is rejected, and one from another good lot is accepted', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const [line] = await linesOf(dale, box)
  const offerId = offerIdOf(shop, line!.bid_item_token)
  await receiveLot(shop, { offerId, code: 'OLD-1', bestBy: inDays(shop, 3), units: 9 })
  const fresh = await receiveLot(shop, { offerId, code: 'NEW-1', bestBy: inDays(shop, 200), units: 9 })
  const refused = await scan(dale, box, `${line!.bid_item_token}/OLD-1/1`)
  expect([refused.status, refused.code, refused.have]).toEqual([422, 'wrong_lot', 'OLD-1'])
  expect(refused.error).toContain('best-by')
  expect(shop.db.select().from(packedPackages).all()).toEqual([])
  expect((await scan(dale, box, `${line!.bid_item_token}/new-1/1`)).status).toBe(200)
  expect(lotsOfBox(shop, box.id, offerId)).toContainEqual(
    expect.objectContaining({ code: 'NEW-1', packed: 1 }),
  )
  expect(lotNow(shop, fresh).unitsLeft).toBe(8)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('FUL-11 canceling or editing an order stops the scanning of its box', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [canceled, edited, removed] = boxes as [Order, Order, Order]
  const lines = await Promise.all(boxes.slice(0, 3).map((box) => linesOf(dale, box)))
  for (const [index, box] of [canceled, edited, removed].entries())
    expect((await scan(dale, box, lines[index]![0]!.bid_item_token)).status).toBe(200)
  await cancelOrder(shop, canceled)
  changeBox(shop, edited, { deliveryStreet1: '7 New Rd', version: edited.version + 1 })
  await press(dale, 'remove', [removed])
  for (const [index, box] of [canceled, edited, removed].entries()) {
    const stopped = await scan(dale, box, lines[index]![0]!.bid_item_token)
    expect([stopped.status, stopped.error]).toEqual([409, expect.stringContaining(box.identifier)])
  }
  expect(shop.db.select().from(packedPackages).all()).toHaveLength(3)
  const page = await dale.visit(`${WAVE}/pack?order_token=${canceled.token}`)
  expect(await page.text()).toContain('Don’t pack this box')
})

test('FUL-11 a slip opens its box, and an outdated one or one from another wave does not', async () => {
  const { dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const slip = `${box.identifier}.${box.version}`
  const opened = await dale.visit(`${WAVE}/pack?slip=${slip}`)
  expect([opened.status, opened.headers.get('location')]).toEqual([
    302,
    `${WAVE}/pack?order_token=${box.token}`,
  ])
  const old = await dale.call('GET', `${WAVE}/pack?slip=${box.identifier}.${box.version - 1}`)
  expect([old.status, (await old.json()).code]).toEqual([409, 'old_slip'])
  expect((await dale.call('GET', `${WAVE}/pack?slip=DW-AAAAAAAA.1`)).status).toBe(404)
  const next = await dale.submit('POST', `${WAVE}/scan`, { order_token: boxes[1]!.token, barcode: slip })
  expect(next.headers.get('location')).toBe(`${WAVE}/pack?order_token=${box.token}`)
})

test('FUL-11 a slip that opens no box leaves the box that is being packed on the page', async () => {
  const { dale, boxes } = await waveShop()
  const [box, other] = boxes as [Order, Order]
  const [line] = await linesOf(dale, box)
  await scan(dale, box, `${line!.bid_item_token}/LOT-1/1`)
  for (const [slip, title] of [
    [`${other.identifier}.${other.version - 1}`, 'Old slip'],
    ['DW-AAAAAAAA.1', 'Unknown code'],
  ] as const) {
    const answer = await dale.submit('POST', `${WAVE}/scan`, { order_token: box.token, barcode: slip })
    const page = await answer.text()
    expect(page).toContain(title)
    expect(page).toContain(`Box 1, ${box.identifier}`)
    expect(page).toContain('Barcode of the pack')
  }
})

test('FUL-11 a slip that is scanned before a box is finished opens its box and names the unfinished one', async () => {
  const { dale, boxes } = await waveShop()
  const [box, other] = boxes as [Order, Order]
  const lines = await linesOf(dale, box)
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const slips = [box, other].map(({ identifier, version }) => `${identifier}.${version}`)
  const scanSlip = async (order: Order, slip: string) => {
    const answer = await dale.submit('POST', `${WAVE}/scan`, { order_token: order.token, barcode: slip })
    return (await dale.visit(answer.headers.get('location') ?? '')).text()
  }
  expect(await scanSlip(box, slips[1]!)).toContain('>Box 2 is open now. Box 1 is still empty.</span>')
  expect(await scanSlip(box, slips[0]!)).not.toContain('is open now')
  await scan(dale, box, `${lines[0]!.bid_item_token}/LOT-1/1`)
  const words = `Box 2 is open now. Box 1 isn’t finished: it holds 1 of ${total} packs.`
  const page = await scanSlip(box, slips[1]!)
  expect(page).toContain(`>${words}</span>`)
  expect(page).toContain('data-pack-scan-outcome-value="wrong"')
  expect((await scan(dale, box, slips[1]!)).message).toBe(words)
  expect(await (await dale.visit(`${WAVE}/pack?order_token=${other.token}`)).text()).not.toContain(words)
  for (const code of codesOf(other, await linesOf(dale, other))) await scan(dale, other, code)
  expect(await scanSlip(box, slips[1]!)).toContain('Box 2 is packed already. Box 1 isn’t finished')
  expect(await scanSlip(other, slips[0]!)).not.toContain('Box 2')
})

test('FUL-11 taking a pack out says to put it back on its shelf, once', async () => {
  const { dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const [line] = await linesOf(dale, box)
  const send = async (step: string, fields: Record<string, string>) => {
    const answer = await dale.submit('POST', `${WAVE}/${step}`, { order_token: box.token, ...fields })
    return (await dale.visit(answer.headers.get('location') ?? '')).text()
  }
  const words = '>Taken out. Put it back on its shelf.</span>'
  expect(await send('scan', { barcode: `${line!.bid_item_token}/LOT-1/1` })).not.toContain('Right.')
  expect(await send('unscan', { package_id: '1', press: 'a-press' })).toContain(words)
  expect(await (await dale.visit(`${WAVE}/pack?order_token=${box.token}`)).text()).not.toContain(words)
})

test('FUL-11 CWT-1 an item sold by weight is weighed before its box closes, and costs what it weighs', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const { poundCents, quantity } = sellByWeight(shop, box)
  const lines = await linesOf(dale, box)
  const line = lines.find(({ by_weight }) => by_weight)
  const others = lines.filter((each) => each !== line)
  expect((await press(dale, 'packed', [box])).status).toBe(409)
  const slips = `${WAVE}/slips?order_tokens[]=${box.token}`
  const before = await (await dale.visit(slips)).text()
  expect(before.match(/<span class="slip__lot">at most<\/span>/g)).toHaveLength(1)
  expect(before).toMatch(/<dt>Charged at most<\/dt>/)
  expect(before).toContain('The email we send after packing has the final price.')
  for (const code of codesOf(box, others)) await scan(dale, box, code)
  for (let index = 1; index <= quantity; index++) {
    const token = line!.bid_item_token
    expect(await scan(dale, box, `${token}/L/p${index}`)).toMatchObject({ status: 200, state: 'to_pack' })
    const fields = { bid_item_token: token, package_id: `p${index}` }
    expect((await post(dale, 'weigh', box, { ...fields, gross_grams: '37.42.1' })).error).toBe(
      'Please check the weight: it must be in grams, like 3742.',
    )
    const odd = await post(dale, 'weigh', box, { ...fields, gross_grams: 345 })
    expect([odd.status, odd.code]).toEqual([422, 'weigh_again'])
    for (const scanned of [token, `${token}/L/p9`, '0012345678905', '(01)00012345678905'])
      expect(await post(dale, 'weigh', box, { ...fields, gross_grams: scanned })).toMatchObject({
        status: 422,
        message: expect.stringContaining('That isn’t a weight'),
      })
    const other = { ...fields, gross_grams: 545, confirmed: true, first_grams: 300 }
    expect((await post(dale, 'weigh', box, other)).code).toBe('weigh_again')
    if (index === 1)
      expect(
        await post(dale, 'weigh', box, { ...fields, net_grams: 300, confirmed: true, first_grams: 310 }),
      ).toMatchObject({
        status: 200,
      })
    const isLast = index === quantity
    expect(await post(dale, 'weigh', box, { ...fields, gross_grams: '3674' })).toMatchObject({
      status: isLast && quantity > 1 ? 200 : expect.any(Number),
    })
  }
  const packed = shop.db
    .select()
    .from(packedPackages)
    .all()
    .filter(({ netGrams }) => netGrams !== null)
  expect(packed.length).toBe(quantity)
  expect(poundCents).toBeGreaterThan(0)
  expect(ledgerProblems(shop.db)).toEqual([])
  expect((await readBox(dale, box)).state).toBe('packed')
  const now = shop.db
    .select()
    .from(orderLines)
    .where(eq(orderLines.offerId, offerIdOf(shop, line!.bid_item_token)))
  const paid = now.all().find(({ orderId }) => orderId === box.id)?.packedCents ?? 0
  const slip = await (await dale.visit(slips)).text()
  expect(slip).not.toContain('at most')
  expect(slip).toContain(`<td class="slip__end">${formatCents(paid)}</td>`)
  expect(slip).toContain('lb of dry ice')
})

test("FUL-13 CWT-1 a box weighed in an earlier wave that is short a pack in this one refunds that pack's price", async () => {
  const { shop, dale, boxes } = await waveShop()
  const linesIn = ({ id }: Order) =>
    shop.db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(orderLines.id).all()
  const box = boxes.find((each) => (linesIn(each)[0]?.quantity ?? 0) > 1)!
  const { offerId, quantity, poundCents } = sellByWeight(shop, box)
  const before = orderById(shop.db, box.id)
  const packs = (count: number) => new Map([[offerId, Array.from({ length: count }, () => 3_629)]])
  await durably(shop.db, (tx) => settleWeights(tx, before, packs(quantity), shop.clock.now()))
  const perPack = weighedCents(poundCents, 3_629)
  const lines = await linesOf(dale, box)
  const line = lines.find(({ by_weight }) => by_weight)!
  for (const code of codesOf(
    box,
    lines.filter((each) => each !== line),
  ))
    await scan(dale, box, code)
  const { bid_item_token } = line
  const short = await post(dale, 'short', box, { bid_item_token, quantity: 1, reason: 'Torn' })
  expect(short.status).toBe(200)
  for (let index = 1; index < quantity; index++) {
    await scan(dale, box, `${bid_item_token}/L/p${index}`)
    const weight = { bid_item_token, package_id: `p${index}`, net_grams: 3_629 }
    await post(dale, 'weigh', box, weight)
  }
  expect((await readBox(dale, box)).state).toBe('packed')
  const now = linesIn(box).find((each) => each.offerId === offerId)
  expect(now?.packedCents).toBe((quantity - 1) * perPack)
  const rest = linesIn(box).filter((each) => each.offerId !== offerId)
  const goods = rest.reduce((sum, each) => sum + each.quantity * each.priceCents, now?.packedCents ?? 0)
  expect(orderById(shop.db, box.id).itemsCents).toBe(goods)
  await shop.settleDown()
  await postOrders(shop.services)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('FUL-11 CWT-1 a GS1 label gives item, lot and net weight in one scan, and a random-weight UPC only the item', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const { offerId } = sellByWeight(shop, box)
  const lines = await linesOf(dale, box)
  const line = lines.find(({ by_weight }) => by_weight)
  await receiveLot(shop, { offerId, code: 'NEW-1', bestBy: inDays(shop, 200), units: 9 })
  shop.db.update(offers).set({ gtin: '90012345678908' }).where(eq(offers.id, offerId)).run()
  const label = (serial: string) => `]C10190012345678908320200088210NEW-1\u001d21${serial}`
  const scanned = await scan(dale, box, label('s1'))
  const pack = { package_id: 's1', lot: 'NEW-1', net_grams: 4_001, needs_weight: false }
  expect([scanned.status, scanned.package_id]).toEqual([200, 's1'])
  const packed = (await linesOf(dale, box)).find(({ by_weight }) => by_weight)
  expect(packed?.packages).toEqual([expect.objectContaining(pack)])
  expect((await scan(dale, box, label('s1'))).code).toBe('scanned_before')
  const other = lines.find((each) => each !== line)
  shop.db
    .update(offers)
    .set({ gtin: '00212345000007' })
    .where(eq(offers.token, other?.bid_item_token ?? ''))
    .run()
  expect((await scan(dale, box, '212345017999')).status).toBe(200)
  expect((await scan(dale, box, '(01)09506000134352(10)X')).code).toBe('unknown_barcode')
})

const lotRows = ({ db }: World) => ({
  lots: db.select().from(lots).all(),
  planned: db
    .select()
    .from(boxLots)
    .all()
    .filter(({ due, packed, planned }) => due + packed + planned > 0),
  packages: db.select().from(packedPackages).all(),
})

test('FUL-11 CWT-1 an implausible weight on a label is ignored, and the pack has to be weighed', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const { offerId } = sellByWeight(shop, box)
  await receiveLot(shop, { offerId, code: 'NEW-1', bestBy: inDays(shop, 200), units: 9 })
  shop.db.update(offers).set({ gtin: '90012345678908' }).where(eq(offers.id, offerId)).run()
  for (const [serial, weight] of [
    ['s1', '3105000400'], // 4 g instead of 4 kg
    ['s2', '3101000400'], // 40 kg
  ]) {
    const label = `]C10190012345678908${weight}10NEW-1\u001d21${serial}`
    expect((await scan(dale, box, label)).status).toBe(200)
    const line = (await linesOf(dale, box)).find(({ by_weight }) => by_weight)
    const pack = { package_id: serial, net_grams: null, needs_weight: true }
    expect(line?.packages).toEqual([expect.objectContaining(pack)])
    await post(dale, 'unscan', box, { package_id: serial })
  }
})

test('FUL-11 a scan can be undone while its box is open, which restores lots and stock', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box, other] = boxes as [Order, Order]
  const lines = await linesOf(dale, box)
  const offerId = offerIdOf(shop, lines[0]!.bid_item_token)
  await receiveLot(shop, { offerId, code: 'NEW-1', bestBy: inDays(shop, 200), units: 9 })
  const before = lotRows(shop)
  const codes = [...codesOf(box, lines.slice(1)), `${lines[0]!.bid_item_token}/NEW-1/1`]
  const ids: string[] = []
  for (const code of codes.slice(-3)) ids.push((await scan(dale, box, code)).package_id)
  expect(lotRows(shop)).not.toEqual(before)
  expect((await post(dale, 'unscan', other, { package_id: ids[0] })).code).toBe('not_in_box')
  for (const id of ids.toReversed())
    expect((await post(dale, 'unscan', box, { package_id: id })).message).toContain('Taken out')
  expect(lotRows(shop)).toEqual(before)
  expect((await post(dale, 'unscan', box, { package_id: ids[0] })).status).toBe(404)
  for (const code of codesOf(box, lines)) await scan(dale, box, code)
  const [packed] = shop.db.select().from(packedPackages).all()
  const late = await post(dale, 'unscan', box, { package_id: packed!.packageId })
  expect([late.status, late.code]).toEqual([409, 'packed'])
})

test('FUL-11 taking a pack out, sent again after its code was scanned again, takes nothing more out', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const [line] = await linesOf(dale, box)
  const code = `${line!.bid_item_token}/L/7`
  await scan(dale, box, code)
  const html = await (await dale.visit(`${WAVE}/pack?order_token=${box.token}`)).text()
  const form = /<form[^>]+unscan".*?<\/form>/s.exec(html)?.[0] ?? ''
  const fields = Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map((m) => [m[1], m[2]]),
  )
  const takeOut = () => post(dale, 'unscan', box, fields)
  const first = await takeOut()
  await scan(dale, box, code)
  const packed = shop.db.select().from(packedPackages).all()
  const again = await takeOut()
  expect([again.status, again.message]).toEqual([first.status, first.message])
  expect(packed).toHaveLength(1)
  expect(shop.db.select().from(packedPackages).all()).toEqual(packed)
  expect((await post(dale, 'unscan', box, { ...fields, press: 'another-press' })).status).toBe(200)
  expect(shop.db.select().from(packedPackages).all()).toEqual([])
})

test('FUL-11 if packs of two items share a serial, undo removes the one scanned last', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const [first, second] = await linesOf(dale, box)
  for (const [stays, goes] of [
    [first, second],
    [second, first],
  ] as const) {
    for (const line of [stays, goes]) await scan(dale, box, `${line!.bid_item_token}/L/0001`)
    expect((await post(dale, 'unscan', box, { package_id: '0001' })).status).toBe(200)
    const left = shop.db.select().from(packedPackages).all()
    expect(left.map(({ offerId }) => offerId)).toEqual([offerIdOf(shop, stays!.bid_item_token)])
    await post(dale, 'unscan', box, { package_id: '0001' })
  }
})

test('FUL-11 without scripts, a button removes the last pack', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const [line] = await linesOf(dale, box)
  const page = `${WAVE}/pack?order_token=${box.token}`
  expect(await (await dale.visit(page)).text()).not.toContain('Take the last one out')
  await scan(dale, box, `${line!.bid_item_token}/L/7`)
  const html = await (await dale.visit(page)).text()
  expect(html).toContain('Take the last one out')
  const id = /name="package_id" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const done = await dale.submit('POST', `${WAVE}/unscan`, { order_token: box.token, package_id: id })
  expect([done.status, done.headers.get('location')]).toEqual([303, page])
  expect(shop.db.select().from(packedPackages).all()).toEqual([])
})

test('FUL-11 a scan sent again with its id changes nothing, even after its box is packed', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box, other] = boxes as [Order, Order]
  const codes = (await linesOf(dale, box)).flatMap(({ bid_item_token: token, quantity }) =>
    Array.from({ length: quantity }, () => token),
  )
  const send = (order: Order, index: number) =>
    post(dale, 'scan', order, { barcode: codes[index], scan_id: `scan-${box.id}-${index}` })
  for (const index of codes.keys()) {
    const [first, again] = [await send(box, index), await send(box, index)]
    expect([again.status, again.package_id, again.state]).toEqual([200, first.package_id, first.state])
  }
  expect(shop.db.select().from(packedPackages).all()).toHaveLength(codes.length)
  expect((await send(box, 0)).message).toBe('Box 1 is packed.')
  expect((await post(dale, 'scan', other, { barcode: codes[0], scan_id: 'x' })).status).toBe(422)
})

test('FUL-11 an id of a scan that comes again for another box packs that box', async () => {
  const { shop, dale, boxes } = await waveShop()
  const sent = []
  for (const box of boxes.slice(0, 2)) {
    const [line] = await linesOf(dale, box)
    sent.push(await post(dale, 'scan', box, { barcode: line?.bid_item_token, scan_id: 'scanner-0001' }))
  }
  expect(sent.map(({ status }) => status)).toEqual([200, 200])
  expect(shop.db.select().from(packedPackages).all()).toHaveLength(2)
})

test('FUL-13 a missing item is refunded to the cent, corrected in stock, emailed, and gone from slip and order', async () => {
  const { shop, dale, boxes } = await waveShop()
  const box = boxes.find(({ email }) => email === 'shopper@example.com')
  if (!box) throw new Error('the demo shopper has a box in the wave')
  const [line] = await linesOf(dale, box)
  const fields = { bid_item_token: line!.bid_item_token, quantity: line!.quantity, reason: 'Torn =1+1' }
  const answers = await Promise.all([post(dale, 'short', box, fields), post(dale, 'short', box, fields)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  const after = orderNow(shop, box)
  expect(after.totalCents).toBeLessThan(box.totalCents ?? 0)
  expect(ledgerProblems(shop.db)).toEqual([])
  const moved = shop.db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.note, `Short in ${box.identifier}: Torn =1+1`))
    .all()
  expect(moved).toMatchObject([{ delta: -line!.quantity, reason: 'adjusted' }])
  await shop.settleDown()
  const subjects = mailsTo(shop, 'shopper@example.com').map(({ subject }) => subject)
  expect(subjects).toContain(`Something is missing from your box ${box.identifier}`)
  const slips = await (await dale.visit(`${WAVE}/slips?order_tokens[]=${box.token}`)).text()
  expect(slips).toContain(`${box.identifier}.${after.version}`)
  expect(slips.match(/slip__tick/g)).toHaveLength((await linesOf(dale, box)).length)
  expect((await readBox(dale, box)).state).toBe('to_pack')
  for (const { bid_item_token: code, quantity } of await linesOf(dale, box))
    for (let pack = 0; pack < quantity; pack++)
      expect(await scan(dale, box, code)).toMatchObject({ status: 200 })
  expect((await press(dale, 'shipped', [box])).status).toBe(200)
  const ana = await signedIn(shop, 'shopper@example.com')
  const page = await (await ana.visit(`/account/orders/${box.token}`)).text()
  expect(page).toContain('On its way')
})

test('FUL-13 a form submitted twice shorts the box once, and the form on the next page shorts it again', async () => {
  const { shop, dale, boxes } = await waveShop()
  const found = boxes.flatMap((box) =>
    itemsOf(shop.db, box.id).flatMap((item) => (item.quantity >= 3 ? [{ box, item }] : [])),
  )[0]
  if (!found) throw new Error('no box has three packs of one item')
  const { box, item } = found
  const pressOfPage = async () => {
    const page = await (await dale.visit(`${WAVE}/pack?order_token=${box.token}`)).text()
    return /name="press" value="([^"]+)"/.exec(page)?.[1] ?? ''
  }
  const first = { bid_item_token: item.token, quantity: 1, reason: 'Thawed', press: await pressOfPage() }
  const answers = [post(dale, 'short', box, first), post(dale, 'short', box, first)]
  const [once, twice] = await Promise.all(answers)
  expect([once?.status, twice]).toEqual([200, once])
  const shorted = () => shop.db.select().from(boxShorts).where(eq(boxShorts.orderId, box.id)).all().length
  const left = () => itemsOf(shop.db, box.id).find(({ id }) => id === item.id)?.quantity
  expect([shorted(), left()]).toEqual([1, item.quantity - 1])
  await post(dale, 'short', box, { ...first, press: await pressOfPage() })
  expect([shorted(), left()]).toEqual([2, item.quantity - 2])
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('STF-8 FUL-13 the audit trail calls a missing pack by its name', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const { token, name, label } = itemsOf(shop.db, box.id)[0]!
  const short = { bid_item_token: token, quantity: 1, reason: 'Torn' }
  expect((await post(dale, 'short', box, short)).status).toBe(200)
  const ruth = await signedIn(shop, RUTH)
  const page = await (await ruth.visit(`/staff/audit?subject=order:${box.token}`)).text()
  expect(page).toContain(`${name}, ${label}`)
  expect(page).not.toContain(token)
})

test('FUL-13 however a box is shorted, refunds plus remainder equal the amount paid', async () => {
  const { shop, dale, boxes } = await waveShop()
  for (const box of boxes.slice(0, 6)) {
    const lines = await linesOf(dale, box)
    for (const [index, { bid_item_token, quantity }] of lines.entries()) {
      const part = index === 0 ? 1 : quantity
      await post(dale, 'short', box, { bid_item_token, quantity: part, reason: 'Not on the shelf' })
    }
    const now = orderNow(shop, box)
    const goods = (now.itemsCents ?? 0) - (now.promotionsCents ?? 0) - (now.rewardsCents ?? 0)
    expect((now.totalCents ?? 0) + (now.giftCents ?? 0)).toBe(
      goods + (now.shippingCents ?? 0) + (now.taxCents ?? 0),
    )
  }
  expect(ledgerProblems(shop.db)).toEqual([])
  await shop.settleDown()
  expect(ledgerProblems(shop.db)).toEqual([])
})

test("FUL-13 a rejected form for missing packs stays open with the clerk's input", async () => {
  const { dale, boxes } = await waveShop()
  const lines = await linesOf(dale, boxes[0] as Order)
  const last = lines.at(-1) as Line
  const answer = await dale.submit('POST', `${WAVE}/short`, {
    ...{ order_token: boxes[0]!.token, bid_item_token: last.bid_item_token, reason: 'Thawed', press: 'one' },
    quantity: String(last.quantity + 7),
  })
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toMatch(/packs? of that item (is|are) left to pack. Nothing was changed./)
  const [, form = ''] = page.split('<details class="pack__short" open="">')
  expect(form).toContain(`<option value="${last.bid_item_token}" selected="">`)
  expect(form).toMatch(new RegExp(`name="quantity"[^>]* value="${last.quantity + 7}"`))
  expect(form).toContain('<option selected="">Thawed</option>')
})

test('FUL-11 a refused weight or count is "not done", because its pack may be in the box already', async () => {
  const { dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const [line] = await linesOf(dale, box)
  const refusalTo = async (step: string, fields: Record<string, string>) =>
    /class="pack__ask">.*?<\/svg>([^<]+)</s
      .exec(
        await (await dale.submit('POST', `${WAVE}/${step}`, { order_token: box.token, ...fields })).text(),
      )?.[1]
      ?.trim()
  const item = { bid_item_token: line!.bid_item_token }
  expect(await refusalTo('scan', { barcode: 'wrong' })).toBe('Not packed')
  expect(await refusalTo('weigh', { ...item, package_id: '1', gross_grams: 'light' })).toBe('Not done')
  expect(await refusalTo('short', { ...item, quantity: '99', reason: 'Gone' })).toBe('Not done')
})

test('FUL-13 too many, none, no reason, or everything in the box is rejected, and nothing changes', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const lines = await linesOf(dale, box)
  const { bid_item_token, quantity } = lines[0]!
  for (const fields of [
    { bid_item_token, quantity: quantity + 1, reason: 'Torn' },
    { bid_item_token, quantity: 0, reason: 'Torn' },
    { bid_item_token, quantity: 1, reason: ' ' },
    { bid_item_token, quantity: 1.5, reason: 'Torn' },
    { bid_item_token: '', quantity: 1, reason: 'Torn' },
  ])
    expect((await post(dale, 'short', box, fields)).status).toBe(422)
  expect(
    (await post(dale, 'short', box, { bid_item_token: 'unknown', quantity: 1, reason: 'Torn' })).status,
  ).toBe(404)
  expect(orderNow(shop, box)).toEqual(box)
  for (const line of lines.slice(1)) await post(dale, 'short', box, { ...line, reason: 'Torn' })
  const last = await post(dale, 'short', box, { bid_item_token, quantity, reason: 'Torn' })
  expect([last.status, last.code]).toEqual([409, 'only_item'])
  const priya = await signedIn(shop, PRIYA)
  await priya.visit('/fulfillment/cumberland-valley')
  const theirs = '/fulfillment/cumberland-valley/packing_waves/1/short'
  expect(
    (await priya.call('POST', theirs, { order_token: box.token, bid_item_token, quantity: 1, reason: 'x' }))
      .status,
  ).toBe(404)
})

test('FUL-11 the packing page works with plain forms, and each of its states is valid HTML', async () => {
  const { dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const lines = await linesOf(dale, box)
  const refused = await dale.submit('POST', `${WAVE}/scan`, { order_token: box.token, barcode: 'wrong' })
  expect(refused.status).toBe(404)
  const pages = [
    await (await dale.visit(`${WAVE}/pack`)).text(),
    await (await dale.visit(`${WAVE}/pack?order_token=${box.token}`)).text(),
    await refused.text(),
  ]
  for (const code of codesOf(box, lines)) {
    const done = await dale.submit('POST', `${WAVE}/scan`, { order_token: box.token, barcode: code })
    expect([done.status, done.headers.get('location')]).toEqual([
      303,
      `${WAVE}/pack?order_token=${box.token}`,
    ])
  }
  pages.push(await (await dale.visit(`${WAVE}/pack?order_token=${box.token}`)).text())
  expect(pages.map((page) => /data-pack-scan-outcome-value="(\w*)"/.exec(page)?.[1])).toEqual([
    '',
    '',
    'wrong',
    'done',
  ])
  expect(pages[2]).toContain('Unknown code')
  expect(pages[3]).toContain('Box 1 is packed')
  for (const page of pages) {
    const { results } = await validator.validateString(page)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  }
})

test('FUL-11 a box over 50 lb says so while being packed, before its label is bought', async () => {
  const { dale, boxes } = await waveShop()
  const warnings: [string | null, boolean][] = []
  for (const box of boxes) {
    const page = await (await dale.visit(`${WAVE}/pack?order_token=${box.token}`)).text()
    warnings.push([(await readBox(dale, box)).warning, page.includes('have two people lift it')])
  }
  const heavy = expect.stringMatching(
    /^This box weighs [5-9]\d\.\d lb with its ice\. Mark it as heavy and have two people lift it\.$/,
  )
  const places = new Set([8, 12, 20])
  expect(warnings).toEqual(boxes.map((_, index) => (places.has(index + 1) ? [heavy, true] : [null, false])))
})
