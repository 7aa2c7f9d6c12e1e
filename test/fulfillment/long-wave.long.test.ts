import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Db, durably } from '#db/client.ts'
import { addOrders } from '#src/demo/orders.ts'
import { leftToPick, leftToPickOf } from '#src/fulfillment/left-to-pick.ts'
import { BOXES_PER_BATCH } from '#src/fulfillment/move-boxes.ts'
import { waveBoxes } from '#src/fulfillment/wave-boxes.ts'
import { makeWave, readLinesAhead } from '#src/fulfillment/waves.ts'
import { unlottedUnits } from '#src/stock/unlotted.ts'
import { CENTER, centerShop } from '../support/clerks.ts'
import { countStatements } from '../support/statement-count.ts'
import { plans } from '../support/table-scans.ts'
import { cancelOrder, waveShop } from '../support/waves.ts'

/** A wave with more boxes than fit on a page. */
async function longWave() {
  const { shop, dale } = await waveShop()
  await addOrders(shop.db, 10, shop.clock.now())
  const ready = sql`select id from orders where fc_id = 1 and state = 'paid'`
  const id = await durably(shop.db, (tx) => makeWave(tx, 1, ready, shop.clock.now()))
  // Items sold by weight cannot be packed without a scale.
  shop.db.run(sql`update order_lines set pound_cents = null`)
  const wave = `${CENTER}/packing_waves/${id}`
  const read = async (query = '') => (await dale.call('GET', `${wave}${query}`)).json()
  return { shop, dale, wave, read }
}

type Box = { order_token: string; position: number; state: string }

test('FUL-6 a long wave is paginated in packing order, and can be listed by state', async () => {
  const { shop, dale, wave, read } = await longWave()
  const first = await read()
  const second = await read('?page=2')
  const boxes: Box[] = [...first.orders, ...second.orders]
  expect([first.pages, first.orders.length]).toEqual([Math.ceil(first.total / 100), 100])
  expect(boxes.map(({ position }) => position)).toEqual(boxes.map((_, index) => index + 1))
  expect((await dale.call('GET', `${wave}?page=99`)).status).toBe(404)
  await dale.call('POST', `${wave}/packed`, { order_tokens: [boxes[0]!.order_token] })
  await dale.call('POST', `${wave}/shipped`, { order_tokens: [boxes[1]!.order_token] })
  await dale.call('POST', `${wave}/remove`, { order_tokens: [boxes[2]!.order_token] })
  const { id } = shop.db.get<{ id: number }>(
    sql`select id from orders where token = ${boxes[3]!.order_token}`,
  )!
  await cancelOrder(shop, { id } as Parameters<typeof cancelOrder>[1])
  const states = ['packed', 'shipped', 'removed', 'stopped']
  for (const [index, state] of states.entries()) {
    const { orders, total } = await read(`?state=${state}`)
    expect([total, orders.map((box: Box) => [box.order_token, box.state])]).toEqual([
      1,
      [[boxes[index]!.order_token, state]],
    ])
  }
  const { counts, total } = await read()
  expect(counts).toEqual({ packed: 1, shipped: 1, removed: 1, stopped: 1, to_pack: total - 4 })
  const left = await (await dale.call('GET', `${wave}/pack?page=2`)).json()
  expect([left.total, left.orders.length]).toEqual([total - 4, Math.min(100, total - 4 - 100)])
  const page = await (await dale.visit(`${wave}?state=to_pack`)).text()
  expect(page).toContain(`All ${total - 4}`)
  const pack = await (await dale.visit(`${wave}/pack?order_token=${boxes[0]!.order_token}`)).text()
  expect(pack).toContain('Start box 5')
})

test('FUL-6 selecting all matches of a filter includes those on other pages', async () => {
  const { dale, wave, read } = await longWave()
  const { orders, total } = await read()
  const packed = orders.slice(0, 3).map(({ order_token }: Box) => order_token)
  await dale.call('POST', `${wave}/packed`, { order_tokens: packed })
  await dale.submit('POST', `${wave}/shipped`, { select_all: 'filter', state: 'packed', without_labels: '1' })
  expect((await read()).counts).toMatchObject({ shipped: 3, to_pack: total - 3 })
  await dale.submit('POST', `${wave}/packed`, { select_all: 'filter', state: 'to_pack' })
  expect((await read()).counts).toMatchObject({ shipped: 3, packed: total - 3 })
})

test('FUL-6 a step reads only the boxes it moves, not the whole wave', async () => {
  const { shop, dale, wave, read } = await longWave()
  const { orders, total } = await read()
  await dale.call('POST', `${wave}/packed`, { order_tokens: [orders[0].order_token] })
  await dale.visit(wave)
  const counter = countStatements(shop.db)
  await dale.submit('POST', `${wave}/shipped`, { select_all: 'true', without_labels: '1' })
  expect(counter.take().rows).toBeLessThan(total)
  await dale.submit('POST', `${wave}/remove`, { select_all: 'true' })
  expect(counter.take().rows).toBeLessThan(total)
  expect((await read()).counts).toMatchObject({ shipped: 1, to_pack: total - 1 })
})

test('FUL-6 the page of a wave reads all of its boxes once, and the first ones once more to list them', async () => {
  const { shop, dale } = await centerShop()
  const steps = await plans(shop.db, () => dale.visit(`${CENTER}/packing_waves/1`))
  expect(steps.filter((step) => /INDEX packing_wave_orders_of \(wave_id=\?\)/.test(step))).toHaveLength(2)
  expect(steps).toContain('SEARCH payments USING COVERING INDEX payments_refunded (order_id=?)')
})

test('FUL-6 the pick list reads only the lines of a long wave, and adds up what its page would', async () => {
  const { shop, dale, wave, read } = await longWave()
  const waveId = Number(wave.split('/').at(-1))
  const { orders } = await read()
  const [packed, short, touched] = orders.map(({ order_token }: Box) => order_token)
  await dale.call('POST', `${wave}/packed`, { order_tokens: [packed] })
  const { lines } = await (await dale.call('GET', `${wave}/pack?order_token=${short}`)).json()
  const fields = { order_token: short, bid_item_token: lines[0].bid_item_token, quantity: 1, reason: 'Torn' }
  expect((await dale.call('POST', `${wave}/short`, fields)).status).toBe(200)
  shop.db.run(sql`update orders set version = version + 1 where token = ${touched}`)
  const now = shop.clock.now()
  const expected = leftToPick(shop.db, { id: waveId, fcId: 1 }, waveBoxes(shop.db, waveId), now)
  const counter = countStatements(shop.db)
  expect(await leftToPickOf(shop.db, { id: waveId, fcId: 1 }, now)).toEqual(expected)
  const ofWholeBoxes = counter.take().statements.filter((text) => text.includes('"tracking_code"'))
  expect(ofWholeBoxes).toHaveLength(1) // of those that were written to since
})

test('FUL-2 making a wave and finding its boxes without a lot reads each box once, however many there are', async () => {
  const { shop, dale } = await waveShop()
  const ready = sql`select id from orders where fc_id = 1 and state = 'paid'`
  await dale.call('POST', `${CENTER}/orders/export?select_all=true&in_wave=no`)
  const ahead = await plans(shop.db, () => readLinesAhead(shop.db, 1))
  expect(ahead.filter((step) => /^SCAN plan/.test(step))).not.toEqual([])
  expect(
    ahead.slice(1).filter((step, at) => /^SCAN plan/.test(step) && /\(job_id=\?\)$/.test(ahead[at]!)),
  ).toEqual([])
  const steps = await plans(shop.db, () => durably(shop.db, (tx) => makeWave(tx, 1, ready, shop.clock.now())))
  expect(steps).toContain('SEARCH packing_wave_orders USING INDEX packing_wave_orders_of_order (order_id=?)')
  expect(steps.slice(1).filter((step, at) => /^SCAN plan/.test(step) && /^SEARCH/.test(steps[at]!))).toEqual(
    [],
  )
  const loose = await plans(shop.db, () => unlottedUnits(shop.db, { offerIds: [6, 15], fcId: 1 }))
  expect(loose.join('\n')).toMatch(/SEARCH stock_movements USING INDEX stock_movements_of_order/)
  expect(
    loose.filter((step) =>
      /^SCAN (m|b|stock_movements|box_lots|orders)\b(?! USING INDEX orders_at_center)/.test(step),
    ),
  ).toEqual([])
})

const countOf = (db: Db, from: string) =>
  db.get<{ rows: number }>(sql.raw(`select count(*) as rows from ${from}`))?.rows ?? 0

/** New rows per turn of the event loop until the work is done. */
async function growth(count: () => number, work: Promise<unknown>) {
  const steps: number[] = []
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  for (let before = count(); !isOver; ) {
    await setImmediate()
    const now = count()
    if (now !== before) steps.push(now - before)
    before = now
  }
  return steps
}

test('FUL-6 a long wave is packed, shipped and voided a few boxes at a time, with requests in between', async () => {
  const { shop, dale, wave, read } = await longWave()
  const { total } = await read()
  const moves = [
    ['packed', { select_all: 'true' }, 'packing_wave_orders where wave_id > 1 and packed_at is not null'],
    ['shipped', { select_all: 'true', without_labels: '1' }, 'shipments'],
  ] as const
  for (const [step, fields, moved] of moves) {
    const steps = await growth(() => countOf(shop.db, moved), dale.submit('POST', `${wave}/${step}`, fields))
    expect(Math.max(...steps)).toBeLessThanOrEqual(BOXES_PER_BATCH)
    expect(countOf(shop.db, moved)).toBe(total)
  }
  expect(countOf(shop.db, "shipment_notices where word = 'shipped'")).toBe(total)
  const other = await longWave()
  const ended = 'packing_wave_orders where ended_at is not null'
  const voids = await growth(
    () => countOf(other.shop.db, ended),
    other.dale.submit('POST', `${other.wave}/void`, {}),
  )
  expect(Math.max(...voids)).toBeLessThanOrEqual(BOXES_PER_BATCH)
  expect(await other.read()).toMatchObject({ state: 'void', counts: { removed: total } })
})

test('FUL-6 a long wave with a changed box ships nothing, and a step cut short by a crash is finished once by the next press', async () => {
  const { shop, dale, wave, read } = await longWave()
  const { orders, total } = await read()
  const tokens = orders.map(({ order_token }: Box) => order_token)
  const last = tokens.at(-1)
  shop.db.run(sql`update orders set state = 'review' where token = ${last}`)
  const refused = await dale.call('POST', `${wave}/shipped`, { order_tokens: tokens })
  expect([refused.status, (await refused.json()).error]).toEqual([
    409,
    expect.stringMatching(/was held for review since .* Nothing was changed\.$/),
  ])
  expect(countOf(shop.db, 'shipments')).toBe(0)
  shop.db.run(sql`update orders set state = 'in_wave' where token = ${last}`)
  shop.db.run(sql`create trigger crash before insert on shipments
    when (select count(*) from shipments) = 25 begin select raise(abort, 'crash'); end`)
  expect((await dale.call('POST', `${wave}/shipped`, { select_all: 'filter' })).status).toBe(500)
  expect(countOf(shop.db, 'shipments')).toBe(2 * BOXES_PER_BATCH)
  shop.db.run(sql`drop trigger crash`)
  expect((await dale.call('POST', `${wave}/shipped`, { select_all: 'filter' })).status).toBe(200)
  const news = ['shipments', "shipment_notices where word = 'shipped'", "jobs where kind = 'mail_shipment'"]
  expect(news.map((rows) => countOf(shop.db, rows))).toEqual([total, total, total])
  expect((await read()).counts).toMatchObject({ shipped: total })
})
