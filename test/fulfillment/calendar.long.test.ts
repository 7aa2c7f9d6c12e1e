import { expect, test } from 'vitest'
import { dayHolds, shipDays } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { calendarDayFor, earliestOrReason } from '#src/delivery/calendar-facts.ts'
import { boxesAt, CENTER, centerShop } from '../support/clerks.ts'
import type { Shopper } from '../support/shopper.ts'
import { trailOf } from '../support/trail.ts'
import { validator } from '../support/valid-html.ts'
import type { World } from '../support/world.ts'

const CALENDAR = `${CENTER}/calendar`
const DAY = assertDay('2026-12-10')
/** Where a box shipped on that day arrives: Seattle, two days later. */
const ARRIVAL = { zip: '98101', date: assertDay('2026-12-12') }

const change = (clerk: Shopper, fields: Record<string, unknown>) =>
  clerk.call('POST', CALENDAR, { ship_on: DAY, ...fields })

const dayIn = async (clerk: Shopper, day: string = DAY) => {
  const { ship_days: days } = await (await clerk.call('GET', CALENDAR)).json()
  return days.find(({ ship_on }: { ship_on: string }) => ship_on === day)
}

const arrival = ({ db, clock }: World) => calendarDayFor(db, { ...ARRIVAL, now: clock.now() })

/** Sets the number of booked places, as if orders had taken them. */
const book = ({ db }: World, booked: number) =>
  db
    .insert(shipDays)
    .values({ fcId: 1, shipOn: DAY, booked })
    .onConflictDoUpdate({
      target: [shipDays.fcId, shipDays.shipOn],
      set: { booked },
    })
    .run()

test('FUL-8 the calendar has the upcoming ship days with load, capacity and reason if closed', async () => {
  const { shop, dale } = await centerShop()
  const { ship_days: days, total } = await (await dale.call('GET', CALENDAR)).json()
  expect([days[0].ship_on, days.at(-1).ship_on, total]).toEqual(['2026-11-20', '2027-01-01', days.length])
  const [box] = boxesAt(shop)
  const booked = boxesAt(shop).filter(({ shipOn }) => shipOn === box?.shipOn).length
  expect(await dayIn(dale, box?.shipOn ?? '')).toMatchObject({ booked, capacity: 500, closed: null })
  expect(await dayIn(dale, '2026-11-26')).toMatchObject({ closed: 'Thanksgiving Day' })
  const html = await (await dale.visit(CALENDAR)).text()
  expect(html).toContain('href="/fulfillment/truckee-meadows/orders?ship_on=2026-12-10"')
  const { results } = await validator.validateString(html)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
})

test('FUL-8 a day filled to its new capacity is full for shoppers at once, even on cached pages', async () => {
  const { shop, dale } = await centerShop()
  book(shop, 5)
  expect(arrival(shop)).toMatchObject({ ok: true })
  expect(await (await change(dale, { capacity: 5 })).json()).toMatchObject({ booked: 5, capacity: 5 })
  expect(arrival(shop)).toMatchObject({ ok: false, reason: 'full' })
  await change(dale, { capacity: '' })
  expect(await dayIn(dale)).toMatchObject({ capacity: 500 })
  expect(arrival(shop)).toMatchObject({ ok: true })

  const guest = await shop.shopper()
  await guest.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const advertised = async () =>
    /as early as[^A-Z]*([^<]+)</.exec(await (await guest.visit('/shop')).text())?.[1]
  const before = await advertised()
  expect(before).toMatch(/Nov/)
  const { earliest } = earliestOrReason(shop.db, '98101', shop.clock.now())
  const day = calendarDayFor(shop.db, {
    zip: '98101',
    now: shop.clock.now(),
    date: earliest?.date ?? DAY,
    expedited: true,
  })
  const shipOn = day?.ok ? day.shipOn : ''
  const { booked } = await dayIn(dale, shipOn)
  await change(dale, { ship_on: shipOn, capacity: booked })
  expect(await advertised()).not.toBe(before)
})

test('FUL-8 a closed day tells shoppers why, and can reopen', async () => {
  const { shop, dale } = await centerShop()
  expect((await change(dale, { close: true })).status).toBe(422)
  const closed = await change(dale, { close: true, reason: 'annual <inventory>' })
  expect([closed.status, (await closed.json()).closed]).toEqual([200, 'annual <inventory>'])
  expect(arrival(shop)).toMatchObject({
    ok: false,
    reason: 'closed',
    sentence:
      "We don't ship from Reno on Thursday, December 10 (annual <inventory>), so nothing arrives on Saturday, December 12.",
  })
  expect(await (await dale.visit(CALENDAR)).text()).toContain('annual &lt;inventory&gt;')
  expect(await (await change(dale, { open: true })).json()).toMatchObject({ closed: null, capacity: 500 })
  expect(arrival(shop)).toMatchObject({ ok: true })
})

test('FUL-8 capacity cannot go below what is booked or being paid, and the error has that number', async () => {
  const { shop, dale } = await centerShop()
  book(shop, 11)
  const [box] = boxesAt(shop)
  shop.db
    .insert(dayHolds)
    .values({ orderId: box?.id ?? 0, fcId: 1, shipOn: DAY, expiresAt: shop.clock.now() + 60_000 })
    .run()
  const lower = await change(dale, { capacity: 11 })
  expect([lower.status, (await lower.json()).error]).toEqual([
    422,
    "12 boxes have places on Thursday, December 10, so its capacity can't be lower than 12. Nothing was changed.",
  ])
  const page = await dale.submit('POST', CALENDAR, { ship_on: DAY, capacity: '11' })
  expect([page.status, /name="capacity"[^>]* value="11"/.test(await page.text())]).toEqual([422, true])
  const close = await change(dale, { close: true, reason: 'snow' })
  expect([close.status, (await close.json()).error]).toEqual([
    422,
    "12 boxes have places on Thursday, December 10, so it can't be closed. To sell no more, set its capacity to 12.",
  ])
  expect(await dayIn(dale)).toMatchObject({ booked: 11, being_paid: 1, capacity: 500, closed: null })
  expect((await change(dale, { capacity: 12 })).status).toBe(200)
})

test.each([
  { ship_on: '2026-11-26', capacity: 5 },
  { ship_on: '2026-11-19', capacity: 5 },
  { ship_on: '2027-03-01', capacity: 5 },
  { ship_on: 'soon', capacity: 5 },
  { capacity: -1 },
  { capacity: 20_001 },
  { capacity: 'many' },
  { close: true, reason: 'x'.repeat(81) },
])('FUL-8 an invalid change is rejected with a message: %j', async (fields) => {
  const { shop, dale } = await centerShop()
  const before = shop.db.select().from(shipDays).all()
  const answer = await change(dale, fields)
  expect(answer.status).toBe(422)
  expect((await answer.json()).error).toMatch(/\w{3}/)
  const typed = Object.entries({ ship_on: DAY, ...fields }).map(([name, value]) => [name, String(value)])
  const page = await dale.submit('POST', CALENDAR, Object.fromEntries(typed))
  expect(page.status).toBe(422)
  expect(shop.db.select().from(shipDays).all()).toEqual(before)
})

const versionIn = (page: string) =>
  new RegExp(`name="ship_on" value="${DAY}".*?name="version" value="([^"]+)"`, 's').exec(page)?.[1] ?? ''

const changesOf = (shop: World) => trailOf(shop).filter(({ verb }) => verb.startsWith('ship_day.'))

test("FUL-8 a day that a colleague changed meanwhile keeps the colleague's capacity, and what was typed is shown again", async () => {
  const { shop, dale } = await centerShop()
  const version = versionIn(await (await dale.visit(CALENDAR)).text())
  const lower = { ship_on: DAY, capacity: '40', version }
  const pressed = await Promise.all([1, 2].map(() => dale.submit('POST', CALENDAR, lower)))
  expect(pressed.map(({ status }) => status)).toEqual([303, 303])
  expect(changesOf(shop)).toHaveLength(1)

  const stale = await dale.submit('POST', CALENDAR, { ship_on: DAY, capacity: '600', version })
  const page = await stale.text()
  expect(stale.status).toBe(409)
  expect(page).toContain('Thursday, December 10 is open for 40 boxes. Nothing was saved.')
  expect(page).toMatch(/name="capacity"[^>]* value="600"/)
  expect(await dayIn(dale)).toMatchObject({ capacity: 40 })
  const again = { ship_on: DAY, capacity: '600', version: versionIn(page) }
  expect((await dale.submit('POST', CALENDAR, again)).status).toBe(303)
  expect(await dayIn(dale)).toMatchObject({ capacity: 600 })
})

test('FUL-8 a day that a colleague closed meanwhile is not said to have another capacity or reason', async () => {
  const { shop, dale } = await centerShop()
  const version = versionIn(await (await dale.visit(CALENDAR)).text())
  const close = { ship_on: DAY, close: 'true', reason: 'annual inventory', version }
  for (let press = 0; press < 2; press++)
    expect((await dale.submit('POST', CALENDAR, close)).status).toBe(303)
  expect(changesOf(shop)).toHaveLength(1)
  const others: Record<string, string>[] = [
    { ...close, reason: 'snow' },
    { ship_on: DAY, capacity: '40', version },
  ]
  for (const fields of others) {
    const stale = await dale.submit('POST', CALENDAR, fields)
    expect(stale.status).toBe(409)
    expect(await stale.text()).toContain('Thursday, December 10 is closed: annual inventory.')
  }
  expect(await dayIn(dale)).toMatchObject({ closed: 'annual inventory', capacity: 500 })
  for (let press = 0; press < 2; press++) expect((await change(dale, { open: true })).status).toBe(200)
  expect(changesOf(shop)).toHaveLength(2)
})
