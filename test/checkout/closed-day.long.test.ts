import { expect, test } from 'vitest'
import { calendarDayFor } from '#src/delivery/calendar-facts.ts'
import { orderOf, readyToPay } from '../support/buying.ts'
import { world } from '../support/world.ts'

test('PAY-8 a day past its standard cutoff that expedited delivery still reaches is not called too late', async () => {
  const shop = await world()
  const { db } = shop
  const ana = await shop.shopper()
  const order_token = await readyToPay(ana, db)
  const date = orderOf(db, order_token).arrivalOn!
  const now = shop.services.clock.now()
  const day = calendarDayFor(db, { zip: '98101', date, now })
  shop.pass(day?.ok ? day.lockAt - now + 1_000 : 0)
  const later = { zip: '98101', date, now: shop.services.clock.now() }
  expect(calendarDayFor(db, later)?.ok).toBe(false)
  expect(calendarDayFor(db, { ...later, expedited: true })?.ok).toBe(true)
  const refused = await ana.call('POST', '/v1/stripe_validate_payment', { order_token })
  expect(await refused.json()).toMatchObject({
    code: 'date_unavailable',
    message: expect.stringMatching(/^Only expedited delivery can still arrive on \w+, \w+ \d+\./),
  })
})
