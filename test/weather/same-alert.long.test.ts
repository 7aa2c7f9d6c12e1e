import { expect, test } from 'vitest'
import { weatherAlerts } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { calendarDayFor } from '#src/delivery/calendar-facts.ts'
import { centerShop } from '../support/clerks.ts'
import { raiseAlert, WEATHER } from '../support/weather.ts'
import type { World } from '../support/world.ts'

const alertsIn = ({ db }: World) => db.select().from(weatherAlerts).all()

const arrival = ({ db, clock }: World) =>
  calendarDayFor(db, { zip: '98101', now: clock.now(), date: assertDay('2026-12-03') })

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
