import { expect, test } from 'vitest'
import { expectOk, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { changedTables, dump } from '../support/dump.ts'
import { NOW } from '../support/now.ts'
import { type World, world } from '../support/world.ts'

const call = (token: string) => `/v1/set_google_analytics_conversion_at/${token}`

async function placed(shop: World) {
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await shop.settleDown()
  return { ana, token }
}

/** The order data that a confirmation page includes for analytics. */
async function carried(page: Promise<Response>): Promise<Record<string, unknown>> {
  const html = await (await page).text()
  const text = /<script type="application\/json" id="order_for_analytics"[^>]*>([^<]*)</.exec(html)?.[1]
  return JSON.parse(text ?? 'null')
}

test('ORD-3 GND-11 the confirmation page includes the order for analytics: the customer’s fields, in cents', async () => {
  const shop = await world()
  const { ana, token } = await placed(shop)
  const order = orderOf(shop.db, token)
  expect(await carried(ana.visit(`/order/${token}/confirmation`))).toEqual({
    token,
    event_id: `purchase:${token}`,
    total_price_cents: order.totalCents,
    sales_tax_cents: order.taxCents,
    total_shipping_fee_cents: 1_995,
    logged_google_analytics_conversion_at: null,
    lineitems_for_google_analytics: [
      {
        item_id: expect.stringMatching(/^\w{22}$/),
        item_name: 'Winter Braising Share',
        item_brand: expect.any(String),
        item_variant: expect.any(String),
        price_cents: 5_200,
        quantity: 1,
      },
    ],
  })
})

test('ORD-3 an order with free shipping has no shipping fee field', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db, { quantity: 3 })
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await shop.settleDown()
  const order = await carried(ana.visit(`/order/${token}/confirmation`))
  expect(order).not.toHaveProperty('total_shipping_fee_cents')
})

test('ORD-3 an empty POST records the conversion time, which the page then shows; later ones change nothing', async () => {
  const shop = await world()
  const { ana, token } = await placed(shop)
  const tell = () => ana.send(call(token), { method: 'POST', headers: { 'x-csrf-token': ana.token } })
  const first = await tell()
  expect([first.status, await first.text()]).toEqual([204, ''])
  shop.pass(60_000)
  const noted = dump(shop.db)
  await Promise.all([tell(), tell()])
  expect(dump(shop.db)).toBe(noted)
  expect(orderOf(shop.db, token).conversionLoggedAt).toBe(NOW)
  expect(await carried(ana.visit(`/order/${token}/confirmation`))).toMatchObject({
    logged_google_analytics_conversion_at: new Date(NOW).toISOString(),
  })
})

test("ORD-3 SEC-4 another shopper's order and an unknown one are the same 404, and an order not yet placed is not recorded", async () => {
  const shop = await world()
  const { token } = await placed(shop)
  const eve = await shop.shopper()
  const own = await readyToPay(eve, shop.db)
  const before = dump(shop.db)
  for (const order of [token, 'A'.repeat(22), 'x'])
    expect((await eve.call('POST', call(order))).status).toBe(404)
  await expectOk(eve.call('GET', `/v1/checkout_summary?order_token=${own}`))
  expect((await eve.call('POST', call(own))).status).toBe(204)
  expect(changedTables(before, dump(shop.db))).toEqual([])
})
