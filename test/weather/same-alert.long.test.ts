import { expect, test } from 'vitest'
import { weatherAlerts } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { calendarDayFor } from '#src/delivery/calendar-facts.ts'
import { centerShop } from '../support/clerks.ts'
import { raiseAlert, STORM, WEATHER } from '../support/weather.ts'
import type { World } from '../support/world.ts'

const alertsIn = ({ db }: World) => db.select().from(weatherAlerts).all()

const arrival = ({ db, clock }: World) =>
  calendarDayFor(db, { zip: '98101', now: clock.now(), date: assertDay('2026-12-03') })

/** What the form of an alert's page has besides what people type. */
const versionIn = (page: string) => /name="version" value="([^"]+)"/.exec(page)?.[1] ?? ''

const FORM = { title: 'Winter storm', states: 'WA', zip3s: '', from: '2026-12-02', to: '2026-12-04' }

test('ORD-6 "Add" pressed twice makes one alert, and clearing that reopens its days', async () => {
  const { shop, dale } = await centerShop()
  const before = alertsIn(shop).length
  const answers = await Promise.all([dale.submit('POST', WEATHER, FORM), dale.submit('POST', WEATHER, FORM)])
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  await shop.settleDown()
  expect(alertsIn(shop)).toHaveLength(before + 1)
  expect(arrival(shop)).toMatchObject({ ok: false })

  const { id } = alertsIn(shop).at(-1) ?? { id: 0 }
  await dale.call('POST', `${WEATHER}/${id}/clear`)
  expect(arrival(shop)).toMatchObject({ ok: true })
  expect(await raiseAlert(dale, shop)).toMatchObject({ status: 200 })
  expect(alertsIn(shop)).toHaveLength(before + 2)
})

test("ORD-6 a clerk's edit of an alert that a colleague changed meanwhile is refused, and keeps what was typed", async () => {
  const { shop, dale } = await centerShop()
  const { weather_alert_id: id } = await raiseAlert(dale, shop)
  const version = versionIn(await (await dale.visit(`${WEATHER}/${id}`)).text())
  const longer = { ...FORM, to: '2026-12-06', version }
  expect((await dale.submit('POST', `${WEATHER}/${id}`, longer)).status).toBe(303)
  expect((await dale.submit('POST', `${WEATHER}/${id}`, longer)).status).toBe(303)

  const stale = await dale.submit('POST', `${WEATHER}/${id}`, { ...FORM, title: 'Ice storm', version })
  expect(stale.status).toBe(409)
  const page = await stale.text()
  expect(page).toContain('A colleague changed this alert after you opened this page. Nothing was saved.')
  expect(page).toContain('value="Ice storm"')
  expect(alertsIn(shop).at(-1)).toMatchObject({ title: 'Winter storm', endsOn: '2026-12-06' })
  const again = { ...FORM, title: 'Ice storm', version: versionIn(page) }
  expect((await dale.submit('POST', `${WEATHER}/${id}`, again)).status).toBe(303)
  expect(alertsIn(shop).at(-1)).toMatchObject({ title: 'Ice storm', endsOn: '2026-12-04' })
  expect((await dale.call('POST', `${WEATHER}/${id}`, STORM)).status).toBe(200)
})
