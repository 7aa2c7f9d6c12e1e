import { expect, test } from 'vitest'
import { DAY_MS, formatDay } from '#src/day.ts'
import { calendarDayFor } from '#src/delivery/calendar-facts.ts'
import { orderOf, readyToPay } from '../support/buying.ts'
import { atPayment, coverByGift } from '../support/paying-by-card.ts'
import { summaryOf } from '../support/rewards.ts'
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

test('PAY-8 CHK-8 a checkout opened after the cutoff of its day asks for another day before the card', async () => {
  const shop = await world()
  const { db } = shop
  const ana = await shop.shopper()
  const token = await readyToPay(ana, db)
  const { arrivalOn, lockAt } = orderOf(db, token)
  const arrives = `Arrives <b>${formatDay(arrivalOn!, 'long')}</b>`
  expect(await (await ana.visit(`/checkout/${token}`)).text()).toContain(arrives)
  shop.pass(lockAt! - shop.clock.now() + 5 * DAY_MS)

  for (const path of [`/checkout/${token}`, `/checkout/${token}?step=payment`]) {
    const html = await (await ana.visit(path)).text()
    expect(html).toContain(`too late to order for ${formatDay(arrivalOn!, 'long')}. Please choose another`)
    expect(html).toContain('Continue to payment')
    expect(html).not.toContain(arrives)
    expect(html).not.toContain('You can make changes until')
  }
  expect(await summaryOf(ana, token)).not.toContain('Arrives')

  const older = await ana.visit(`/${token}/payment`)
  expect([older.status, older.headers.get('location')]).toEqual([302, `/${token}/delivery`])
  expect(await (await ana.visit(`/${token}/delivery`)).text()).toContain('too late to order for')
})

test('PAY-8 an older page opened before the cutoff leads to another day instead of showing the passed one', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  await coverByGift(shop, token)
  const page = `/${token}/payment`
  const { arrivalOn, lockAt } = orderOf(shop.db, token)
  expect(await (await ana.visit(page)).text()).toContain(`Arrives ${formatDay(arrivalOn!, 'long')}`)
  shop.pass(lockAt! - shop.clock.now() + 5 * DAY_MS)
  const fields = { order_token: token, return_to: page }
  const refused = await ana.submit('POST', '/v1/stripe_confirm_stripeless', fields)
  expect([refused.status, refused.headers.get('location')]).toEqual([303, `/${token}/delivery`])
  expect(await (await ana.visit(`/${token}/delivery`)).text()).toContain('too late to order for')
})
