import { expect, test } from 'vitest'
import { roles } from '#db/schema/index.ts'
import { listCenters } from '#src/delivery/centers.ts'
import { boardOf, countByTab } from '#src/fulfillment/board.ts'
import { NO_FILTERS } from '#src/fulfillment/board-filters.ts'
import { BEN, signedIn, userOf } from '../support/account.ts'
import { boxesAt, CENTER, centerShop, changeBox, DALE, PRIYA } from '../support/clerks.ts'
import type { Shopper } from '../support/shopper.ts'
import { plans } from '../support/table-scans.ts'
import { validator } from '../support/valid-html.ts'
import { world } from '../support/world.ts'

const read = async (clerk: Shopper, query = '') =>
  (await clerk.call('GET', `${CENTER}/orders${query}`)).json()

const identifiers = async (clerk: Shopper, query = ''): Promise<string[]> =>
  (await read(clerk, query)).orders.map(({ identifier }: { identifier: string }) => identifier)

test('FUL-1 a clerk is redirected to their center, and no one else has access', async () => {
  const { shop, dale } = await centerShop()
  const led = await dale.visit('/fulfillment')
  expect([led.status, led.headers.get('location')]).toEqual([302, CENTER])
  expect((await dale.visit(CENTER)).status).toBe(200)
  expect((await dale.visit('/fulfillment/cumberland-valley')).status).toBe(404)
  expect((await dale.visit('/fulfillment/nowhere')).status).toBe(404)
  const priya = await signedIn(shop, PRIYA)
  expect((await priya.visit(`${CENTER}/orders`)).status).toBe(404)
  expect((await priya.visit('/fulfillment')).headers.get('location')).toBe('/fulfillment/cumberland-valley')
  const ben = await signedIn(shop, BEN)
  expect((await ben.visit('/fulfillment')).status).toBe(404)
  const guest = await shop.shopper()
  expect((await guest.visit(CENTER)).headers.get('location')).toBe('/signin')
  expect(await (await dale.visit('/account')).text()).toContain('href="/fulfillment"')
  expect(await (await ben.visit('/account')).text()).not.toContain('href="/fulfillment"')
})

test('FUL-1 a clerk with several centers picks one, and a removed role ends access at once', async () => {
  const shop = await world()
  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, DALE).id, role: 'fulfillment', subjectId: 3 })
    .run()
  const dale = await signedIn(shop, DALE)
  const choice = await (await dale.visit('/fulfillment')).text()
  expect(choice).toContain('href="/fulfillment/ozark-plateau"')
  expect(choice).not.toContain('href="/fulfillment/cumberland-valley"')
  expect(choice).toContain('Truckee Meadows, Reno, NV')
  const { centers } = await (await dale.call('GET', '/fulfillment')).json()
  expect(centers).toEqual([
    { slug: 'ozark-plateau', name: 'Ozark Plateau' },
    { slug: 'truckee-meadows', name: 'Truckee Meadows' },
  ])
  expect((await dale.visit('/fulfillment/ozark-plateau')).status).toBe(200)
  shop.db.delete(roles).run()
  expect((await dale.visit(CENTER)).headers.get('location')).toBe('/signin')
  expect((await (await signedIn(shop, DALE)).visit(CENTER)).status).toBe(404)
})

test('FUL-1 today’s page counts one waiting box as one', async () => {
  const { shop, dale } = await centerShop()
  const [, ...others] = boxesAt(shop).filter(({ state }) => state === 'paid')
  const intro = async () => /desk__intro">([^<]*)/.exec(await (await dale.visit(CENTER)).text())?.[1]
  expect(await intro()).toMatch(/\d boxes wait for a wave\./)
  for (const box of others) changeBox(shop, box, { state: 'canceled' })
  expect(await intro()).toBe('1 box waits for a wave.')
})

test('FUL-1 the list has every box of the center by ship day, fifty a page, and shows which are in a wave', async () => {
  const { shop, dale } = await centerShop()
  const boxes = boxesAt(shop)
  const first = await read(dale)
  expect(first).toMatchObject({ page: 1, pages: 3, total: 120 })
  expect(first.orders).toHaveLength(50)
  const all = [
    ...first.orders,
    ...(await read(dale, '?page=2')).orders,
    ...(await read(dale, '?page=3')).orders,
  ]
  expect(all.map(({ order_token }) => order_token)).toEqual(boxes.map(({ token }) => token))
  expect(all.filter(({ packing_wave_id }) => packing_wave_id === 1)).toHaveLength(20)
  const [box, row] = [boxes[0], first.orders[0]]
  expect(row).toMatchObject({
    identifier: box?.identifier,
    delivery_name: box?.deliveryName,
    delivery_postal_code: box?.deliveryPostalCode,
    ship_on: box?.shipOn,
    arrival_date: box?.arrivalOn,
  })
  expect(row.units).toBeGreaterThan(0)
  expect(row.weight_grams).toBeGreaterThan(0)
  expect((await dale.call('GET', `${CENTER}/orders?page=4`)).status).toBe(404)
})

test('FUL-1 filters combine, and the tabs count the matches', async () => {
  const { shop, dale } = await centerShop()
  const day = boxesAt(shop)[0]?.shipOn ?? ''
  const onDay = boxesAt(shop).filter(({ shipOn }) => shipOn === day)
  expect((await read(dale, `?ship_on=${day}`)).total).toBe(onDay.length)
  expect((await read(dale, '?in_wave=yes')).total).toBe(20)
  expect((await read(dale, '?in_wave=no')).total).toBe(100)
  expect((await read(dale, '?state=ready')).total).toBe(100)
  const readyThen = onDay.filter(({ state }) => state === 'paid')
  expect((await read(dale, `?state=ready&ship_on=${day}`)).total).toBe(readyThen.length)
  const page = await (await dale.visit(`${CENTER}/orders?ship_on=${day}`)).text()
  expect(page).toMatch(new RegExp(`All <span class="desk-tab__count">${onDay.length}</span>`))
  expect(page).toContain(`aria-current="date"`)
})

test('FUL-1 held, late and unconfirmed boxes need attention and show why', async () => {
  const { shop, dale } = await centerShop()
  const [held, late, unverified, shipped] = boxesAt(shop).filter(({ state }) => state === 'paid')
  if (!held || !late || !unverified || !shipped) throw new Error('four boxes are ready')
  changeBox(shop, held, { state: 'review' })
  changeBox(shop, late, { shipOn: '2026-11-19' as never })
  changeBox(shop, unverified, { addressStatus: 'unverified' })
  changeBox(shop, shipped, { state: 'shipped' })
  expect(new Set(await identifiers(dale, '?state=needs_a_hand'))).toEqual(
    new Set([held, late, unverified].map(({ identifier }) => identifier)),
  )
  expect(await identifiers(dale, '?held=yes')).toEqual([held.identifier])
  expect(await identifiers(dale, '?state=shipped')).toEqual([shipped.identifier])
  expect((await read(dale, '?state=ready')).total).toBe(96)
  const today = await (await dale.call('GET', CENTER)).json()
  expect(today.counts).toMatchObject({ needs_a_hand: 3, ready: 96, in_wave: 20, shipped: 1 })
  const page = await (await dale.visit(CENTER)).text()
  for (const words of ['Its truck has left', 'Nobody has confirmed the address', "Don't pack it"])
    expect(page.replaceAll('&#39;', "'")).toContain(words)
})

test('FUL-1 a box that shipped long ago is no longer listed', async () => {
  const { shop, dale } = await centerShop()
  const [box] = boxesAt(shop)
  if (!box) throw new Error('no box')
  changeBox(shop, box, { state: 'shipped', shipOn: '2026-11-06' as never })
  expect((await read(dale)).total).toBe(120)
  shop.pass(24 * 3_600_000)
  expect((await read(await signedIn(shop, DALE))).total).toBe(119)
})

test('FUL-1 a search finds an order by its number, name, email or ZIP, without wildcards', async () => {
  const { shop, dale } = await centerShop()
  const [box] = boxesAt(shop)
  if (!box) throw new Error('no box')
  changeBox(shop, box, { deliveryName: 'Zoë 100%_O’Hara', email: 'zoe@example.net' })
  for (const words of [box.identifier.toLowerCase(), ' zoë 100%_o’h ', 'ZOE@EXAMPLE.NET'])
    expect(await identifiers(dale, `?q=${encodeURIComponent(words)}`), words).toEqual([box.identifier])
  expect(await identifiers(dale, '?q=%25')).toEqual([box.identifier])
  const byZip = await read(dale, '?q=98103')
  expect(byZip.total).toBe(
    boxesAt(shop).filter(({ deliveryPostalCode }) => deliveryPostalCode === '98103').length,
  )
  changeBox(shop, box, { deliveryName: 'Íñigo O’Neill' })
  for (const words of ['inigo', 'ÍÑIGO', "o'neill"])
    expect(await identifiers(dale, `?q=${encodeURIComponent(words)}`), words).toEqual([box.identifier])
  expect(await (await dale.visit(`${CENTER}/orders?q=nobody`)).text()).toContain('No orders match')
})

test.each(['state=lost', 'in_wave=maybe', 'held=2', 'sort=mood', 'ship_on=soon', 'ship_on=2026-02-30'])(
  'FUL-1 an invalid filter is rejected with a message: %s',
  async (query) => {
    const { dale } = await centerShop()
    const answer = await dale.call('GET', `${CENTER}/orders?${query}`)
    expect(answer.status).toBe(422)
    const { error } = await answer.json()
    expect(error).toContain(query.split('=')[1])
  },
)

test('FUL-1 the strip shows the load of the next ship days and why a day is closed', async () => {
  const { shop, dale } = await centerShop()
  const { ship_days: days } = await (await dale.call('GET', CENTER)).json()
  expect(days).toHaveLength(9)
  expect(days[0]).toMatchObject({ ship_on: '2026-11-20', closed: null, capacity: 500 })
  const thanksgiving = days.find(({ ship_on }: { ship_on: string }) => ship_on === '2026-11-26')
  expect(thanksgiving.closed).toBe('Thanksgiving Day')
  for (const { ship_on, booked } of days)
    expect(booked, ship_on).toBe(boxesAt(shop).filter(({ shipOn }) => shipOn === ship_on).length)
})

test('FUL-1 offers almost out of stock at the center are listed, lowest first', async () => {
  const { dale } = await centerShop()
  const { low_stock: low } = await (await dale.call('GET', CENTER)).json()
  expect(low.length).toBeGreaterThan(3)
  const left = low.map(({ on_hand }: { on_hand: number }) => on_hand)
  expect(left).toEqual([...left].sort((a, b) => a - b))
  expect(Math.max(...left)).toBeLessThanOrEqual(5)
})

test('FUL-1 the pages are valid HTML, and a name cannot inject markup', async () => {
  const shop = await world()
  const dale = await signedIn(shop, DALE)
  const [box] = boxesAt(shop)
  if (!box) throw new Error('no box')
  changeBox(shop, box, { deliveryName: '<b onmouseover=alert(1)>"Ana' })
  for (const path of [CENTER, `${CENTER}/orders`]) {
    const html = await (await dale.visit(path)).text()
    const { results } = await validator.validateString(html)
    expect(
      results.flatMap(({ messages }) => messages.map(({ message }) => message)),
      path,
    ).toEqual([])
    expect(html).not.toContain('<b onmouseover')
  }
})

test('SPD-5 boxes are counted from an index on the center rather than from all orders', async () => {
  const { shop } = await centerShop()
  const { db, clock } = shop
  const [center] = listCenters(db)
  const counting = await plans(db, () => countByTab(db, boardOf(center!, clock.now()), NO_FILTERS))
  expect(counting[0]).toBe('SEARCH orders USING COVERING INDEX orders_at_center (fc_id=?)')
})
