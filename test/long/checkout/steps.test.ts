import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Db, durably } from '#db/client.ts'
import {
  fulfillmentCenters,
  holds,
  type Order,
  offers,
  orderLines,
  shipDays,
  stock,
} from '#db/schema/index.ts'
import {
  changeOrder,
  expectOk,
  fillCart,
  offerToken,
  orderOf,
  prepareToPay,
  readyToPay,
  SEATTLE,
} from '../../support/buying.ts'
import type { Shopper } from '../../support/shopper.ts'
import { world } from '../../support/world.ts'

type Json = Record<string, unknown>

async function json(answer: Promise<Response> | Response): Promise<Json & { status: number }> {
  const response = await answer
  return { ...((await response.json()) as Json), status: response.status }
}

async function atCheckout() {
  const shop = await world()
  const ana = await shop.shopper()
  const order_token = await fillCart(ana, shop.db)
  return { shop, ana, order_token, db: shop.db }
}

const saveAddress = (ana: Shopper, order_token: string, changes: Json = {}) =>
  json(ana.call('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE, ...changes }))

const heldFor = (db: Db, order_token: string) =>
  db
    .select()
    .from(holds)
    .where(eq(holds.orderId, orderOf(db, order_token).id))
    .all()

describe('PAY-2 email', () => {
  test('PAY-2 a valid email is saved', async () => {
    const { ana, order_token, db } = await atCheckout()
    await expectOk(ana.call('POST', '/v1/stripe_update_email', { order_token, email: ' ana@example.com ' }))
    expect(orderOf(db, order_token).email).toBe('ana@example.com')
  })

  test.each([
    '',
    'ana',
    'ana@',
    'ana@example',
    'a b@example.com',
    `${'a'.repeat(250)}@example.com`,
    'ana@example.com\nBcc: x@y.zz',
  ])('PAY-2 %j is refused with a message and error HTML, and nothing changes', async (email) => {
    const { ana, order_token, db } = await atCheckout()
    const answer = await json(ana.call('POST', '/v1/stripe_update_email', { order_token, email }))
    expect(answer).toMatchObject({
      status: 422,
      message: expect.any(String),
      error_html: expect.stringContaining('<'),
    })
    expect(orderOf(db, order_token).email).toBeNull()
  })

  test('PAY-2 a guest gets the same response whether or not the email has an account', async () => {
    const { ana, order_token } = await atCheckout()
    const known = await json(
      ana.call('POST', '/v1/stripe_update_email', { order_token, email: 'member@example.com' }),
    )
    const unknown = await json(
      ana.call('POST', '/v1/stripe_update_email', { order_token, email: 'nobody@example.com' }),
    )
    expect(known).toEqual(unknown)
  })
})

describe('PAY-3 address', () => {
  test('PAY-3 a confirmed address is saved with its center, transit days and the earliest delivery date', async () => {
    const { ana, order_token, db } = await atCheckout()
    expect((await saveAddress(ana, order_token)).status).toBe(200)
    expect(orderOf(db, order_token)).toMatchObject({
      state: 'addressed',
      deliveryStreet1: '1912 Pike Pl',
      deliveryPhone: '+12065550142',
      addressStatus: 'confirmed',
      fcId: 1,
      transitDays: 2,
      arrivalOn: expect.stringMatching(/^2026-/),
    })
  })

  test('PAY-3 missing fields are named as the form labels them', async () => {
    const { ana, order_token } = await atCheckout()
    const answer = await saveAddress(ana, order_token, {
      delivery_name: '',
      delivery_city: ' ',
      mobile_phone_number: '',
    })
    expect(answer).toMatchObject({
      status: 422,
      message: 'Please fill in the missing fields: Full Name, City and Phone Number',
    })
  })

  test('PAY-3 a PO box is refused, in either line', async () => {
    const { ana, order_token, db } = await atCheckout()
    const sentence = "Hmm, this looks like a PO Box, and unfortunately we can't deliver to those"
    expect(await saveAddress(ana, order_token, { delivery_street_address_1: 'P.O. Box 12' })).toMatchObject({
      status: 422,
      message: sentence,
    })
    expect(await saveAddress(ana, order_token, { delivery_street_address_2: 'box 7' })).toMatchObject({
      status: 422,
      message: sentence,
    })
    expect(orderOf(db, order_token).state).toBe('cart')
  })

  test('CAL-1 Alaska is not served', async () => {
    const { ana, order_token } = await atCheckout()
    const anchorage = { delivery_city: 'Anchorage', delivery_state: 'AK', delivery_postal_code: '99501' }
    expect(await saveAddress(ana, order_token, anchorage)).toMatchObject({
      status: 422,
      message: "Sorry, we don't deliver to that postal code.",
    })
  })

  test('PAY-3 a corrected spelling is suggested, and either answer is kept', async () => {
    const { ana, order_token, db } = await atCheckout()
    const typed = { delivery_street_address_1: '1912 pike place', delivery_city: 'seattle' }
    const asked = await saveAddress(ana, order_token, typed)
    expect(asked).toMatchObject({
      status: 422,
      error_type: 'modified_to_achieve_match',
      error_details: {
        suggested_address: {
          street_address_1: '1912 Pike Pl',
          city: 'Seattle',
          state: 'WA',
          postal_code: '98101',
        },
      },
    })
    await saveAddress(ana, order_token, { ...typed, address_confirmation_bypass: 'use-original' })
    expect(orderOf(db, order_token)).toMatchObject({
      deliveryStreet1: '1912 pike place',
      addressStatus: 'original_kept',
    })
    await saveAddress(ana, order_token, { ...typed, address_confirmation_bypass: 'accept' })
    expect(orderOf(db, order_token)).toMatchObject({
      deliveryStreet1: '1912 Pike Pl',
      addressStatus: 'confirmed',
    })
  })

  test('PAY-3 an unconfirmed address prompts for confirmation, and can be kept', async () => {
    const { ana, order_token, db } = await atCheckout()
    const typed = { delivery_street_address_1: '12 Elm St', delivery_city: 'Portland' }
    expect(await saveAddress(ana, order_token, typed)).toMatchObject({
      status: 422,
      error_type: 'unconfirmed',
    })
    expect(
      (await saveAddress(ana, order_token, { ...typed, address_confirmation_bypass: 'use-original' })).status,
    ).toBe(200)
    expect(orderOf(db, order_token).addressStatus).toBe('unconfirmed_kept')
  })

  test("PAY-3 a bypass for one address doesn't apply to the next", async () => {
    const { ana, order_token } = await atCheckout()
    await saveAddress(ana, order_token, {
      delivery_street_address_1: '12 Elm St',
      delivery_city: 'Portland',
      address_confirmation_bypass: 'use-original',
    })
    const next = await saveAddress(ana, order_token, {
      delivery_street_address_1: '14 Elm St',
      delivery_city: 'Portland',
    })
    expect(next.error_type).toBe('unconfirmed')
  })

  const CHEYENNE = {
    delivery_street_address_1: '2101 Oneil Ave',
    delivery_city: 'Cheyenne',
    delivery_state: 'WY',
    delivery_postal_code: '82001',
  }

  test('PAY-3 a postal code with delivery delays has to be accepted', async () => {
    const { db, shopper } = await world()
    const ana = await shopper()
    const order_token = await fillCart(ana, db, 'whole-chicken', 2)
    const asked = { ...CHEYENNE, address_confirmation_bypass: 'use-original' }
    expect(await saveAddress(ana, order_token, asked)).toMatchObject({
      status: 422,
      error_type: 'postal_code_service_delay',
    })
    const accepted = await saveAddress(ana, order_token, { ...asked, postal_code_delay_bypass: 'accept' })
    expect(accepted).toMatchObject({ status: 200 })
    expect(orderOf(db, order_token).postalCodeDelayAccepted).toBe(true)
  })

  test('PAY-3 no bypass helps where no day is eligible', async () => {
    const { ana, order_token } = await atCheckout()
    const bismarck = {
      delivery_street_address_1: '600 E Boulevard Ave',
      delivery_city: 'Bismarck',
      delivery_state: 'ND',
      delivery_postal_code: '58501',
      address_confirmation_bypass: 'accept',
      postal_code_delay_bypass: 'accept',
    }
    expect(await saveAddress(ana, order_token, bismarck)).toMatchObject({
      status: 422,
      error_type: 'no_eligible_shipping_days',
      message: expect.stringContaining('paused frozen deliveries to Bismarck'),
    })
  })

  test('PAY-3 another center must be acknowledged by the version shown; items it lacks are removed', async () => {
    const { ana, order_token, db } = await atCheckout()
    await expectOk(ana.call('POST', `/cart/items/${offerToken(db, 'whole-chicken')}`, { quantity: 2 }))
    await saveAddress(ana, order_token)
    const newYork = {
      delivery_street_address_1: '350 5th Ave',
      delivery_city: 'New York',
      delivery_state: 'NY',
      delivery_postal_code: '10001',
      address_confirmation_bypass: 'use-original',
    }
    const asked = await saveAddress(ana, order_token, newYork)
    const { version, items } = asked.error_details as { version: string; items: string[] }
    expect(asked).toMatchObject({ status: 422, error_type: 'fc_changed' })
    expect(items.join()).toContain('Winter Braising Share')
    expect(orderOf(db, order_token).fcId).toBe(1)

    expect(
      await saveAddress(ana, order_token, { ...newYork, fc_change_acknowledged: 'stale' }),
    ).toMatchObject({ status: 422 })
    expect(
      (await saveAddress(ana, order_token, { ...newYork, fc_change_acknowledged: version })).status,
    ).toBe(200)
    const order = orderOf(db, order_token)
    expect(order.fcId).not.toBe(1)
    expect(db.select().from(orderLines).where(eq(orderLines.orderId, order.id)).all()).toHaveLength(1)
  })

  test('PAY-3 PAY-1 if the new center has none of the items, the empty cart explains why', async () => {
    const { ana, order_token } = await atCheckout()
    await saveAddress(ana, order_token)
    const newYork = {
      delivery_street_address_1: '350 5th Ave',
      delivery_city: 'New York',
      delivery_state: 'NY',
      delivery_postal_code: '10001',
      address_confirmation_bypass: 'use-original',
    }
    const asked = await saveAddress(ana, order_token, newYork)
    expect(asked).toMatchObject({
      error_type: 'fc_changed',
      message: expect.stringContaining('leave your box empty'),
    })
    const { version } = asked.error_details as { version: string }
    const done = await saveAddress(ana, order_token, { ...newYork, fc_change_acknowledged: version })
    expect(done).toMatchObject({ status: 200, redirect_to: `/checkout/${order_token}` })
    for (const page of [`/checkout/${order_token}`, `/${order_token}/delivery`, `/${order_token}/payment`]) {
      expect((await ana.visit(page)).headers.get('location')).toBe('/cart')
      expect(await (await ana.visit('/cart')).text()).toContain(
        'Your box is empty. Choose something good first.',
      )
    }
  })
})

describe('the delivery date', () => {
  test('CAL-2 lists every day of the horizon, open with its times or closed with a reason', async () => {
    const { ana, order_token } = await atCheckout()
    await saveAddress(ana, order_token)
    const { dates } = (await json(ana.call('GET', `/checkout/${order_token}/dates`))) as unknown as {
      dates: Json[]
    }
    expect(dates).toHaveLength(45)
    for (const day of dates) {
      if (day.ok)
        expect(day).toMatchObject({
          ship_on: expect.any(String),
          lock_at: expect.any(String),
          shipping_cents: day.expedited ? 3_195 : 1_995,
        })
      else
        expect(day).toMatchObject({
          reason: expect.stringMatching(/^[a-z_]+$/),
          sentence: expect.stringMatching(/\.$/),
        })
    }
    expect(dates.find((day) => day.date === '2026-11-26')).toMatchObject({ ok: false, reason: 'holiday' })
  })

  test('CAL-2 an open day can be chosen; a closed one is refused with its reason', async () => {
    const { ana, order_token, db } = await atCheckout()
    await saveAddress(ana, order_token)
    const choose = (arrival_date: string) =>
      json(ana.call('POST', `/v1/subscriptions/update_arrival_date/${order_token}`, { arrival_date }))
    const { dates } = (await json(ana.call('GET', `/checkout/${order_token}/dates`))) as unknown as {
      dates: Json[]
    }
    const open = dates.filter((day) => day.ok)[2]!.date as string
    expect((await choose(open)).status).toBe(200)
    expect(orderOf(db, order_token).arrivalOn).toBe(open)
    expect(await choose('2026-11-26')).toMatchObject({
      status: 422,
      message: expect.stringMatching(/Thanksgiving/),
    })
    expect((await choose('2026-13-01')).status).toBe(422)
    expect((await choose('2025-11-25')).status).toBe(422)
    expect(orderOf(db, order_token).arrivalOn).toBe(open)
  })

  test("CAL-5 when two orders race for a day's last slot, one gets it and the other picks a new day before paying", async () => {
    const shop = await world()
    const [ana, ben] = [await shop.shopper(), await shop.shopper()]
    const anas = await readyToPay(ana, shop.db)
    const bens = await readyToPay(ben, shop.db, {
      slug: 'whole-chicken',
      quantity: 2,
      email: 'ben@example.com',
    })
    const { shipOn } = orderOf(shop.db, anas)
    const booked = shop.db.select().from(shipDays).where(eq(shipDays.shipOn, shipOn!)).get()?.booked ?? 0
    await durably(
      shop.db,
      (tx) =>
        void tx
          .update(fulfillmentCenters)
          .set({ dailyCapacity: booked + 1 })
          .run(),
    )
    const answers = await Promise.all(
      [[ana, anas] as const, [ben, bens] as const].map(([who, order_token]) =>
        json(who.call('POST', '/v1/stripe_validate_payment', { order_token })),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)).toMatchObject({
      code: 'date_unavailable',
      message: expect.stringContaining('choose another delivery date'),
    })
    expect((await shop.services.stripe.charges.list()).data).toEqual([])
  })
})

describe('PAY-8 validation before the payment', () => {
  const validate = (ana: Shopper, order_token: string, more: Json = {}) =>
    json(ana.call('POST', '/v1/stripe_validate_payment', { order_token, ...more }))

  test('PAY-8 holds units and the day for ten minutes, and a repeat extends the hold', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    expect((await validate(ana, token)).status).toBe(200)
    expect(orderOf(shop.db, token).holdExpiresAt).toBe(shop.clock.now() + 600_000)
    shop.pass(300_000)
    await validate(ana, token)
    expect(heldFor(shop.db, token)).toMatchObject([{ quantity: 1, expiresAt: shop.clock.now() + 600_000 }])
  })

  test('PAY-8 a held unit is unavailable to others until the hold ends', async () => {
    const shop = await world()
    const [ana, ben] = [await shop.shopper(), await shop.shopper()]
    const anas = await readyToPay(ana, shop.db, { quantity: 30 })
    const bens = await readyToPay(ben, shop.db, { quantity: 30, email: 'ben@example.com' })
    expect((await validate(ana, anas)).status).toBe(200)
    expect(await validate(ben, bens)).toMatchObject({
      status: 409,
      code: 'sold_out',
      message: expect.stringContaining('Only 20 of Winter Braising Share'),
    })
    shop.pass(600_001)
    expect((await validate(ben, bens)).status).toBe(200)
  })

  test('PAY-8 a changed price is reported first, and charged only on the next attempt', async () => {
    const { ana, order_token, shop, db } = await atCheckout()
    await readyToPay(ana, db)
    await durably(
      db,
      (tx) =>
        void tx
          .update(offers)
          .set({ priceCents: 5_900 })
          .where(eq(offers.token, offerToken(tx, 'demo-fifty')))
          .run(),
    )
    const told = await validate(ana, order_token)
    expect(told).toMatchObject({
      status: 409,
      code: 'price_changed',
      message: expect.stringContaining('from $52.00 to $59.00'),
    })
    expect(heldFor(db, order_token)).toEqual([])
    const { amount_cents } = await prepareToPay(ana, order_token)
    expect(orderOf(db, order_token)).toMatchObject({ state: 'payment_pending', totalCents: amount_cents })
    expect(shop.config.demo).toBe(true)
  })

  test('PAY-8 a date that has closed since is refused', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    shop.pass((30 * 24 * 3_600_000) / 10)
    expect(await validate(ana, token)).toMatchObject({ status: 409, code: 'date_unavailable' })
  })

  const without = (columns: Partial<Order>) => (db: Db, token: string) => changeOrder(db, token, columns)

  test.each<[string, (db: Db, token: string) => unknown, string]>([
    [
      'an empty box',
      (db, token) =>
        db
          .delete(orderLines)
          .where(eq(orderLines.orderId, orderOf(db, token).id))
          .run(),
      'empty',
    ],
    ['a box under the minimum', (db) => db.update(offers).set({ priceCents: 4_899 }).run(), 'below_minimum'],
    ['no email', without({ email: null }), 'email_missing'],
    ['no street', without({ deliveryStreet1: null }), 'address_missing'],
    ['no date', without({ arrivalOn: null }), 'date_missing'],
    ['a sold-out item', (db) => db.update(stock).set({ onHand: 0 }).run(), 'sold_out'],
  ])('PAY-8 %s is refused before any charge, and holds nothing', async (_, spoil, code) => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    spoil(shop.db, token)
    expect(await validate(ana, token)).toMatchObject({ code, message: expect.stringMatching(/\.$/) })
    expect(heldFor(shop.db, token)).toEqual([])
    expect(orderOf(shop.db, token).state).toBe('addressed')
  })

  test('PAY-8 California orders need the terms accepted, which the server enforces', async () => {
    const { ana, order_token, db } = await atCheckout()
    await readyToPay(ana, db)
    const sacramento = {
      delivery_street_address_1: '1315 10th St',
      delivery_city: 'Sacramento',
      delivery_state: 'CA',
      delivery_postal_code: '95814',
      address_confirmation_bypass: 'use-original',
    }
    expect((await saveAddress(ana, order_token, sacramento)).status).toBe(200)
    expect(await validate(ana, order_token)).toMatchObject({ status: 422, code: 'terms_required' })
    expect((await validate(ana, order_token, { terms_of_service: true })).status).toBe(200)
    expect(orderOf(db, order_token).termsAcceptedAt).not.toBeNull()
  })
})

describe('access to the checkout', () => {
  test("GND-21 another guest's order is a 404 to calls, and its pages redirect to the home page", async () => {
    const { shop, order_token } = await atCheckout()
    const mallory = await shop.shopper()
    expect((await mallory.visit(`/checkout/${order_token}`)).headers.get('location')).toBe('/')
    expect((await mallory.visit(`/order/${order_token}/confirmation`)).headers.get('location')).toBe('/')
    for (const call of [
      'stripe_update_email',
      'stripe_update_address',
      'stripe_create_payment_intent',
      'stripe_validate_payment',
    ]) {
      const theirs = await mallory.call('POST', `/v1/${call}`, { order_token, email: 'm@example.com' })
      const unknown = await mallory.call('POST', `/v1/${call}`, {
        order_token: 'A'.repeat(22),
        email: 'm@example.com',
      })
      expect([theirs.status, await theirs.text()]).toEqual([404, await unknown.text()])
    }
    expect((await mallory.call('GET', `/checkout/${order_token}/dates`)).status).toBe(404)
    expect((await mallory.call('GET', `/v1/checkout_summary?order_token=${order_token}`)).status).toBe(404)
    expect(orderOf(shop.db, order_token).email).toBeNull()
  })

  test('PAY-20 CHK-7 a gift is chosen with the address, and stays until unchecked', async () => {
    const { ana, db, order_token } = await atCheckout()
    await expectOk(ana.call('POST', '/v1/stripe_update_email', { order_token, email: 'ana@example.com' }))
    await expectOk(ana.call('POST', '/v1/set_recurring_order', { order_token, recurring: true }))
    const gift_info = {
      recipient_name: 'Ben Hale',
      recipient_email: 'ben@example.com',
      message: 'Two\nlines',
    }
    const chosen = await saveAddress(ana, order_token, { gift_order: '1', gift_info })
    expect(chosen).toMatchObject({ status: 200, redirect_to: `/checkout/${order_token}?step=date` })
    const kept = {
      giftOrder: true,
      giftRecipientName: 'Ben Hale',
      giftMessage: 'Two\nlines',
      recurring: false,
    }
    expect(orderOf(db, order_token)).toMatchObject({ ...kept, giftRecipientEmail: 'ben@example.com' })

    expect(await saveAddress(ana, order_token)).not.toHaveProperty('redirect_to')
    expect(orderOf(db, order_token)).toMatchObject(kept)
    const page = await (await ana.visit(`/checkout/${order_token}?step=address`)).text()
    expect(page).toMatch(/name="gift_order"[^>]*checked=""/)
    expect(page).toContain('value="Ben Hale"')
    expect(page).not.toContain('id="recurring_option"')

    expect((await saveAddress(ana, order_token, { gift_order: '0' })).status).toBe(200)
    expect(orderOf(db, order_token)).toMatchObject({ giftOrder: false, giftRecipientName: null })
    expect(await (await ana.visit(`/checkout/${order_token}`)).text()).toContain('id="recurring_option"')
  })

  test('PAY-20 GND-5 a gift with an invalid email saves nothing, and a plain form keeps what was typed', async () => {
    const { ana, db, order_token } = await atCheckout()
    const gift = { gift_order: '1', gift_info: { recipient_email: 'ben', message: 'Hello' } }
    expect(await saveAddress(ana, order_token, gift)).toMatchObject({
      status: 422,
      message: "Please check the recipient's email address, or leave it blank.",
    })
    const typed = { gift_order: '1', 'gift_info[recipient_email]': 'ben', 'gift_info[message]': 'Hello' }
    const form = await ana.submit('POST', '/v1/stripe_update_address', { ...SEATTLE, order_token, ...typed })
    expect([form.status, await form.text()]).toEqual([422, expect.stringContaining('>Hello</textarea>')])
    expect(orderOf(db, order_token)).toMatchObject({ giftOrder: false, deliveryStreet1: null })
  })

  test('CRT-6 an empty or under-minimum cart redirects to the cart with the reason', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    expect((await ana.visit('/checkout')).headers.get('location')).toBe('/cart')
    expect(await (await ana.visit('/cart')).text()).toContain('Your box is empty.')
    await expectOk(
      ana.call('POST', `/cart/items/${offerToken(shop.db, 'grass-fed-ground-beef')}`, { quantity: 1 }),
    )
    expect((await ana.visit('/checkout')).headers.get('location')).toBe('/cart')
    expect(await (await ana.visit('/cart')).text()).toMatch(
      /Add \$\d+\.\d\d more to reach our \$49 minimum\./,
    )
  })
})
