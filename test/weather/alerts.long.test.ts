import { expect, test } from 'vitest'
import { weatherAlerts } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { calendarDayFor } from '#src/delivery/calendar-facts.ts'
import { signedIn } from '../support/account.ts'
import { CENTER, centerShop, PRIYA } from '../support/clerks.ts'
import { validator } from '../support/valid-html.ts'
import { heldBox, holdsIn, raiseAlert, STORM, WEATHER } from '../support/weather.ts'
import type { World } from '../support/world.ts'

const arrival = ({ db, clock }: World, zip = '98101', date = '2026-12-03') =>
  calendarDayFor(db, { zip, now: clock.now(), date: assertDay(date) })

test("ORD-6 an alert closes its days in its area's calendars at once, and clearing it reopens them", async () => {
  const { shop, dale } = await centerShop()
  expect(arrival(shop)).toMatchObject({ ok: true })
  const { weather_alert_id: id } = await raiseAlert(dale, shop)
  expect(arrival(shop)).toMatchObject({
    ok: false,
    reason: 'weather',
    sentence: 'Winter storm: no boxes travel to your area through Friday, December 4.',
  })
  expect(arrival(shop, '97201')).toMatchObject({ ok: true }) // Portland, in the next state
  expect(arrival(shop, '98101', '2026-12-09')).toMatchObject({ ok: true })
  const cleared = await dale.call('POST', `${WEATHER}/${id}/clear`)
  expect(await cleared.json()).toMatchObject({ state: 'cleared' })
  expect(arrival(shop)).toMatchObject({ ok: true })
})

test('ORD-6 an alert can name ZIP areas, as text, too, and is edited in place', async () => {
  const { shop, dale } = await centerShop()
  const { weather_alert_id: id } = await raiseAlert(dale, shop, { ...STORM, states: '', zip3s: '981, 980' })
  expect(arrival(shop)).toMatchObject({ ok: false, reason: 'weather' })
  expect(arrival(shop, '99201')).toMatchObject({ ok: true }) // Spokane
  const changed = await dale.call('POST', `${WEATHER}/${id}`, { ...STORM, states: ['OR'], title: 'Ice' })
  expect(await changed.json()).toMatchObject({ title: 'Ice', states: ['OR'], zip3s: [] })
  expect(arrival(shop)).toMatchObject({ ok: true })
  expect(arrival(shop, '97201')).toMatchObject({ ok: false, reason: 'weather' })
})

test("ORD-6 held boxes have a state on the board, drop out of selections, and can't join a wave until released", async () => {
  const { shop, dale, order, alert, ana, hold } = await heldBox()
  const list = async (query: string) => (await dale.call('GET', `${CENTER}/orders?${query}`)).json()
  const held = holdsIn(shop).length
  expect((await list('state=weather')).total).toBe(held)
  expect((await list('held=yes')).total).toBe(held)
  const row = (await list(`q=${order().identifier}`)).orders[0]
  expect(row).toMatchObject({ state: 'weather', weather_alert: 'Winter storm' })
  expect((await (await dale.call('GET', CENTER)).json()).counts.weather).toBe(held)
  const page = await (await dale.visit(`${CENTER}/orders?q=${order().identifier}`)).text()
  expect(page).toContain('Winter storm. Ships Mon, Dec 7')

  const exportIt = () => dale.call('POST', `${CENTER}/orders/export?order_tokens[]=${order().token}`)
  const refused = await exportIt()
  expect([refused.status, (await refused.json()).error]).toEqual([
    422,
    `These can't be packed now: ${order().identifier}. Nothing was exported.`,
  ])
  expect(await (await ana.call('POST', `/v1/toggle_ignore_weather_alerts/${hold.id}`)).json()).toMatchObject({
    message: 'checked',
  })
  const { job_id } = await (await exportIt()).json()
  await shop.settleDown()
  const job = await (await dale.call('GET', `/jobs/${job_id}`)).json()
  expect(job.warnings).toEqual([`${order().identifier}: weather hold overridden by the customer.`])
  expect(order().state).toBe('in_wave')

  await dale.call('POST', `${WEATHER}/${alert.weather_alert_id}/clear`)
  expect((await list('state=weather')).total).toBe(0)
})

test('ORD-6 an order selected for a wave but held before the wave is made stays out of it', async () => {
  const { shop, dale } = await centerShop()
  await dale.call('POST', `${CENTER}/orders/export?select_all=true&state=ready`)
  await dale.call('POST', WEATHER, { ...STORM, from: '2026-11-20' })
  shop.db.run("update jobs set run_at = run_at + 60000 where kind = 'export_wave'")
  await shop.settleDown()
  const held = holdsIn(shop).map(({ orderId }) => orderId)
  expect(held.length).toBeGreaterThan(0)
  shop.pass(60_000)
  await shop.settleDown()
  const waved = shop.db
    .all<{ id: number }>('select order_id as id from packing_wave_orders')
    .map(({ id }) => id)
  expect(waved.filter((id) => held.includes(id))).toEqual([])
})

test.each([
  [{ title: '' }, 'name the weather'],
  [{ title: 'x'.repeat(61) }, 'at most 60'],
  [{ states: [] }, 'Please choose a state or a ZIP area.'],
  [{ states: ['ZZ'] }, '"ZZ" isn’t a state'],
  [{ zip3s: ['98101'] }, '"98101" isn’t a ZIP area'],
  [{ zip3s: ['100'] }, "doesn't deliver to ZIP area 100"],
  [{ from: 'soon' }, 'first and the last day'],
  [{ from: '2026-12-05' }, 'before the first'],
  [{ from: '2026-11-01', to: '2026-11-02' }, 'over'],
  [{ to: '2027-12-02' }, 'within 60 days'],
  [{ states: [7] }, 'at most 200'],
])('ORD-6 an incomplete or invalid alert is refused with a message: %j', async (fields, words) => {
  const { shop, dale } = await centerShop()
  const answer = await dale.call('POST', WEATHER, { ...STORM, ...fields })
  expect(answer.status).toBe(422)
  expect((await answer.json()).error).toContain(words)
  expect(shop.db.select().from(weatherAlerts).all()).toEqual([])
})

test("ORD-6 another center's alerts are a 404, and the pages are valid HTML", async () => {
  const { shop, dale } = await centerShop()
  const { weather_alert_id: id } = await raiseAlert(dale, shop, { ...STORM, title: '<b>Storm' })
  const priya = await signedIn(shop, PRIYA)
  const theirs = `/fulfillment/cumberland-valley/weather_alerts`
  expect((await (await priya.call('GET', theirs)).json()).total).toBe(0)
  for (const path of [`${theirs}/${id}`, `${WEATHER}/${id}`])
    expect((await priya.visit(path)).status).toBe(404)
  expect((await priya.call('POST', `${theirs}/${id}/clear`)).status).toBe(404)
  const refused = await dale.submit('POST', WEATHER, { title: 'Storm', states: 'QQ' })
  expect(refused.status).toBe(422)
  for (const html of [
    await refused.text(),
    await (await dale.visit(WEATHER)).text(),
    await (await dale.visit(`${WEATHER}/${id}`)).text(),
  ]) {
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    expect(html).not.toContain('<b>Storm')
  }
})
