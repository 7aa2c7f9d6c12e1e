import { expect, test } from 'vitest'
import { formatDay } from '#src/day.ts'
import { calendarFor } from '#src/delivery/calendar-facts.ts'
import { offerToken } from '../support/buying.ts'
import { NOW } from '../support/now.ts'
import { world } from '../support/world.ts'

const MINUTE_MS = 60_000

/** The countdowns on a page, in milliseconds from its rendering; empty if it has none. */
const countedDown = (html: string) =>
  [...html.matchAll(/data-countdown-timer-left-value="(\d+)"/g)].map(([, left]) => Number(left))

test('BEH-3 the cart counts down to the minute in which the center closes its earliest delivery day', async () => {
  const { db, shopper, pass } = await world()
  const ana = await shopper()
  await ana.submit('POST', `/cart/items/${offerToken(db, 'grass-fed-ground-beef')}`, { quantity: '1' })
  expect(countedDown(await (await ana.visit('/cart')).text())).toEqual([])

  await ana.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const [first] = calendarFor(db, { zip: '98101', now: NOW, expedited: true }).filter((day) => day.ok)
  const lockAt = first?.ok ? first.lockAt : Number.NaN
  const html = await (await ana.visit('/cart')).text()
  expect(html).toContain(`<b>${formatDay(first!.date, 'short')}</b>`)
  expect(html).toContain(' if you order within ')
  expect(countedDown(html)).toEqual([lockAt - NOW])

  pass(lockAt - NOW - MINUTE_MS)
  expect(countedDown(await (await ana.visit('/cart')).text())).toEqual([MINUTE_MS])
  pass(MINUTE_MS)
  const [next] = countedDown(await (await ana.visit('/cart')).text())
  expect(next).toBeGreaterThan(MINUTE_MS)
})
