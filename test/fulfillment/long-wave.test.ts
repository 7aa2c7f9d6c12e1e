import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { addOrders } from '#src/demo/orders.ts'
import { makeWave } from '#src/fulfillment/waves.ts'
import { unlottedUnits } from '#src/stock/unlotted.ts'
import { CENTER } from '../support/clerks.ts'
import { countStatements } from '../support/statement-count.ts'
import { plans } from '../support/table-scans.ts'
import { cancelOrder, waveShop } from '../support/waves.ts'

/** A wave of more boxes than a page shows. */
async function longWave() {
  const { shop, dale } = await waveShop()
  await addOrders(shop.db, 10, shop.clock.now())
  const ready = sql`select id from orders where fc_id = 1 and state = 'paid'`
  const id = await durably(shop.db, (tx) => makeWave(tx, 1, ready, shop.clock.now()))
  // What is sold by weight can't be packed without a scale.
  shop.db.run(sql`update order_lines set pound_cents = null`)
  const wave = `${CENTER}/packing_waves/${id}`
  const read = async (query = '') => (await dale.call('GET', `${wave}${query}`)).json()
  return { shop, dale, wave, read }
}

type Box = { order_token: string; position: number; state: string }

test('FUL-6 a long wave pages in packing order, and its states are lists of their own', async () => {
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

test('FUL-6 all that match the filter are chosen, also those on other pages', async () => {
  const { dale, wave, read } = await longWave()
  const { orders, total } = await read()
  const packed = orders.slice(0, 3).map(({ order_token }: Box) => order_token)
  await dale.call('POST', `${wave}/packed`, { order_tokens: packed })
  await dale.submit('POST', `${wave}/shipped`, { select_all: 'filter', state: 'packed' })
  expect((await read()).counts).toMatchObject({ shipped: 3, to_pack: total - 3 })
  await dale.submit('POST', `${wave}/packed`, { select_all: 'filter', state: 'to_pack' })
  expect((await read()).counts).toMatchObject({ shipped: 3, packed: total - 3 })
})

test('FUL-6 a step reads the boxes that it is for, not the whole wave', async () => {
  const { shop, dale, wave, read } = await longWave()
  const { orders, total } = await read()
  await dale.call('POST', `${wave}/packed`, { order_tokens: [orders[0].order_token] })
  await dale.visit(wave)
  const counter = countStatements(shop.db)
  await dale.submit('POST', `${wave}/shipped`, { select_all: 'true' })
  expect(counter.take().rows).toBeLessThan(total)
  await dale.submit('POST', `${wave}/remove`, { select_all: 'true' })
  expect(counter.take().rows).toBeLessThan(total)
  expect((await read()).counts).toMatchObject({ shipped: 1, to_pack: total - 1 })
})

test('FUL-2 making a wave and finding its boxes without a lot takes each box once, however many there are', async () => {
  const { shop } = await waveShop()
  const ready = sql`select id from orders where fc_id = 1 and state = 'paid'`
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
