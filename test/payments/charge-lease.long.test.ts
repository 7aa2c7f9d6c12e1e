import { expect, test } from 'vitest'
import { latestPayment } from '#src/payments/payments.ts'
import { expectOk, offerToken, orderOf, paymentStatus, prepareToPay, SEATTLE } from '../support/buying.ts'
import { atPayment, nameCard, sendCard } from '../support/paying-by-card.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const addAnother = (shop: World, ana: Shopper) =>
  ana.call('POST', `/cart/items/${offerToken(shop.db, 'whole-chicken')}`, { quantity: 1 })

/** What another tab may try during a charge. */
const CHANGES: [string, (shop: World, ana: Shopper, token: string) => Promise<Response>][] = [
  ['the box', (shop, ana) => addAnother(shop, ana)],
  [
    'the email',
    (_, ana, order_token) =>
      ana.call('POST', '/v1/stripe_update_email', { order_token, email: 'other@example.com' }),
  ],
  [
    'the address',
    (_, ana, order_token) =>
      ana.call('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE, delivery_name: 'Ben' }),
  ],
  [
    'the date',
    (_, ana, token) =>
      ana.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, { arrival_date: '2026-12-03' }),
  ],
  [
    'a code',
    (_, ana, token) =>
      ana.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: 'WELCOME20' }),
  ],
]

test.each(CHANGES)('PAY-19 during a charge another tab cannot change %s', async (_, change) => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const name = await nameCard(shop)
  let tried: Promise<Response> | undefined
  const { stripe } = shop.services
  const create = stripe.paymentMethods.create.bind(stripe.paymentMethods)
  stripe.paymentMethods.create = (async (...given: Parameters<typeof create>) => {
    tried = change(shop, ana, token)
    await tried
    return create(...given)
  }) as typeof create

  expect(await sendCard(ana, token, name)).toEqual({ status: 200, path: `/order/${token}/confirmation` })
  const refused = await tried!
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('being confirmed')
  await shop.settleDown()
  expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', email: 'ana@example.com' })
  expect(shop.standIn.ledger()).toMatchObject({ charges: 1, refundedCents: 0 })
})

test.each(CHANGES)("PAY-19 while the bank processes the payment, %s can't be changed", async (_, change) => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const { clientSecret } = await prepareToPay(ana, token)
  shop.standIn.control.webhooks({ hold: true })
  await ana.confirm(clientSecret, 'pm_card_processing')
  expect(await paymentStatus(ana, token)).toBe('pending')
  shop.pass(60_000)
  const before = orderOf(shop.db, token)
  const refused = await change(shop, ana, token)
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('being confirmed')
  expect(orderOf(shop.db, token)).toEqual(before)
})

test('PAY-19 the newer checkout announces its charge, and the outcome unlocks the cart', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const validate = () =>
    expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: token, charges_next: true }))
  await validate()
  const { clientSecret } = (await (
    await expectOk(ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: token }))
  ).json()) as { clientSecret: string }
  expect((await addAnother(shop, ana)).status).toBe(422)
  await ana.confirm(clientSecret, 'pm_card_chargeDeclined')
  await shop.settleDown()
  expect((await addAnother(shop, ana)).status).toBe(200)

  // Without a confirmation the cart unlocks after half a minute.
  await validate()
  shop.pass(29_000)
  expect((await addAnother(shop, ana)).status).toBe(422)
  shop.pass(2_000)
  expect((await addAnother(shop, ana)).status).toBe(200)
})

test("PAY-19 a late decline event doesn't end the next charge's lock", async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret, 'pm_card_chargeDeclined')
  await shop.settleDown()
  await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: token, charges_next: true }))
  shop.pass(4_000)
  await paymentStatus(ana, token)
  expect((await addAnother(shop, ana)).status).toBe(422)
})

test("PAY-19 a clock that jumps back doesn't lock the cart", async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: token, charges_next: true }))
  shop.pass(-2 * 3600_000)
  expect((await addAnother(shop, ana)).status).toBe(200)
})

test('PAY-19 after a lost response the customer may retry at once, and is charged once', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const path = '/v1/payment_intents/*/confirm'
  shop.standIn.control.fault({ kind: 'error', method: 'POST', path, when: 'before', times: 2 })
  const name = await nameCard(shop)
  expect(await sendCard(ana, token, name)).toMatchObject({ status: 422 })
  expect((await addAnother(shop, ana)).status).toBe(422)
  expect(await sendCard(ana, token, name)).toMatchObject({ status: 200 })
  expect(shop.standIn.ledger().charges).toBe(1)
})

test("PAY-21 a lost response to a changed amount doesn't block a card", async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  await prepareToPay(ana, token)
  await expectOk(ana.call('POST', `/cart/items/${offerToken(shop.db, 'demo-fifty')}`, { quantity: 1 }))
  const path = '/v1/payment_intents/*'
  shop.standIn.control.fault({ kind: 'error', method: 'POST', path, when: 'after', times: 2 })
  expect((await sendCard(ana, token, await nameCard(shop))).status).toBe(422)
  const { totalCents } = orderOf(shop.db, token)
  const fields = { same_as_shipping: true, shown_total_cents: String(totalCents ?? 12_395) }
  expect(await sendCard(ana, token, await nameCard(shop), fields)).toMatchObject({ status: 200 })
  expect(orderOf(shop.db, token).state).toBe('paid')
})

test("PAY-21 the provider's amount is stored whenever it is fetched", async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const { paymentIntentId } = await prepareToPay(ana, token)
  await shop.services.stripe.paymentIntents.update(paymentIntentId, { amount: 9_999 })
  shop.pass(4_000)
  await paymentStatus(ana, token)
  expect(latestPayment(shop.db, orderOf(shop.db, token).id)?.amountCents).toBe(9_999)
})

test('PAY-9 the same card can be tried again after a failed authentication', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const card = { token: await nameCard(shop, 'pm_card_threeDSecure2Required') }
  const { id } = await shop.services.stripe.paymentMethods.create({ type: 'card', card })
  const intent = async () => {
    const { intentId } = latestPayment(shop.db, orderOf(shop.db, token).id)!
    return shop.services.stripe.paymentIntents.retrieve(intentId!)
  }
  expect(await sendCard(ana, token, id)).toMatchObject({ path: `/${token}/payment?authenticate=true` })
  const first = await intent()
  await ana.authenticate(first.client_secret!, first.id, 'fail')
  await shop.settleDown()
  expect(await sendCard(ana, token, id)).toMatchObject({ path: `/${token}/payment?authenticate=true` })
  expect((await intent()).status).toBe('requires_action')
})
