import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { declinedCharges, offers } from '#db/schema/index.ts'
import { fetchIntent } from '#src/payments/provider.ts'
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
import { world } from '../support/world.ts'

test("PAY-12 while the bank processes the payment, the cart can't change", async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret, 'pm_card_processing')
  expect(await paymentStatus(ana, token)).toBe('pending')

  const refused = await ana.call('POST', `/cart/items/${offerToken(shop.db, 'whole-chicken')}`, {
    quantity: 1,
  })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    error: expect.stringContaining('being confirmed'),
    quantity: 0,
  })
  expect(orderOf(shop.db, token).state).toBe('payment_pending')

  await shop.settleDown()
  shop.pass(4_000)
  expect(await paymentStatus(ana, token)).toBe('succeeded')
})

test('PAY-12 the refund message shows its amount, even after a new attempt has started', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const { clientSecret, amount_cents } = await prepareToPay(ana, token)
  await expectOk(ana.call('POST', `/cart/items/${offerToken(shop.db, 'whole-chicken')}`, { quantity: 1 }))
  await ana.confirm(clientSecret)
  expect(await paymentStatus(ana, token)).toBe('failed')
  await expectOk(ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: token }))
  const page = await (await ana.visit(`/checkout/${token}?payment=failed`)).text()
  expect(page).toContain(
    `We received your payment of $${(amount_cents / 100).toFixed(2)} but couldn&#39;t complete your order.`,
  )
  expect(page).toContain('Your box changed during payment.')
})

test('PAY-4 an empty cart has nothing to pay and gets no intent', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const order_token = await readyToPay(ana, shop.db)
  await expectOk(ana.call('DELETE', `/cart/items/${offerToken(shop.db, 'demo-fifty')}`))
  const answer = await ana.call('POST', '/v1/stripe_create_payment_intent', { order_token })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'empty', message: 'Your box is empty.' })
  expect((await shop.services.stripe.paymentIntents.list()).data).toEqual([])
})

test("PAY-9 a failed authentication doesn't count toward too many declines", async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  for (let round = 0; round < 6; round++) {
    const { clientSecret, paymentIntentId } = await prepareToPay(ana, token)
    await ana.confirm(clientSecret, 'pm_card_authenticationRequired')
    await ana.authenticate(clientSecret, paymentIntentId, 'fail')
    shop.pass(4_000)
    expect(await paymentStatus(ana, token)).toBe('failed')
  }
  expect(shop.db.select().from(declinedCharges).all()).toEqual([])
})

test('PAY-10 the status page of an order without a payment attempt redirects to checkout', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const page = await ana.visit(`/order/${token}/payment-status`)
  expect(page.headers.get('location')).toBe(`/checkout/${token}`)
})

test('PAY-3 items that the center lacks are asked about at the address step, not at payment', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const order_token = await fillCart(ana, shop.db)
  await expectOk(ana.call('POST', '/v1/update_postal_code', { postal_code: '10001' }))
  expect(await (await ana.visit('/cart')).text()).toContain('This isn&#39;t available for your ZIP code.')
  const answer = await ana.call('POST', '/v1/stripe_update_address', {
    order_token,
    ...SEATTLE,
    delivery_street_address_1: '350 5th Ave',
    delivery_city: 'New York',
    delivery_state: 'NY',
    delivery_postal_code: '10001',
    address_confirmation_bypass: 'use-original',
  })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ error_type: 'fc_changed' })
})

test('CHK-8 PAY-1 the summary can hide the arrival, or the link to change it, but always shows the delivery price', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const summary = async (flags: string) => {
    const answer = await expectOk(ana.call('GET', `/v1/checkout_summary?order_token=${token}${flags}`))
    return ((await answer.json()) as { html: string }).html
  }
  expect(await summary('')).toMatch(/Arrives.*You can make changes until/s)
  expect(await summary('&hide_reschedule=true')).toMatch(/Arrives(?!.*You can make changes until)/s)
  const hidden = await summary('&hide_shipping=true')
  expect(hidden).not.toContain('Arrives')
  expect(hidden).toContain('<dt>Delivery</dt><dd>$19.95</dd>')
})

test('PAY-4 the intent asks for the current total, also of a price that went up twice', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const order_token = await readyToPay(ana, shop.db)
  const asked = async () => {
    const answer = await expectOk(ana.call('POST', '/v1/stripe_create_payment_intent', { order_token }))
    const { clientSecret } = (await answer.json()) as { clientSecret: string }
    return (await fetchIntent(shop.services.stripe, clientSecret.split('_secret_')[0] ?? '')).amountCents
  }
  const setPrice = (cents: number) =>
    shop.db
      .update(offers)
      .set({ priceCents: cents })
      .where(eq(offers.token, offerToken(shop.db, 'demo-fifty')))
      .run()
  const amounts: number[] = []
  for (const cents of [9_000, 10_000, 9_000, 10_000]) {
    setPrice(cents)
    amounts.push(await asked())
  }
  const [low = 0, high = 0] = amounts
  expect(high).toBeGreaterThan(low)
  expect(amounts).toEqual([low, high, low, high])
})
