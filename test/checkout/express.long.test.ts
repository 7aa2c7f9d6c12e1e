import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { orderLines } from '#db/schema/index.ts'
import { saveAddress } from '#src/accounts/addresses.ts'
import { signIn } from '../support/accounts.ts'
import {
  expectOk,
  fillCart,
  offerToken,
  orderOf,
  paymentStatus,
  prepareToPay,
  readyToPay,
  SEATTLE,
} from '../support/buying.ts'
import { changedTables, dump } from '../support/dump.ts'
import { cardsToPay } from '../support/gift-cards.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

type Rate = { id: string; displayName: string; amount: number }
type Priced = {
  status: number
  shipping_rates: Rate[]
  line_items: { name: string; amount: number }[]
  total_cents: number
}

const json = async (answer: Promise<Response>) => {
  const response = await answer
  return { ...((await response.json()) as object), status: response.status } as Priced &
    Record<string, unknown>
}

async function atCheckout(slug = 'demo-fifty', quantity = 1, limited = false) {
  const shop = await world({ config: { rateLimited: limited } })
  const ana = await shop.shopper()
  return { shop, ana, db: shop.db, order_token: await fillCart(ana, shop.db, slug, quantity) }
}

const place = (city: string, state: string, zip: string) => ({
  delivery_city: city,
  delivery_state: state,
  delivery_postal_code: zip,
})
const seattle = place('Seattle', 'WA', '98101')

const consider = (ana: Shopper, order_token: string, where: object) =>
  json(ana.call('POST', '/v1/stripe_validate_express_checkout_address', { order_token, ...where }))

/** The order's total from three sources: the page's script, the payment provider, and the summary on the page. */
async function totalsEverywhere(ana: Shopper, order_token: string) {
  const standing = await json(ana.call('GET', `/v1/checkout_standing/${order_token}`))
  const intent = await json(ana.call('POST', '/v1/stripe_create_payment_intent', { order_token }))
  const summary = await json(ana.call('GET', `/v1/checkout_summary?order_token=${order_token}`))
  const dollars = /Total[^$]*<\/dt><dd>\$([\d.]+)/.exec(String(summary.html))?.[1]
  return [standing.total_cents, intent.amount_cents, Math.round(Number(dollars) * 100)]
}

describe('PAY-6 an address from a wallet', () => {
  test('PAY-6 the wallet’s total matches the order’s at every step: place, other rate, other place, full address', async () => {
    const { ana, order_token, db } = await atCheckout('whole-chicken', 2)
    const priced = await consider(ana, order_token, seattle)
    expect(priced).toMatchObject({
      status: 200,
      shipping_rates: [
        { id: '2026-11-25', displayName: 'Arrives Wednesday, November 25', amount: 1_995 },
        { id: '2026-11-24', displayName: 'Expedited, arrives Tuesday, November 24', amount: 3_195 },
      ],
    })
    expect(priced.line_items.reduce((sum, { amount }) => sum + amount, 0)).toBe(priced.total_cents)
    expect(new Set(await totalsEverywhere(ana, order_token))).toEqual(new Set([priced.total_cents]))

    const faster = { arrival_date: '2026-11-24' }
    await expectOk(ana.call('POST', `/v1/subscriptions/update_arrival_date/${order_token}`, faster))
    expect(new Set(await totalsEverywhere(ana, order_token))).toEqual(new Set([priced.total_cents + 1_200]))

    const sacramento = await consider(ana, order_token, place('Sacramento', 'CA', '95814-1234'))
    expect(sacramento.status).toBe(200)
    expect(new Set(await totalsEverywhere(ana, order_token))).toEqual(new Set([sacramento.total_cents]))

    await expectOk(ana.call('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE }))
    await expectOk(
      ana.call('POST', '/v1/stripe_update_email', { order_token, email: 'by.wallet@example.com' }),
    )
    const { amount_cents } = await prepareToPay(ana, order_token)
    expect(orderOf(db, order_token).totalCents).toBe(amount_cents)
    expect([priced.total_cents, priced.total_cents + 1_200]).toContain(amount_cents)
  })

  test('PAY-6 GFT-1 gift cards on paper come by mail: no day is offered, and no delivery is priced', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const order_token = await cardsToPay(ana, { delivery_method: 'ship', amount_cents: '5000' })
    const byMail = { shipping_rates: [{ id: 'mail', displayName: 'By mail', amount: 0 }], total_cents: 5_000 }
    expect(await consider(ana, order_token, seattle)).toMatchObject(byMail)
    expect(await json(ana.call('GET', `/v1/checkout_standing/${order_token}`))).toMatchObject(byMail)
  })

  test('PAY-6 a place alone is not an address: the address step stays open, prefilled with the place', async () => {
    const { ana, order_token, db } = await atCheckout()
    await expectOk(ana.call('POST', '/v1/stripe_update_email', { order_token, email: 'ana@example.com' }))
    await consider(ana, order_token, seattle)
    expect(orderOf(db, order_token)).toMatchObject({ state: 'cart', deliveryStreet1: null, fcId: null })
    const html = await (await ana.visit(`/checkout/${order_token}`)).text()
    expect(html).toMatch(/name="delivery_city"[^>]*value="Seattle"/)
    expect(html).toContain('Continue to delivery date')
    const refused = await json(ana.call('POST', '/v1/stripe_validate_payment', { order_token }))
    expect(refused).toMatchObject({ status: 422, code: 'address_missing' })
  })

  test.each([
    ['Alaska', place('Anchorage', 'AK', '99501'), "Sorry, we don't deliver to that postal code."],
    ['four digits', place('Seattle', 'WA', '9810'), 'Please enter a 5 digit zip code'],
    ['no place', {}, 'Please enter a 5 digit zip code'],
    ['a state that is not the ZIP’s', place('Portland', 'OR', '98101'), /98101 is in Washington/],
  ])(
    'PAY-6 %s fails the wallet with invalid_shipping_address and changes nothing',
    async (_, where, message) => {
      const { ana, order_token, db } = await atCheckout()
      const before = dump(db)
      expect(await consider(ana, order_token, where)).toMatchObject({
        status: 422,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        error_type: 'invalid_shipping_address',
      })
      expect(changedTables(before, dump(db))).toEqual([])
    },
  )

  test.each([
    ['no_eligible_shipping_days', place('Bismarck', 'ND', '58501'), 'whole-chicken'],
    ['postal_code_service_delay', place('Cheyenne', 'WY', '82001'), 'whole-chicken'],
    ['fc_changed', place('New York', 'NY', '10001'), 'demo-fifty'],
  ])('PAY-6 %s is reported by error type, so that the page can ask', async (error_type, where, slug) => {
    const { ana, order_token, db } = await atCheckout(slug, 2)
    const before = dump(db)
    const answer = await consider(ana, order_token, where)
    expect(answer).toMatchObject({ status: 422, error_type, message: expect.stringMatching(/\.$/) })
    expect(changedTables(before, dump(db))).toEqual([])
  })

  test('PAY-6 a complete address is kept: another place is only priced, and the order does not change', async () => {
    const { ana, shop } = { ...(await atCheckout('whole-chicken', 2)) }
    const order_token = await readyToPay(ana, shop.db, { slug: 'whole-chicken', quantity: 2 })
    const [own] = await totalsEverywhere(ana, order_token)
    const before = orderOf(shop.db, order_token)
    const answer = await consider(ana, order_token, place('Sacramento', 'CA', '95814'))
    expect(answer).toMatchObject({ status: 200, total_cents: expect.any(Number) })
    expect(orderOf(shop.db, order_token)).toEqual(before)
    expect(new Set(await totalsEverywhere(ana, order_token))).toEqual(new Set([own]))
  })

  test('PAY-6 a placed order is no longer priced', async () => {
    const { ana, shop } = await atCheckout()
    const order_token = await readyToPay(ana, shop.db)
    const { clientSecret } = await prepareToPay(ana, order_token)
    await ana.confirm(clientSecret)
    await shop.settleDown()
    const before = orderOf(shop.db, order_token)
    expect(await consider(ana, order_token, seattle)).toMatchObject({ status: 409, code: 'order_placed' })
    expect(orderOf(shop.db, order_token)).toEqual(before)
  })

  test('PAY-6 SEC-3 a shopper may check at most thirty places a minute', async () => {
    const { ana, order_token } = await atCheckout('demo-fifty', 1, true)
    const seen: number[] = []
    for (let asked = 0; asked < 31; asked++) seen.push((await consider(ana, order_token, {})).status)
    expect(seen.slice(0, 30)).not.toContain(429)
    expect(seen.at(-1)).toBe(429)
  })
})

describe('CAL-3 expedited shipping', () => {
  test('CAL-3 offers earlier days, marked and at a higher price, and is never chosen by default', async () => {
    const { ana, order_token, db } = await atCheckout()
    await expectOk(ana.call('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE }))
    const { dates } = (await json(ana.call('GET', `/checkout/${order_token}/dates`))) as unknown as {
      dates: { date: string; ok: boolean; expedited: boolean; shipping_cents: number }[]
    }
    const [first, second] = dates.filter(({ ok }) => ok)
    expect(first).toMatchObject({ date: '2026-11-24', expedited: true, shipping_cents: 3_195 })
    expect(second).toMatchObject({ date: '2026-11-25', expedited: false, shipping_cents: 1_995 })
    expect(orderOf(db, order_token)).toMatchObject({ arrivalOn: '2026-11-25', expedited: false })

    const choose = (arrival_date: string) =>
      expectOk(ana.call('POST', `/v1/subscriptions/update_arrival_date/${order_token}`, { arrival_date }))
    await choose('2026-11-24')
    expect(orderOf(db, order_token)).toMatchObject({ arrivalOn: '2026-11-24', expedited: true })
    const standing = await json(ana.call('GET', `/v1/checkout_standing/${order_token}`))
    expect(standing.line_items).toContainEqual({ name: 'Delivery', amount: 3_195 })
    expect(standing.arrives_on).toBe('2026-11-24')
    await expectOk(ana.call('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE }))
    expect(orderOf(db, order_token)).toMatchObject({ arrivalOn: '2026-11-24', expedited: true })
    await choose('2026-11-25')
    expect(orderOf(db, order_token)).toMatchObject({ expedited: false })
  })
})

describe('an address swapped for one in a costlier zone after the intent was created', () => {
  const FAR = {
    delivery_street_address_1: '350 5th Ave',
    delivery_city: 'New York',
    delivery_state: 'NY',
    delivery_postal_code: '10001',
    address_confirmation_bypass: 'use-original',
  }

  /** Ana has an intent for delivery to Seattle, then changes the address to New York. */
  async function swapped() {
    const { ana, shop } = await atCheckout('whole-chicken', 2)
    const order_token = await readyToPay(ana, shop.db, { slug: 'whole-chicken', quantity: 2 })
    const cheap = await prepareToPay(ana, order_token)
    const move = (more: object) =>
      json(ana.call('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE, ...FAR, ...more }))
    const asked = await move({})
    expect(asked).toMatchObject({ status: 422, error_type: 'fc_changed' })
    const { version } = asked.error_details as { version: string }
    expect((await move({ fc_change_acknowledged: version })).status).toBe(200)
    return { ana, shop, db: shop.db, order_token, cheap }
  }

  test('PAY-4 PRC-1 the same intent gets the new total before anything is confirmed', async () => {
    const { ana, db, shop, order_token, cheap } = await swapped()
    expect(orderOf(db, order_token)).toMatchObject({ state: 'addressed', totalCents: null })
    const dear = await prepareToPay(ana, order_token)
    const [standing] = await totalsEverywhere(ana, order_token)
    expect(dear.amount_cents).toBe(standing)
    expect(dear.amount_cents).not.toBe(cheap.amount_cents)
    expect(dear.paymentIntentId).toBe(cheap.paymentIntentId)
    expect((await shop.services.stripe.paymentIntents.retrieve(cheap.paymentIntentId)).amount).toBe(standing)
    await ana.confirm(cheap.clientSecret)
    await shop.settleDown()
    expect(await paymentStatus(ana, order_token)).toBe('succeeded')
    expect(orderOf(db, order_token).totalCents).toBe(standing)
  })

  test('PAY-12 R5 confirming the old client secret behind our back buys nothing, and the old amount is refunded', async () => {
    const { ana, db, shop, order_token, cheap } = await swapped()
    await ana.confirm(cheap.clientSecret)
    await shop.settleDown()
    expect(orderOf(db, order_token).state).toBe('addressed')
    const { data } = await shop.services.stripe.refunds.list({ payment_intent: cheap.paymentIntentId })
    expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(cheap.amount_cents)
  })
})

describe('PRC-3 a promo code beside the steps', () => {
  const enter = (ana: Shopper, order_token: string, text_entered: string) =>
    ana.stream('POST', `/v1/apply_gift_and_promo_codes/${order_token}`, {
      text_entered,
      return_to: `/checkout/${order_token}`,
    })

  test('PRC-3 re-renders the codes and tells the page that the order changed', async () => {
    const { ana, order_token } = await atCheckout()
    const taken = await enter(ana, order_token, 'ONCE')
    const html = await taken.text()
    expect(taken.status).toBe(200)
    expect(html).toContain('target="checkout_code"')
    expect(html).toContain('data-controller="checkout-news"')
    expect(html).toContain('$10.00 off your order')

    const refused = await enter(ana, order_token, 'NOSUCHCODE')
    const told = await refused.text()
    expect(refused.status).toBe(422)
    expect(told).toContain('value="NOSUCHCODE"')
    expect(told).toContain('We don&#39;t recognize that code. Please check it and try again.')
    expect(told).not.toContain('checkout-news')
  })

  test('PRC-3 PAY-11 updates the flow: once a gift card covers everything, there is nothing to pay', async () => {
    const { ana, db, order_token } = await atCheckout('st-louis-ribs', 2)
    const flow = async () => (await json(ana.call('GET', `/v1/checkout_standing/${order_token}`))).flow
    expect(await flow()).toBe('alc-paid')
    await enter(ana, order_token, 'DEMOGIFT50000000')
    expect(await flow()).toBe('alc-free')
    await expectOk(ana.call('PUT', `/cart/items/${offerToken(db, 'st-louis-ribs')}`, { quantity: 3 }))
    expect(await flow()).toBe('alc-paid')
    await durably(
      db,
      (tx) =>
        void tx
          .delete(orderLines)
          .where(eq(orderLines.orderId, orderOf(tx, order_token).id))
          .run(),
    )
    expect((await json(ana.call('GET', `/v1/checkout_standing/${order_token}`))).total_cents).toBe(0)
  })
})

test('CHK-3 PAY-3 a signed-in shopper finds the saved addresses in the address step, with the default one filled in', async () => {
  const { ana, shop, order_token } = await atCheckout()
  const id = signIn(shop.db, order_token, 'staff@example.com')
  const doors = { db: shop.db, random: shop.services.random, now: shop.clock.now() }
  const lake = { name: 'Sam', street1: '8 Lake St', street2: '', city: 'Seattle', state: 'WA', zip: '98101' }
  await saveAddress(doors, id, { ...lake, phone: '+12065550100' })
  await expectOk(ana.call('POST', '/v1/stripe_update_email', { order_token, email: 'sam@example.com' }))
  await ana.visit(`/checkout/${order_token}`) // fills in the default address (PAY-20)
  const html = await (await ana.visit(`/checkout/${order_token}?step=address`)).text()
  expect(html.match(/name="address_id"/g)).toHaveLength(2)
  expect(html).toContain('<b>Sam</b>')
  expect(html).toContain('value="8 Lake St"')
})
