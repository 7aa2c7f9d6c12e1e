import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, users } from '#db/schema/index.ts'
import { assertDay, formatDay, HOUR_MS } from '#src/day.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { signedIn } from '../support/account.ts'
import { labeledBox, shippedBox } from '../support/parcels.ts'

const jsonIn = (html: string, id: string) =>
  JSON.parse(
    new RegExp(`<script type="application/json" id="${id}">([^<]*)</script>`).exec(html)?.[1] ?? 'null',
  )

/** A shipped box to Seattle that belongs to a signed-in customer. */
async function followedBox() {
  const parcel = await shippedBox()
  const { shop, box } = parcel
  const jane = await signedIn(shop, 'shopper@example.com')
  const user = shop.db.select().from(users).where(eq(users.email, 'shopper@example.com')).get()
  const home = {
    userId: user?.id,
    deliveryName: 'Jane Shopper',
    deliveryStreet1: '1912 Pike Pl',
    deliveryCity: 'Seattle',
    deliveryState: 'WA',
    deliveryPostalCode: '98101',
  }
  shop.db.update(orders).set(home).where(eq(orders.id, box.id)).run()
  return { ...parcel, jane, path: `/${box.token}/tracking-info` }
}

test('TRK-1 the customer sees where the box is, its carrier and tracking code, and a thaw plan', async () => {
  const { jane, path, tell, code, box } = await followedBox()
  await tell({
    status: 'in_transit',
    at: '2026-11-24T08:10:00Z',
    detail: 'departed_facility',
    place: 'Medford',
  })
  const page = await jane.visit(path)
  expect(page.status).toBe(200)
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  const html = await page.text()
  for (const words of [
    'Left Medford',
    'Packed and shipped',
    '1912 Pike Pl',
    'Jane Shopper',
    code,
    'Thaw plan',
    box.identifier,
  ])
    expect(html).toContain(words)
  expect(html).toContain('name="robots" content="noindex')
  expect(jsonIn(html, 'order_json')).toMatchObject({
    token: box.token,
    latest_shipment_status_word: 'in_transit',
  })
})

test("TRK-1 lateness uses the destination's time zone, on the page and in its JSON", async () => {
  const { shop, jane, box, path, tell } = await followedBox()
  const inMontana = { deliveryPostalCode: '59901', deliveryState: 'MT', deliveryCity: 'Kalispell' }
  shop.db.update(orders).set(inMontana).where(eq(orders.id, box.id)).run()
  const estimate = '2026-11-26T07:30:00Z' // the evening before in the center's time zone
  await tell({ status: 'in_transit', at: '2026-11-24T08:10:00Z', estimate })
  const html = await (await jane.visit(path)).text()
  expect([box.arrivalOn, html.includes('day late')]).toEqual(['2026-11-25', true])
  expect(jsonIn(html, 'order_json')).toMatchObject({ latest_shipment_status_word: 'delayed' })
})

test('TRK-1 the link alone shows status and location, and nothing about the customer', async () => {
  const { shop, jane, path, tell, code, box } = await followedBox()
  await tell({ status: 'out_for_delivery', at: '2026-11-25T16:00:00Z', place: 'Seattle' })
  const own = await (await jane.visit(path)).text()
  const stranger = await shop.shopper()
  const page = await stranger.visit(path)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('Out for delivery')
  expect(html).toContain('Seattle, WA')
  for (const secret of [
    'Jane',
    '1912 Pike',
    '98101',
    code,
    box.identifier,
    box.email ?? '',
    'Thaw plan',
    'order_json',
  ]) {
    expect(html).not.toContain(secret)
    if (secret !== box.email && secret !== '98101') expect(own).toContain(secret)
  }
})

test('TRK-1 an unknown link, or one of an unplaced order, is a 404', async () => {
  const { shop, jane } = await followedBox()
  const cart = shop.db.select().from(orders).where(eq(orders.state, 'cart')).get()
  for (const token of ['A'.repeat(22), 'nothing', cart?.token ?? ''])
    expect((await jane.visit(`/${token}/tracking-info`)).status).toBe(404)
})

test('TRK-1 each carrier status has its card', async () => {
  const { jane, path, tell } = await followedBox()
  const titleAfter = async (status: string, hour: number, detail = '') => {
    await tell({
      status,
      detail,
      at: new Date(Date.parse('2026-11-24T00:00:00Z') + hour * HOUR_MS).toISOString(),
    })
    return /<h1[^>]*>([^<]*)</.exec(await (await jane.visit(path)).text())?.[1]
  }
  expect(await titleAfter('in_transit', 1, 'weather_delay')).toBe('Held up by weather')
  expect(await titleAfter('error', 2)).toBe('We’ve asked the carrier')
  expect(await titleAfter('in_transit', 3)).toBe('It’s on its way')
  expect(await titleAfter('failure', 4)).toBe('It couldn’t be delivered')
  expect(await titleAfter('available_for_pickup', 5)).toBe('Ready for pickup')
  expect(await titleAfter('out_for_delivery', 6)).toBe('Out for delivery')
  expect(await titleAfter('delivered', 7)).toBe('It’s at your door')
  expect(await titleAfter('return_to_sender', 8)).toBe('It’s coming back to us')
})

test('TRK-1 a canceled order has no box to track, and no delivery tips', async () => {
  const { shop, jane, path, box } = await followedBox()
  shop.db.update(orders).set({ state: 'canceled' }).where(eq(orders.id, box.id)).run()
  const html = await (await jane.visit(path)).text()
  expect(html).toContain('There is no box to follow.')
  expect(html).toMatch(/timeline__entry--now(?:(?!<\/li>).)*Order canceled/s)
  for (const words of ['When it gets to you', 'Thaw plan', 'Text updates', 'day-leaf'])
    expect(html).not.toContain(words)
})

test('TRK-1 ORD-2 for a returned box the order page agrees with the tracking page', async () => {
  const { jane, path, tell, box } = await followedBox()
  await tell({ status: 'in_transit', at: '2026-11-24T08:10:00Z', place: 'Medford' })
  await tell({ status: 'return_to_sender', at: '2026-11-25T08:10:00Z', place: 'Seattle' })
  expect(await (await jane.visit(path)).text()).not.toContain('day-leaf')
  const order = await (await jane.visit(`/account/orders/${box.token}`)).text()
  expect(order).toContain('Your box is on its way back to us')
  for (const words of ['day-leaf', 'At your door', 'Your box comes', 'when it arrives, tell us'])
    expect(order).not.toContain(words)
})

test('TRK-1 ORD-2 of a box that stands still on the road, the order’s page says the same as the tracking page', async () => {
  const { jane, path, tell, box } = await followedBox()
  const bothAfter = async (status: string, at: string, detail = '') => {
    await tell({ status, detail, at, place: 'Seattle' })
    const order = await (await jane.visit(`/account/orders/${box.token}`)).text()
    expect(await (await jane.visit(path)).text()).not.toContain('day-leaf')
    for (const words of ['day-leaf', 'At your door', 'Your box comes', 'Add to your calendar', 'on the road'])
      expect(order).not.toContain(words)
    return order.replaceAll('&#39;', "'")
  }
  await tell({ status: 'in_transit', at: '2026-11-24T08:10:00Z', place: 'Medford' })
  const lost = await bothAfter('in_transit', '2026-11-25T08:10:00Z', 'lost')
  expect(lost).toContain("Your box couldn't be delivered")
  expect(lost).toContain("Call us, and we'll reach the driver or send you a new box.")
  const waiting = await bothAfter('available_for_pickup', '2026-11-25T09:10:00Z')
  expect(waiting).toContain('Your box is ready for pickup')
  expect(waiting).toContain("Please pick it up today, while it's frozen.")
  expect(await bothAfter('error', '2026-11-25T10:10:00Z')).toContain("We've asked the carrier about your box")
})

test('TRK-1 a delayed box without a new day shows no day, on the card or in the timeline', async () => {
  const { jane, path, tell, box } = await followedBox()
  const estimate = `${box.arrivalOn}T23:00:00Z`
  await tell({ status: 'in_transit', detail: 'delayed', at: '2026-11-24T08:10:00Z', estimate })
  const html = await (await jane.visit(path)).text()
  expect(html).toContain('The carrier hasn’t named a new day yet.')
  expect(html).toContain('Waiting for a new day')
  for (const words of ['day-leaf', 'by 3:00 pm']) expect(html).not.toContain(words)
})

test('TRK-1 ORD-2 a delayed box without a new day has no day on the order page, in the list or the thaw plan', async () => {
  const { jane, path, tell, box } = await followedBox()
  const was = formatDay(box.arrivalOn ?? assertDay(''), 'long')
  const weekday = was.split(',')[0] ?? ''
  const main = async (at: string) =>
    (/<main.*<\/main>/s.exec(await (await jane.visit(at)).text())?.[0] ?? '').replaceAll('&#39;', "'")
  const orderPath = `/account/orders/${box.token}`
  await tell({ status: 'in_transit', at: '2026-11-24T08:10:00Z', place: 'Medford' })
  expect(await main(orderPath)).toContain(`Your box comes ${was}`)
  expect(await main(path)).toContain(`If you move it to the fridge ${was} at 6 pm.`)

  await tell({ status: 'in_transit', detail: 'delayed', at: '2026-11-24T09:10:00Z', place: 'Medford' })
  const order = await main(orderPath)
  expect(order).toContain('Your box is running late')
  expect(order).toContain("The carrier hasn't named a new day yet.")
  for (const words of ['Your box comes', 'day-leaf', 'Add to your calendar', 'At your door', weekday])
    expect(order).not.toContain(words)
  const list = await main('/account/orders')
  expect(entryOf(list, box.identifier)).toContain('Running late')
  expect(entryOf(list, box.identifier)).not.toContain(weekday)
  const thaw =
    /<section class="home-care" aria-labelledby="thaw".*?<\/section>/s.exec(await main(path))?.[0] ?? ''
  expect(thaw).toContain('24 hours in the fridge')
  expect(thaw).not.toMatch(/(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|>(Mon|Tue|Wed|Thu|Fri|Sat|Sun)<|Nov|Dec/)

  const estimate = '2026-11-28T00:00:00Z'
  await tell({ status: 'in_transit', detail: 'delayed', at: '2026-11-24T10:10:00Z', estimate })
  expect(await main(orderPath)).toContain('Your box now comes Saturday, November 28')
  expect(await main(path)).toContain('If you move it to the fridge Saturday, November 28')
})

test('TRK-1 ORD-2 once its day has passed, the order page asks where the box is, as the tracking page does', async () => {
  const { shop, jane, tell, box } = await followedBox()
  await tell({ status: 'in_transit', at: '2026-11-24T08:10:00Z', place: 'Medford' })
  shop.pass(Date.parse(box.arrivalOn ?? '') - shop.clock.now() + 36 * HOUR_MS)
  const order = await (await jane.visit(`/account/orders/${box.token}`)).text()
  expect(order).toContain('Your box should be here by now')
  for (const words of ['Your box comes', 'day-leaf', 'Add to your calendar', 'At your door'])
    expect(order).not.toContain(words)
})

const entryOf = (list: string, identifier: string) =>
  /<li class="order-entry">.*?<\/li>/gs[Symbol.match](list)?.find((entry) => entry.includes(identifier)) ?? ''

test('TRK-1 for a box that was delivered without carrier news, the timeline says so first', async () => {
  const { shop, jane, path, box } = await followedBox()
  shop.db.update(orders).set({ state: 'delivered' }).where(eq(orders.id, box.id)).run()
  const html = await (await jane.visit(path)).text()
  const current = [...html.matchAll(/timeline__entry--now[\s\S]*?timeline__title">([^<]*)/g)].map(
    ([, title]) => title?.trim(),
  )
  expect(current).toEqual(['Delivered'])
})

test('TRK-1 after the last day to tell us, the tracking page offers to buy the box again instead', async () => {
  const { shop, jane, path, tell, box } = await followedBox()
  await tell({ status: 'delivered', at: '2026-11-25T08:10:00Z', place: 'Seattle' })
  expect(await (await jane.visit(path)).text()).toContain('Something’s wrong')
  for (const days of [10, 10]) {
    shop.pass(days * 24 * HOUR_MS)
    await jane.visit(path) // keeps the session
  }
  const html = await (await jane.visit(path)).text()
  expect(html).toContain('It was delivered')
  expect(html).toContain('See the order')
  expect(html).not.toContain('Something’s wrong')
  const filled = (page: string) =>
    [...page.matchAll(/class="button"[^>]*>\s*([^<]*)/g)].map(([, words]) => words?.trim())
  const card = (page: string) => /<section class="tracking-card.*?<\/section>/s.exec(page)?.[0] ?? ''
  expect(filled(card(html))).toEqual(['Buy again'])
  expect(card(html)).toContain(`action="/account/orders/${box.token}/buy-again"`)
  shop.db.update(orders).set({ userId: null }).where(eq(orders.id, box.id)).run()
  expect(html).toContain('Counted in days from the evening you move it to the fridge.')
  const phone = await shop.shopper()
  const guests = await (await phone.visit(`${path}?key=${guestKey(shop.config, box.token)}`)).text()
  expect(filled(card(guests))).toEqual(['See the order'])
  expect(card(guests)).not.toContain('buy-again')
})

test('TRK-1 a box in trouble shows no delivery day, and an overdue one says so', async () => {
  const { shop, jane, path, tell, box } = await followedBox()
  const page = async () => {
    const html = await (await jane.visit(path)).text()
    return { html, title: /<h1[^>]*>([^<]*)</.exec(html)?.[1], hasDay: html.includes('day-leaf') }
  }
  await tell({ status: 'in_transit', at: '2026-11-24T08:10:00Z', place: 'Medford' })
  expect(await page()).toMatchObject({ title: 'It’s on its way', hasDay: true })
  const due = Date.parse(box.arrivalOn ?? '')
  shop.pass(due - shop.clock.now() + 36 * HOUR_MS)
  expect(await page()).toMatchObject({ title: 'It should be here by now', hasDay: false })
  const later = new Date(due + 5 * 24 * HOUR_MS).toISOString()
  await tell({ status: 'in_transit', at: '2026-12-01T08:10:00Z', estimate: later })
  expect(await page()).toMatchObject({ title: 'It’s running late', hasDay: true })
  await tell({ status: 'failure', at: '2026-12-02T08:10:00Z', place: 'Seattle' })
  const failed = await page()
  expect(failed).toMatchObject({ title: 'It couldn’t be delivered', hasDay: false })
  expect(failed.html).toContain('timeline__entry--now timeline__entry--trouble')
  expect(failed.html).not.toContain('No signature needed')
  await tell({ status: 'delivered', at: '2026-12-03T08:10:00Z', place: 'Tacoma' })
  expect((await page()).html).toContain('The carrier left it in Tacoma, NV.')
})

test("TRK-1 ORD-2 until the carrier has the box, its page names the promised day, as the order's page does", async () => {
  const { shop, box, tell } = await labeledBox()
  await tell({ status: 'pre_transit', at: '2026-11-23T08:10:00Z', estimate: '2026-11-28T00:00:00Z' })
  const guest = await shop.shopper()
  const promised = formatDay(box.arrivalOn ?? assertDay(''), 'short')
  const page = async () => (await (await guest.visit(`/${box.token}/tracking-info`)).text()).split('<main')[1]
  expect(await page()).not.toContain('Sat, Nov 28')
  expect(await page()).toContain(promised)
  await tell({ status: 'in_transit', at: '2026-11-23T20:10:00Z', estimate: '2026-11-28T00:00:00Z' })
  expect(await page()).toContain('Sat, Nov 28')
})
