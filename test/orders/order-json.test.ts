import { expect, test } from 'vitest'
import { shippingRates } from '#db/schema/index.ts'
import { fillCart, paymentStatus, prepareToPay, readyToPay } from '../support/buying.ts'
import { settingsSaved } from '../support/saved-settings.ts'
import { world } from '../support/world.ts'

const jsonIn = (html: string, id: string) =>
  JSON.parse(new RegExp(`<script type="application/json" id="${id}">([^<]*)</script>`).exec(html)![1]!)

const FIELDS = [
  'token',
  'user_token',
  'order_identifier',
  'order_summary_english',
  'pretty_created_at_with_time',
  'checkout_completed_at',
  'has_shipping_address',
  'delivery_address_lines',
  'delivery_phone_number_str',
  'delivery_name',
  'delivery_street_address_1',
  'delivery_street_address_2',
  'delivery_city',
  'delivery_state',
  'normalized_delivery_state',
  'delivery_postal_code',
  'address_verified_at',
  'total_price_cents',
  'gift_order',
  'gift_card',
  'gift_info',
  'best_phone_number_for_delivery_notifications',
  'allows_sms_notifications',
  'validated_phone',
  'latest_shipment_status_word',
]

test('GND-11 the checkout page includes the order and the viewer as JSON, with exactly the customer’s fields', async () => {
  const { db, shopper } = await world()
  const ana = await shopper()
  const token = await readyToPay(ana, db)
  const html = await (await ana.visit(`/checkout/${token}`)).text()
  const order = jsonIn(html, 'order_json')
  expect(Object.keys(order)).toEqual(FIELDS)
  expect(order).toMatchObject({
    token,
    pretty_created_at_with_time: expect.stringMatching(/^November 20, 2026 at \d+:\d\d\s[AP]M PST$/),
    has_shipping_address: true,
    delivery_address_lines: ['Ana Whitcomb', '1912 Pike Pl', 'Seattle, WA 98101'],
    delivery_phone_number_str: '(206) 555-0142',
    normalized_delivery_state: 'Washington',
    order_summary_english: '1 × Winter Braising Share, 4 lb',
    total_price_cents: 7_195,
  })
  expect(jsonIn(html, 'current_user')).toBeNull()
})

test('GND-11 user input cannot close the script element', async () => {
  const { db, shopper } = await world()
  const ana = await shopper()
  const order_token = await fillCart(ana, db)
  const name = '</script><script>alert(1)</script>'
  await ana.call('POST', '/v1/stripe_update_address', {
    order_token,
    delivery_name: name,
    delivery_street_address_1: '1912 Pike Pl',
    delivery_city: 'Seattle',
    delivery_state: 'WA',
    delivery_postal_code: '98101',
    mobile_phone_number: '2065550142',
  })
  const html = await (await ana.visit(`/checkout/${order_token}`)).text()
  expect(html).not.toContain('<script>alert')
  expect(jsonIn(html, 'order_json').delivery_name).toBe(name)
})

test('GND-11 the page of a placed order does not depend on current shipping rates', async () => {
  const { db, shopper } = await world()
  const ana = await shopper()
  const token = await readyToPay(ana, db)
  const { clientSecret, amount_cents } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  expect(await paymentStatus(ana, token)).toBe('succeeded')
  db.delete(shippingRates).run()
  settingsSaved(db)
  const page = await ana.visit(`/order/${token}/confirmation`)
  expect(page.status).toBe(200)
  expect(jsonIn(await page.text(), 'order_json').total_price_cents).toBe(amount_cents)
})
