import { expect, test } from 'vitest'
import { datesFor } from '#src/checkout/arrival-date.ts'
import { formatDay } from '#src/day.ts'
import { ANA, signedIn } from '../support/account.ts'
import { expectOk, fillCart, orderOf, readyToPay } from '../support/buying.ts'
import { keepCard } from '../support/kept-card.ts'
import { atPayment, coverByGift, makeRecurring, nameCard, sendCard } from '../support/paying-by-card.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const RECURRING = 'This box now comes every 4 weeks until you cancel. Please check it before you pay.'

/** What the page's form sends of the day and the frequency. */
async function shownOn(ana: Shopper, page: string) {
  const html = await (await ana.visit(page)).text()
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? 'missing'
  return { shown_arrival_date: value('shown_arrival_date'), shown_recurring: value('shown_recurring') }
}

/** Another day at the same price, chosen in another tab. */
async function moveElsewhere({ db, clock }: World, ana: Shopper, order_token: string) {
  const order = orderOf(db, order_token)
  const later = datesFor(db, order, clock.now()).findLast((day) => day.ok && !day.expedited)!.date
  expect(later).not.toBe(order.arrivalOn)
  const url = `/v1/subscriptions/update_arrival_date/${order_token}`
  await expectOk(ana.call('POST', url, { arrival_date: later }))
  return {
    later,
    sentence: `This box now arrives ${formatDay(later, 'long')}. Please check the day before you pay.`,
  }
}

async function atSavedCard(shop: World) {
  const ana = await signedIn(shop, ANA)
  const { id: cardId } = await keepCard(shop, ANA, 'pm_card_visa')
  return { ana, cardId, token: await fillCart(ana, shop.db) }
}

test('PAY-8 a day changed in another tab is not paid for by a page that shows the old one', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const order_token = await readyToPay(ana, shop.db)
  const shown = { shown_arrival_date: orderOf(shop.db, order_token).arrivalOn, shown_recurring: 'false' }
  const { later, sentence } = await moveElsewhere(shop, ana, order_token)
  const validate = (fields: object) =>
    ana.call('POST', '/v1/stripe_validate_payment', { order_token, ...fields })
  const refused = await validate(shown)
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'date_changed', message: sentence }),
  ])
  await expectOk(validate({ ...shown, shown_arrival_date: later }))
})

test('PAY-8 a box made recurring in another tab is not paid for by a page that shows a one-time box', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const order_token = await readyToPay(ana, shop.db)
  await makeRecurring(ana, order_token)
  const validate = (shown_recurring: string) =>
    ana.call('POST', '/v1/stripe_validate_payment', { order_token, shown_recurring })
  const refused = await validate('false')
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'recurring_changed', message: RECURRING }),
  ])
  await expectOk(validate('true'))
  await expectOk(ana.call('POST', '/v1/set_recurring_order', { order_token, recurring: false }))
  expect((await (await validate('true')).json()) as object).toMatchObject({
    message: 'This is now a one-time box. Please check it before you pay.',
  })
})

test.each(['island', 'older'])(
  'PAY-8 a frequency changed in another tab is not agreed to by an %s page that shows the old one',
  async (kind) => {
    const shop = await world()
    const { ana, token: order_token } = await (kind === 'older' ? atPayment : atSavedCard)(shop)
    await makeRecurring(ana, order_token)
    const page = kind === 'older' ? `/${order_token}/payment` : `/checkout/${order_token}`
    const shown = await shownOn(ana, page)
    expect(shown.shown_recurring).toBe('four_weeks')
    const often = { order_token, recurring: true, renew_period_type: 'two_weeks' }
    await expectOk(ana.call('POST', '/v1/set_recurring_order', often))
    const validate = (fields: object) =>
      ana.call('POST', '/v1/stripe_validate_payment', { order_token, ...fields })
    expect(await (await validate(shown)).json()).toMatchObject({
      code: 'recurring_changed',
      message: 'This box now comes every 2 weeks until you cancel. Please check it before you pay.',
    })
    const { shown_recurring } = await shownOn(ana, page)
    expect(shown_recurring).toBe('two_weeks')
    await expectOk(validate({ ...shown, shown_recurring }))
    await expectOk(validate({ ...shown, shown_recurring: 'true' })) // of a page loaded before an upgrade
  },
)

test('PAY-20 a saved card is not charged for a day or a frequency that the page did not show', async () => {
  const shop = await world()
  const { ana, token: order_token, cardId: card_id } = await atSavedCard(shop)
  const shown = await shownOn(ana, `/checkout/${order_token}`)
  expect(shown).toEqual({
    shown_arrival_date: orderOf(shop.db, order_token).arrivalOn,
    shown_recurring: 'false',
  })
  const { later, sentence } = await moveElsewhere(shop, ana, order_token)
  const pay = (fields: object) =>
    ana.submit('POST', '/v1/pay_with_saved_card', {
      order_token,
      card_id: String(card_id),
      ...shown,
      ...fields,
    })
  const refused = await pay({})
  const html = await refused.text()
  expect([refused.status, html]).toEqual([409, expect.stringContaining(sentence)])
  expect(html).toContain(`name="shown_arrival_date" value="${later}"`)

  await makeRecurring(ana, order_token)
  expect(await (await pay({ shown_arrival_date: later })).text()).toContain(RECURRING)
  expect([shop.standIn.ledger().charges, orderOf(shop.db, order_token).placedAt]).toEqual([0, null])
  const paid = await pay({ shown_arrival_date: later, shown_recurring: 'four_weeks' })
  expect(paid.headers.get('location')).toBe(`/order/${order_token}/confirmation`)
})

test('CHK-9 the older page is asked again after a change in another tab', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const page = `/${token}/payment`
  const shown = await shownOn(ana, page)
  const { later, sentence } = await moveElsewhere(shop, ana, token)
  const refused = await sendCard(ana, token, await nameCard(shop), { same_as_shipping: true, ...shown })
  expect(refused).toMatchObject({ status: 409, code: 'date_changed', error: sentence })
  const now = await shownOn(ana, page)
  expect(now).toEqual({ shown_arrival_date: later, shown_recurring: 'false' })
  const paid = await sendCard(ana, token, await nameCard(shop), { same_as_shipping: true, ...now })
  expect(paid).toMatchObject({ status: 200 })
})

test.each(['island', 'older'])(
  'PAY-11 a covered box is placed only for the day that the %s page showed',
  async (kind) => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await coverByGift(shop, token)
    const return_to = kind === 'older' ? `/${token}/payment` : `/checkout/${token}`
    const shown = await shownOn(ana, return_to)
    const { sentence } = await moveElsewhere(shop, ana, token)
    const place = (fields: Record<string, string>) =>
      ana.submit('POST', '/v1/stripe_confirm_stripeless', { order_token: token, return_to, ...fields })
    const refused = await place(shown)
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(sentence)])
    expect(orderOf(shop.db, token).placedAt).toBeNull()
    const placed = await place(await shownOn(ana, return_to))
    expect(placed.headers.get('location')).toBe(`/order/${token}/confirmation`)
  },
)
