import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { durably } from '#db/client.ts'
import { type Inspection, lots, type Order, offers, orders } from '#db/schema/index.ts'
import { DAY_MS, type Day } from '#src/day.ts'
import { leftToPickOf } from '#src/fulfillment/left-to-pick.ts'
import { makeWave } from '#src/fulfillment/waves.ts'
import { orderById } from '#src/orders/orders.ts'
import { packedLots } from '#src/orders/packed-lots.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { adjustStock } from '#src/stock/adjust.ts'
import { badLots, packFromLot, packPlannedLots, releaseLots } from '#src/stock/lot-packing.ts'
import { lotProblem } from '#src/stock/lot-rules.ts'
import { expireLots } from '#src/stock/lot-withdrawal.ts'
import { returnUnits } from '#src/stock/return-units.ts'
import { shortagesOf } from '#src/stock/stock.ts'
import { unlottedUnitsOf } from '#src/stock/unlotted.ts'
import { lotNote } from '#views/orders/placed-order.ts'
import { offerToken, readyToPay } from '../support/buying.ts'
import { CENTER, centerShop } from '../support/clerks.ts'
import { adjust, INVENTORY, stockedOffer } from '../support/inventory.ts'
import {
  boxesToPack,
  inDays,
  lotNow,
  lotsOfBox,
  offerIdOf,
  receiveLot,
  today,
  unitsOnHand,
} from '../support/lots.ts'
import type { World } from '../support/world.ts'
import { world } from '../support/world.ts'

const fifty = (shop: World) => offerIdOf(shop, offerToken(shop.db, 'demo-fifty'))

const prepare = async (shop: World, quantity: number) => {
  const ana = await shop.shopper()
  const order_token = await readyToPay(ana, shop.db, { quantity })
  return ana.call('POST', '/v1/stripe_validate_payment', { order_token })
}

test("LOT-1 units that would arrive too close to their best-by day, or can't leave their state, are not sold", async () => {
  const shop = await world()
  const offerId = fifty(shop)
  await receiveLot(shop, { offerId, code: 'SOON', bestBy: inDays(shop, 9), units: 10 })
  await receiveLot(shop, { offerId, code: 'NV', bestBy: inDays(shop, 300), units: 10, inspection: 'state' })
  expect(unitsOnHand(shop, offerId)).toBe(70)
  const refused = await prepare(shop, 51)
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Only 50 of')])
  await receiveLot(shop, { offerId, code: 'GOOD', bestBy: inDays(shop, 300), units: 1 })
  expect((await prepare(shop, 51)).status).toBe(200)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('LOT-1 a sale and a box apply the same rule to a lot', async () => {
  const shop = await world()
  const offerId = fifty(shop)
  const lot = await receiveLot(shop, { offerId, code: 'A', bestBy: inDays(shop, 20), units: 5 })
  const sellable = (arrivalOn: string, deliveryState: string) => {
    const box = { arrivalOn: inDays(shop, Number(arrivalOn)), deliveryState }
    const short = shortagesOf(shop.db, { id: 0, fcId: 1, ...box }, [{ offerId, quantity: 100 }], 0)
    const isSold = short[0]?.available === 55
    expect([box, isSold]).toEqual([box, lotProblem({ ...lotNow(shop, lot), minDaysAtHome: 7 }, box) === null])
    return isSold
  }
  const change = (columns: Partial<typeof lots.$inferInsert>) => shop.db.update(lots).set(columns).run()
  expect([sellable('13', 'WA'), sellable('14', 'WA')]).toEqual([true, false])
  change({ inspection: 'state' })
  expect([sellable('5', 'WA'), sellable('5', 'NV')]).toEqual([false, true])
  change({ inspection: 'cis' })
  expect(sellable('5', 'WA')).toBe(true)
  change({ state: 'recalled' })
  expect(sellable('5', 'NV')).toBe(false)
})

test('LOT-1 a lot that expires overnight leaves stock and pages, once', async () => {
  const shop = await world()
  const offerId = fifty(shop)
  const lot = await receiveLot(shop, { offerId, code: 'SOON', bestBy: inDays(shop, 10), units: 10 })
  const ana = await shop.shopper()
  expect(await (await ana.visit('/products/demo-fifty')).text()).toContain('&quot;max&quot;:60')
  await expireLots(shop.services)
  expect(unitsOnHand(shop, offerId)).toBe(60)
  shop.pass(3 * DAY_MS)
  for (let times = 0; times < 2; times++) await expireLots(shop.services)
  expect([unitsOnHand(shop, offerId), lotNow(shop, lot)]).toMatchObject([
    50,
    { state: 'expired', unitsLeft: 10, withdrawn: 10 },
  ])
  expect(await (await ana.visit('/products/demo-fifty')).text()).toContain('&quot;max&quot;:50')
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('LOT-1 units of an expired lot that a box releases leave the stock, too', async () => {
  const shop = await world()
  const { offerId, boxes } = boxesWith(shop, 1)
  const [box] = boxes as [Order]
  const old = await receiveLot(shop, { offerId, code: 'OLD', bestBy: inDays(shop, 20), units: 10 })
  await receiveLot(shop, { offerId, code: 'GOOD', bestBy: inDays(shop, 300), units: 10 })
  await wave(shop, [box])
  shop.pass(16 * DAY_MS)
  await expireLots(shop.services)
  const { planned, withdrawn } = lotNow(shop, old)
  expect([planned > 0, withdrawn]).toEqual([true, 10 - planned])
  const before = unitsOnHand(shop, offerId)
  await durably(shop.db, (tx) => releaseLots(tx, [box.id]))
  for (let times = 0; times < 2; times++) await expireLots(shop.services)
  expect(lotNow(shop, old)).toMatchObject({ unitsLeft: 10, withdrawn: 10 })
  expect(unitsOnHand(shop, offerId)).toBe(before - planned)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('LOT-1 sixty lots that expire overnight are all withdrawn by morning, and the ledger balances', async () => {
  const shop = await world()
  const offerId = fifty(shop)
  const received = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      receiveLot(shop, { offerId, code: `NIGHT${n}`, bestBy: inDays(shop, 10), units: 1 }),
    ),
  )
  shop.pass(3 * DAY_MS)
  const endedNow = () => received.filter((lot) => lotNow(shop, lot).state === 'expired').length
  let isDone = false
  const done = expireLots(shop.services).then(() => {
    isDone = true
  })
  for (let before = 0; !isDone; before = endedNow()) {
    await setImmediate()
    expect(endedNow() - before).toBeLessThanOrEqual(25)
  }
  await done
  expect(new Set(received.map((lot) => lotNow(shop, lot).state))).toEqual(new Set(['expired']))
  expect(unitsOnHand(shop, offerId)).toBe(50)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('LOT-1 a lot that can’t be ended keeps no other one on sale after its time', async () => {
  const shop = await world()
  const offerId = fifty(shop)
  const soon = { offerId, bestBy: inDays(shop, 10), units: 10 }
  const broken = await receiveLot(shop, { ...soon, code: 'BROKEN' })
  const lot = await receiveLot(shop, { ...soon, code: 'SOON' })
  shop.db.run(sql`create trigger broken_lot before update on lots when old.code = 'BROKEN'
    begin select raise(abort, 'broken'); end`)
  const errors = vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  shop.pass(3 * DAY_MS)
  await expireLots(shop.services)
  expect(lotNow(shop, lot)).toMatchObject({ state: 'expired', withdrawn: 10 })
  expect([lotNow(shop, broken).state, unitsOnHand(shop, offerId)]).toEqual(['open', 60])
  expect(errors).toHaveBeenCalledTimes(1)
  expect(ledgerProblems(shop.db)).toEqual([])
})

/** The center's next boxes, all with units of one offer that is only in the given lots. */
function boxesWith(shop: World, count: number) {
  const paid = boxesToPack(shop)
  const [first] = paid
  const offerId = shop.db.get<{ id: number }>(sql`
    select offer_id as id from stock_movements
    where order_id = ${first?.id} and offer_id not in (select offer_id from lots)`)?.id
  const boxes = paid.filter(({ id }) =>
    shop.db.get(sql`select 1 from stock_movements where order_id = ${id} and offer_id = ${offerId}`),
  )
  return { offerId: offerId ?? 0, boxes: boxes.slice(0, count) }
}

const wave = (shop: World, boxes: Order[]) =>
  durably(shop.db, (tx) => {
    const chosen = sql`select value from json_each(${JSON.stringify(boxes.map(({ id }) => id))})`
    return makeWave(tx, 1, chosen, shop.clock.now()) ?? 0
  })

const unitsOf = (shop: World, { id }: Order, offerId: number) =>
  shop.db.get<{ units: number }>(sql`
    select -sum(delta) as units from stock_movements where order_id = ${id} and offer_id = ${offerId}`)
    ?.units ?? 0

test('LOT-1 a wave plans the lots that expire first, and a cancellation returns its units', async () => {
  const { shop } = await centerShop()
  const { offerId, boxes } = boxesWith(shop, 2)
  const units = boxes.map((box) => unitsOf(shop, box, offerId))
  const first = await receiveLot(shop, {
    offerId,
    code: 'FIRST',
    bestBy: inDays(shop, 100),
    units: units[0]!,
  })
  const second = await receiveLot(shop, { offerId, code: 'SECOND', bestBy: inDays(shop, 200), units: 50 })
  await receiveLot(shop, { offerId, code: 'SOON', bestBy: inDays(shop, 3), units: 50 })
  await wave(shop, boxes)
  expect([lotNow(shop, first).planned, lotNow(shop, second).planned]).toEqual(units)
  const box = boxes.find(({ id }) => lotsOfBox(shop, id, offerId).some(({ code }) => code === 'FIRST'))!
  const before = unitsOnHand(shop, offerId)
  const taken = unitsOf(shop, box, offerId)
  await durably(shop.db, (tx) => returnUnits(tx, { id: box.id, fcId: 1 }, shop.clock.now()))
  expect(lotNow(shop, first)).toMatchObject({ planned: 0, unitsLeft: units[0] })
  expect(unitsOnHand(shop, offerId)).toBe(before + taken)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test("LOT-1 a pack of another lot counts, and frees the planned one for that lot's box", async () => {
  const { shop } = await centerShop()
  const { offerId, boxes } = boxesWith(shop, 2)
  const units = boxes.map((box) => unitsOf(shop, box, offerId))
  const lotA = await receiveLot(shop, { offerId, code: 'A', bestBy: inDays(shop, 100), units: units[0]! })
  const lotB = await receiveLot(shop, { offerId, code: 'B', bestBy: inDays(shop, 200), units: units[1]! })
  const soon = await receiveLot(shop, { offerId, code: 'SOON', bestBy: inDays(shop, 3), units: 5 })
  const waveId = await wave(shop, boxes)
  const box = boxes.find(({ id }) => lotsOfBox(shop, id, offerId)[0]?.code === 'A')!
  const line = { waveId, orderId: box.id, offerId }
  const pack = (lotId: number | null, count = 1) =>
    durably(shop.db, (tx) => packFromLot(tx, line, lotId, count, today(shop)))
  expect(await pack(soon.id)).toEqual({ ok: false, reason: 'expired' })
  expect(await pack(lotB.id, 99)).toEqual({ ok: false, reason: 'none_left' })
  expect(await pack(lotB.id)).toEqual({ ok: true })
  expect(ledgerProblems(shop.db)).toEqual([])
  expect(lotsOfBox(shop, box.id, offerId)).toMatchObject([
    { code: 'A', due: units[0]! - 1, packed: 0 },
    { code: 'B', planned: 0, due: 0, packed: 1 },
  ])
  const other = boxes.find(({ id }) => id !== box.id)!
  expect(lotsOfBox(shop, other.id, offerId)).toMatchObject([
    { code: 'A', planned: 0, due: 1 },
    { code: 'B', planned: units[1], due: units[1]! - 1 },
  ])
  await durably(shop.db, (tx) => packPlannedLots(tx, waveId, [other.id]))
  expect([lotNow(shop, lotA), lotNow(shop, lotB)]).toMatchObject([
    { unitsLeft: units[0]! - 1, planned: units[0]! - 1 },
    { unitsLeft: 0, planned: 0 },
  ])
  expect(badLots(shop.db, waveId, [other.id], today(shop))).toEqual([])
  shop.db.update(lots).set({ state: 'recalled' }).where(eq(lots.id, lotB.id)).run()
  expect(badLots(shop.db, waveId, [other.id], today(shop))).toMatchObject([
    { code: 'B', problem: 'recalled' },
  ])
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('LOT-1 an adjustment names a lot, or takes unlotted units and then those that expire first', async () => {
  const { shop, dale } = await centerShop()
  const token = offerToken(shop.db, 'demo-fifty')
  const offerId = fifty(shop)
  const early = await receiveLot(shop, { offerId, code: 'EARLY', bestBy: inDays(shop, 100), units: 4 })
  const late = await receiveLot(shop, { offerId, code: 'LATE', bestBy: inDays(shop, 200), units: 4 })
  const change = async (fields: object) =>
    (await adjust(dale, token, { reason: 'Counted', ...fields })).status
  expect(await change({ change: -1, lot: ' late' })).toBe(200)
  expect(await change({ change: 2, lot: 'LATE' })).toBe(200)
  expect(await change({ change: -6, lot: 'LATE' })).toBe(422)
  expect(await change({ change: -1, lot: 'L4TE' })).toBe(422)
  expect(await change({ change: -55 })).toBe(200)
  expect([lotNow(shop, early).unitsLeft, lotNow(shop, late).unitsLeft]).toEqual([0, 4])
  const { movements } = await (await dale.call('GET', `${INVENTORY}/${token}`)).json()
  expect(movements.slice(0, 4)).toMatchObject([
    { change: -1, lot: 'LATE' },
    { change: -4, lot: 'EARLY' },
    { change: -50, lot: null },
    { change: 2, lot: 'LATE' },
  ])
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('LOT-1 the ledger check finds lots with more units than the center', async () => {
  const { shop } = await centerShop()
  const { id: offerId } = stockedOffer(shop)
  const lot = await receiveLot(shop, { offerId, code: 'A', bestBy: inDays(shop, 100), units: 4 })
  shop.db.update(lots).set({ unitsLeft: 9_999 }).where(eq(lots.id, lot.id)).run()
  expect(ledgerProblems(shop.db)).toEqual([
    expect.stringContaining('its lots have'),
    expect.stringContaining('lot A of offer'),
  ])
})

test('LOT-1 FUL-6 a box with an expired lot can be neither packed nor shipped, and the error names the lot', async () => {
  const { shop, dale } = await centerShop()
  const { offerId, boxes } = boxesWith(shop, 1)
  const lot = await receiveLot(shop, { offerId, code: 'A', bestBy: inDays(shop, 100), units: 20 })
  const waveId = await wave(shop, boxes)
  const order_tokens = boxes.map(({ token }) => token)
  const press = (step: string) =>
    dale.call('POST', `${CENTER}/packing_waves/${waveId}/${step}`, { order_tokens })
  const bestBy = (day: Day) => shop.db.update(lots).set({ bestBy: day }).where(eq(lots.id, lot.id)).run()
  bestBy(inDays(shop, 2))
  const refused = await press('packed')
  expect([refused.status, (await refused.json()).error]).toEqual([
    409,
    expect.stringContaining('lot A would'),
  ])
  bestBy(inDays(shop, 100))
  expect((await press('packed')).status).toBe(200)
  bestBy(inDays(shop, 2))
  expect((await press('shipped')).status).toBe(409)
  bestBy(inDays(shop, 100))
  expect((await press('shipped')).status).toBe(200)
  expect(lotNow(shop, lot)).toMatchObject({ planned: 0, unitsLeft: 20 - unitsOf(shop, boxes[0]!, offerId) })
  expect(ledgerProblems(shop.db)).toEqual([])
})

test("LOT-1 WAV-2 a box removed from its wave returns its lot's units, packed or not", async () => {
  const { shop, dale } = await centerShop()
  const { offerId, boxes } = boxesWith(shop, 2)
  const lot = await receiveLot(shop, { offerId, code: 'A', bestBy: inDays(shop, 100), units: 20 })
  const waveId = await wave(shop, boxes)
  const [packed] = boxes.map(({ token }) => token)
  const press = (step: string, fields: Record<string, unknown>) =>
    dale.call('POST', `${CENTER}/packing_waves/${waveId}/${step}`, fields)
  expect((await press('packed', { order_tokens: [packed] })).status).toBe(200)
  expect((await press('void', {})).status).toBe(200)
  expect(lotNow(shop, lot)).toMatchObject({ planned: 0, unitsLeft: 20 })
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('LOT-1 FUL-13 a short comes off the lot planned for the box', async () => {
  const { shop, dale } = await centerShop()
  const { offerId, boxes } = boxesWith(shop, 1)
  const lot = await receiveLot(shop, { offerId, code: 'A', bestBy: inDays(shop, 100), units: 20 })
  const waveId = await wave(shop, boxes)
  const bid_item_token = shop.db.select().from(offers).where(eq(offers.id, offerId)).get()?.token
  const short = { order_token: boxes[0]?.token, bid_item_token, quantity: 1, reason: 'Not on the shelf' }
  const before = lotNow(shop, lot)
  const answer = await dale.call('POST', `${CENTER}/packing_waves/${waveId}/short`, short)
  expect([answer.status, lotNow(shop, lot)]).toMatchObject([
    200,
    { unitsLeft: 19, planned: before.planned - 1 },
  ])
  const left = await leftToPickOf(shop.db, { id: waveId, fcId: 1 }, shop.clock.now())
  expect(left.filter((row) => row.bid_item_token === bid_item_token)).toMatchObject([
    { lot: 'A', quantity: unitsOf(shop, boxes[0]!, offerId) },
  ])
  expect(ledgerProblems(shop.db)).toEqual([])
})

/** A box whose wave had no lot to plan; then a lot of its offer arrived, and a count removed all unlotted units. */
async function boxWithoutPlan(inspection: Inspection = 'federal') {
  const { shop, dale } = await centerShop()
  const { offerId, boxes } = boxesWith(shop, 1)
  const path = `${CENTER}/packing_waves/${await wave(shop, boxes)}`
  const lot = await receiveLot(shop, {
    offerId,
    code: 'A',
    bestBy: inDays(shop, 100),
    units: 200,
    inspection,
  })
  const loose = unlottedUnitsOf(shop.db, { offerId, fcId: 1 }) ?? 0
  const count = { offerId, fcId: 1, change: -loose, note: 'Counted', userId: 1, scaleGrams: null }
  expect(await durably(shop.db, (tx) => adjustStock(tx, count, shop.clock.now()))).toEqual({ ok: true })
  const token = shop.db.select().from(offers).where(eq(offers.id, offerId)).get()?.token
  const [box] = boxes
  const post = (step: string, fields: Record<string, unknown>) => dale.call('POST', `${path}/${step}`, fields)
  const units = unitsOf(shop, box!, offerId)
  return { shop, post, box: box!, lot, token, offerId, units }
}

test('LOT-1 FUL-11 a pack without a plan comes from a lot when nothing else is left, and can be unscanned', async () => {
  const { shop, post, box, lot, token, offerId } = await boxWithoutPlan()
  const scanned = await post('scan', { order_token: box.token, barcode: token })
  expect(scanned.status).toBe(200)
  expect(lotsOfBox(shop, box.id, offerId)).toMatchObject([{ code: 'A', packed: 1 }])
  expect([lotNow(shop, lot).unitsLeft, ledgerProblems(shop.db)]).toEqual([199, []])
  const { package_id } = await scanned.json()
  expect((await post('unscan', { order_token: box.token, package_id })).status).toBe(200)
  expect([lotNow(shop, lot).unitsLeft, ledgerProblems(shop.db)]).toEqual([200, []])
})

test('LOT-1 FUL-11 a pack of an unknown lot is refused and plans nothing', async () => {
  const { shop, post, box, lot, token, offerId } = await boxWithoutPlan()
  const refused = await post('scan', { order_token: box.token, barcode: `${token}/NO-LOT/1` })
  expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'wrong_lot', need: ['A'] }])
  expect([lotNow(shop, lot).planned, lotsOfBox(shop, box.id, offerId)]).toEqual([0, []])
})

test('LOT-1 WAV-2 a box without a plan that ships unscanned takes its packs from a lot', async () => {
  const { shop, post, box, lot, units } = await boxWithoutPlan()
  const boxes = { order_tokens: [box.token] }
  expect((await post('packed', boxes)).status).toBe(200)
  expect([lotNow(shop, lot).unitsLeft, ledgerProblems(shop.db)]).toEqual([200 - units, []])
  expect((await post('shipped', boxes)).status).toBe(200)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('LOT-1 FUL-11 WAV-2 a box that no stock may fill is refused, and can be shorted', async () => {
  const { shop, post, box, lot, token } = await boxWithoutPlan('state')
  shop.db.update(orders).set({ deliveryState: 'WA' }).where(eq(orders.id, box.id)).run()
  const order_tokens = [box.token]
  expect((await post('scan', { order_token: box.token, barcode: token })).status).toBe(422)
  expect((await post('packed', { order_tokens })).status).toBe(409)
  expect((await post('shipped', { order_tokens })).status).toBe(409)
  expect([lotNow(shop, lot), ledgerProblems(shop.db)]).toMatchObject([{ unitsLeft: 200, planned: 0 }, []])
  const short = { order_token: box.token, bid_item_token: token, quantity: 1, reason: 'Torn' }
  expect((await post('short', short)).status).toBe(200)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('LOT-1 FUL-13 a short without a plan comes off a lot when nothing else is left', async () => {
  const { shop, post, box, lot, token } = await boxWithoutPlan()
  const short = { order_token: box.token, bid_item_token: token, quantity: 1, reason: 'Torn' }
  expect((await post('short', short)).status).toBe(200)
  expect([lotNow(shop, lot), ledgerProblems(shop.db)]).toMatchObject([{ unitsLeft: 199, planned: 0 }, []])
})

test("LOT-2 slips, files and the customer's order show each line's lot and pack date", async () => {
  const { shop, dale } = await centerShop()
  const { offerId, boxes } = boxesWith(shop, 1)
  const [box] = boxes
  await receiveLot(shop, { offerId, code: 'L-77', bestBy: inDays(shop, 100), units: 20 })
  const path = `${CENTER}/packing_waves/${await wave(shop, boxes)}`
  const { orders, pick } = await (await dale.call('GET', path)).json()
  const packed = inDays(shop, -80)
  expect(orders[0].lines.flatMap(({ lots: given }: { lots: object[] }) => given)).toContainEqual(
    expect.objectContaining({ lot: 'L-77', pack_date: packed }),
  )
  expect(pick.map(({ lot }: { lot: string | null }) => lot)).toContain('L-77')
  expect(await (await dale.visit(`${path}/slips`)).text()).toContain('lot L-77, packed')
  const words = () => packedLots(shop.db, orderById(shop.db, box!.id)).get(offerId)?.map(lotNote)
  expect(words()).toBeUndefined()
  await dale.call('POST', `${path}/packed`, { order_tokens: [box?.token] })
  expect(words()).toEqual([expect.stringMatching(/^Lot L-77, packed \w{3} \d+$/)])
})
