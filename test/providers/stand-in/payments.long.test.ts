import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { charge, client, refusal, shop } from './shop.ts'

test('PAY-13 the official package creates, confirms and charges an intent', async () => {
  const { stripe, standIn } = await shop()
  const made = await stripe.paymentIntents.create({
    amount: 4_900,
    currency: 'usd',
    metadata: { order: 'abc' },
  })
  expect(made).toMatchObject({ status: 'requires_payment_method', amount: 4_900, metadata: { order: 'abc' } })
  expect(made.client_secret).toMatch(new RegExp(`^${made.id}_secret_`))

  const paid = await stripe.paymentIntents.confirm(made.id, {
    payment_method: 'pm_card_visa',
    return_url: 'http://shop.test/',
  })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 4_900 })
  expect(standIn.ledger()).toMatchObject({ charges: 1, chargedCents: 4_900, chargedTwice: [] })
})

test("PAY-13 a succeeded intent can't be charged again, changed or canceled", async () => {
  const { stripe, standIn } = await shop()
  const { id } = await stripe.paymentIntents.create(charge('pm_card_visa'))

  for (const call of [
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    stripe.paymentIntents.update(id, { amount: 9_900 }),
    stripe.paymentIntents.cancel(id),
  ]) {
    const error = await refusal(call)
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error.code).toBe('payment_intent_unexpected_state')
    expect(error.payment_intent?.status).toBe('succeeded')
  }
  expect(standIn.ledger().charges).toBe(1)
})

test.each([
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
])('PAY-13 %s is declined with %s', async (method, code, declineCode) => {
  const { stripe, standIn } = await shop()
  const { id } = await stripe.paymentIntents.create({ amount: 4_900, currency: 'usd' })
  const error = await refusal(
    stripe.paymentIntents.confirm(id, { payment_method: method, return_url: 'http://shop.test/' }),
  )
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect(error).toMatchObject({ code, decline_code: declineCode, statusCode: 402 })
  expect(error.requestId).toMatch(/^req_/)
  expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' })

  const kept = await stripe.paymentIntents.retrieve(id)
  expect(kept.last_payment_error).toMatchObject({
    type: 'card_error',
    code,
    payment_method: { object: 'payment_method' },
  })
  expect(kept.payment_method).toBeNull()
  expect(standIn.ledger()).toMatchObject({ charges: 0, failedCharges: 1 })
})

test('PAY-13 a declined intent can be paid with another card', async () => {
  const { stripe } = await shop()
  const error = await refusal(stripe.paymentIntents.create(charge('pm_card_visa_chargeDeclined')))
  const id = error.payment_intent?.id ?? ''
  const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_mastercard' })
  expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
})

test('PAY-13 a processing card succeeds after its delay, once', async () => {
  const { stripe, standIn, clock } = await shop({ processingMs: 5_000 })
  const { id, status } = await stripe.paymentIntents.create(charge('pm_card_processing'))
  expect(status).toBe('processing')
  expect((await refusal(stripe.paymentIntents.cancel(id))).code).toBe('payment_intent_unexpected_state')

  clock.advance(4_999)
  await standIn.deliverDue()
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('processing')
  clock.advance(1)
  await standIn.deliverDue()
  await standIn.deliverDue()
  const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  expect(paid).toMatchObject({
    status: 'succeeded',
    processing: null,
    latest_charge: { status: 'succeeded', captured: true },
  })
  expect(standIn.ledger().charges).toBe(1)
})

test("PAY-13 an intent's amount can change until it is paid", async () => {
  const { stripe, standIn } = await shop()
  const { id } = await stripe.paymentIntents.create({
    amount: 4_900,
    currency: 'usd',
    metadata: { order: 'abc', step: '1' },
  })
  await stripe.paymentIntents.update(id, { amount: 5_900, metadata: { step: '' } })
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: 'http://shop.test/' })
  expect(standIn.ledger().paid).toEqual([
    expect.objectContaining({ intent: id, amount: 5_900, metadata: { order: 'abc' } }),
  ])
})

test('PAY-13 a canceled intent stays canceled', async () => {
  const { stripe } = await shop()
  const { id } = await stripe.paymentIntents.create({ amount: 4_900, currency: 'usd' })
  const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  expect((await refusal(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }))).code).toBe(
    'payment_intent_unexpected_state',
  )
  expect((await refusal(stripe.paymentIntents.cancel(id))).code).toBe('payment_intent_unexpected_state')
})

test('PAY-13 3-D Secure: completing pays, failing asks for another card, a changed amount asks again', async () => {
  const { stripe, page, standIn } = await shop()
  const ask = () => stripe.paymentIntents.create(charge('pm_card_authenticationRequiredOnSetup'))

  const accepted = await ask()
  expect(accepted).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  const paid = await page(`/payment_intents/${accepted.id}/authenticate`, {
    client_secret: accepted.client_secret,
    outcome: 'complete',
  })
  expect(paid.body.status).toBe('succeeded')

  const refused = await ask()
  const failed = await page(`/payment_intents/${refused.id}/authenticate`, {
    client_secret: refused.client_secret,
    outcome: 'fail',
  })
  expect(failed.body).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })

  const changed = await ask()
  expect(await stripe.paymentIntents.update(changed.id, { amount: 9_900 })).toMatchObject({
    status: 'requires_confirmation',
    next_action: null,
  })
  const late = await page(`/payment_intents/${changed.id}/authenticate`, {
    client_secret: changed.client_secret,
    outcome: 'complete',
  })
  expect(late.body.error.code).toBe('payment_intent_unexpected_state')
  expect(standIn.ledger()).toMatchObject({ charges: 1, chargedCents: 4_900 })
})

test('PAY-13 off-session, a card that requires authentication is declined unless it was set up', async () => {
  const { stripe, page } = await shop()
  const customer = await stripe.customers.create({ email: 'ana@example.com' })
  const away = { customer: customer.id, off_session: true }

  const unset = await stripe.paymentMethods.attach('pm_card_authenticationRequiredOnSetup', {
    customer: customer.id,
  })
  const error = await refusal(stripe.paymentIntents.create(charge(unset.id, away)))
  expect(error).toMatchObject({ code: 'authentication_required', decline_code: 'authentication_required' })

  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: unset.id,
    confirm: true,
    return_url: 'http://shop.test/',
  })
  expect(setup.status).toBe('requires_action')
  await page(`/setup_intents/${setup.id}/authenticate`, {
    client_secret: setup.client_secret,
    outcome: 'complete',
  })
  expect((await stripe.paymentIntents.create(charge(unset.id, away))).status).toBe('succeeded')

  const always = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
    customer: customer.id,
  })
  expect((await refusal(stripe.paymentIntents.create(charge(always.id, away)))).code).toBe(
    'authentication_required',
  )
})

test('PAY-13 the card 0341 attaches, then fails when charged later', async () => {
  const { stripe } = await shop()
  const customer = await stripe.customers.create()
  const first = await stripe.paymentIntents.create(
    charge('pm_card_chargeCustomerFail', { customer: customer.id, setup_future_usage: 'off_session' }),
  )
  expect(first.status).toBe('succeeded')
  const later = charge(String(first.payment_method), { customer: customer.id, off_session: true })
  expect((await refusal(stripe.paymentIntents.create(later))).decline_code).toBe('generic_decline')
})

test('PAY-13 setup_future_usage saves the card to the customer; otherwise it can be used only once', async () => {
  const { stripe } = await shop()
  const customer = await stripe.customers.create()
  const kept = await stripe.paymentIntents.create(
    charge('pm_card_visa', { customer: customer.id, setup_future_usage: 'off_session' }),
  )
  const once = await stripe.paymentIntents.create(charge('pm_card_mastercard', { customer: customer.id }))

  const { data } = await stripe.customers.listPaymentMethods(customer.id)
  expect(data.map(({ id }) => id)).toEqual([kept.payment_method])
  expect(data[0]?.card).toMatchObject({ brand: 'visa', last4: '4242' })
  const again = await refusal(
    stripe.paymentIntents.create(charge(String(once.payment_method), { customer: customer.id })),
  )
  expect(again.message).toContain('may not be used again')
  const others = await stripe.customers.create()
  expect(
    (
      await refusal(
        stripe.paymentIntents.create(charge(String(kept.payment_method), { customer: others.id })),
      )
    ).message,
  ).toContain('does not belong')
})

test('PAY-13 refunds can be partial or full, and never exceed what was paid', async () => {
  const { stripe, standIn } = await shop()
  const { id, latest_charge } = await stripe.paymentIntents.create(charge('pm_card_visa'))
  const part = await stripe.refunds.create({ payment_intent: id, amount: 900, metadata: { order: 'abc' } })
  expect(part).toMatchObject({ amount: 900, status: 'succeeded', payment_intent: id, charge: latest_charge })
  expect((await refusal(stripe.refunds.create({ payment_intent: id, amount: 4_001 }))).message).toContain(
    'greater than unrefunded amount',
  )
  expect((await stripe.refunds.create({ charge: String(latest_charge) })).amount).toBe(4_000)
  expect((await refusal(stripe.refunds.create({ payment_intent: id }))).code).toBe('charge_already_refunded')
  expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(2)
  expect(
    (await stripe.charges.retrieve(String(latest_charge), { expand: ['refunds'] })).refunds?.data,
  ).toHaveLength(2)
  expect(standIn.ledger()).toMatchObject({ chargedCents: 4_900, refundedCents: 4_900 })

  const unpaid = await stripe.paymentIntents.create({ amount: 4_900, currency: 'usd' })
  expect((await refusal(stripe.refunds.create({ payment_intent: unpaid.id }))).code).toBe(
    'payment_intent_unexpected_state',
  )
})

test('PAY-13 pending and failing refunds settle after their delay', async () => {
  const { stripe, standIn, clock } = await shop()
  const refund = async (method: string) =>
    stripe.refunds.create({ payment_intent: (await stripe.paymentIntents.create(charge(method))).id })
  const pending = await refund('pm_card_pendingRefund')
  const failing = await refund('pm_card_refundFail')
  expect([pending.status, failing.status]).toEqual(['pending', 'succeeded'])
  clock.advance(3_000)
  await standIn.deliverDue()
  expect((await stripe.refunds.retrieve(pending.id)).status).toBe('succeeded')
  expect((await stripe.refunds.retrieve(failing.id)).status).toBe('failed')
  expect(standIn.ledger().refundedCents).toBe(4_900)
})

test('PAY-13 setup intents save a card, and are declined like payments', async () => {
  const { stripe } = await shop()
  const customer = await stripe.customers.create()
  const made = await stripe.setupIntents.create({
    customer: customer.id,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  const error = await refusal(
    stripe.setupIntents.confirm(made.id, { payment_method: 'pm_card_visa_chargeDeclined' }),
  )
  expect(error).toMatchObject({ statusCode: 402, setup_intent: { status: 'requires_payment_method' } })
  const done = await stripe.setupIntents.confirm(made.id, { payment_method: 'pm_card_visa' })
  expect(done.status).toBe('succeeded')
  expect((await stripe.paymentMethods.retrieve(String(done.payment_method))).customer).toBe(customer.id)
  expect((await stripe.paymentMethods.detach(String(done.payment_method))).customer).toBeNull()
  const canceled = await stripe.setupIntents.cancel((await stripe.setupIntents.create()).id)
  expect(canceled.status).toBe('canceled')
})

test('PAY-13 lists are paginated by starting_after and ending_before, newest first', async () => {
  const { stripe } = await shop()
  const customer = await stripe.customers.create()
  const ids: string[] = []
  for (let each = 0; each < 7; each += 1) {
    ids.unshift(
      (await stripe.paymentIntents.create({ amount: 5_000 + each, currency: 'usd', customer: customer.id }))
        .id,
    )
  }
  await stripe.paymentIntents.create({ amount: 4_900, currency: 'usd' })

  const first = await stripe.paymentIntents.list({ customer: customer.id, limit: 3 })
  expect(first).toMatchObject({ has_more: true, url: '/v1/payment_intents', object: 'list' })
  const all = await stripe.paymentIntents
    .list({ customer: customer.id, limit: 3 })
    .autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(ids)
  const before = await stripe.paymentIntents.list({ customer: customer.id, limit: 2, ending_before: ids[4] })
  expect(before.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
})

test('PAY-13 expand replaces ids by objects, in lists, too', async () => {
  const { stripe } = await shop()
  const customer = await stripe.customers.create({ email: 'ana@example.com' })
  const paid = await stripe.paymentIntents.create({
    ...charge('pm_card_visa', { customer: customer.id }),
    expand: ['latest_charge', 'payment_method', 'customer'],
  })
  expect(paid).toMatchObject({
    customer: { email: 'ana@example.com' },
    latest_charge: { object: 'charge', paid: true, payment_method_details: { card: { last4: '4242' } } },
    payment_method: { object: 'payment_method' },
  })
  const { data } = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] })
  expect(data[0]?.latest_charge).toMatchObject({ status: 'succeeded' })
  expect((await refusal(stripe.paymentIntents.retrieve(paid.id, { expand: ['status'] }))).message).toContain(
    'cannot be expanded',
  )
})

test("PAY-13 errors arrive as the package's own classes", async () => {
  const { stripe, port } = await shop()
  const unknown = await refusal(stripe.paymentIntents.retrieve('pi_nothing'))
  expect(unknown).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'intent' })
  expect(unknown).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  expect(
    await refusal(stripe.paymentIntents.create({ amount: 4_900, currency: 'usd', customer: 'cus_nobody' })),
  ).toMatchObject({ statusCode: 400, param: 'customer' })
  expect(await refusal(stripe.paymentIntents.create({ amount: 49, currency: 'usd' }))).toMatchObject({
    code: 'amount_too_small',
    param: 'amount',
  })
  expect(await refusal(stripe.rawRequest('POST', '/v1/payment_intents', { currency: 'usd' }))).toMatchObject({
    code: 'parameter_missing',
    param: 'amount',
  })
  expect(
    await refusal(stripe.rawRequest('POST', '/v1/payment_intents', { amount: 'x', currency: 'usd' })),
  ).toMatchObject({ code: 'parameter_invalid_integer' })
  expect(
    await refusal(
      stripe.rawRequest('POST', '/v1/payment_intents', { amount: 4_900, currency: 'usd', colour: 'red' }),
    ),
  ).toMatchObject({ code: 'parameter_unknown', param: 'colour' })
  expect(await refusal(stripe.rawRequest('GET', '/v1/balance'))).toMatchObject({ statusCode: 404 })
  expect(
    await refusal(
      stripe.paymentIntents.confirm(
        (await stripe.paymentIntents.create({ amount: 4_900, currency: 'usd' })).id,
      ),
    ),
  ).toMatchObject({ code: 'payment_intent_unexpected_state' })

  const stranger = new Stripe('sk_test_wrong', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })
  expect(await refusal(stranger.customers.list())).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
})

test('PAY-13 as at Stripe, payment methods that redirect need a return_url', async () => {
  const { stripe } = await shop()
  const params = charge('pm_card_visa', { automatic_payment_methods: { enabled: true } })
  expect((await refusal(stripe.paymentIntents.create(params))).message).toContain('return_url')
  expect((await stripe.paymentIntents.list()).data).toEqual([])
  expect((await stripe.paymentIntents.create({ ...params, return_url: 'http://shop.test/' })).status).toBe(
    'succeeded',
  )
})

test('R2 fifty concurrent confirmations make one charge', async () => {
  const { stripe, standIn, port } = await shop()
  const { id } = await stripe.paymentIntents.create({ amount: 4_900, currency: 'usd' })
  const others = client(port)
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      others.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: 'http://shop.test/' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(standIn.ledger()).toMatchObject({ charges: 1, chargedCents: 4_900 })
})

test('PAY-13 a held payment is partly captured, once, and the rest appears as a refund', async () => {
  const { stripe, standIn } = await shop()
  const held = await stripe.paymentIntents.create(charge('pm_card_visa', { capture_method: 'manual' }))
  expect(held).toMatchObject({
    status: 'requires_capture',
    amount_capturable: held.amount,
    amount_received: 0,
  })
  expect(await stripe.charges.retrieve(String(held.latest_charge))).toMatchObject({
    captured: false,
    amount_captured: 0,
    payment_method_details: { card: { capture_before: expect.any(Number) } },
  })
  const tooMuch = { amount_to_capture: held.amount + 1 }
  expect((await refusal(stripe.paymentIntents.capture(held.id, tooMuch))).param).toBe('amount_to_capture')
  const taken = await stripe.paymentIntents.capture(held.id, { amount_to_capture: held.amount - 100 })
  expect(taken).toMatchObject({
    status: 'succeeded',
    amount_received: held.amount - 100,
    amount_capturable: 0,
  })
  const again = await refusal(stripe.paymentIntents.capture(held.id))
  expect(again.code).toBe('payment_intent_unexpected_state')
  expect((await stripe.refunds.list({ payment_intent: held.id })).data).toMatchObject([{ amount: 100 }])
  expect(standIn.ledger()).toMatchObject({ charges: 1, chargedCents: held.amount, refundedCents: 100 })
})

test('PAY-13 a held payment that is canceled, or not captured in time, is released', async () => {
  const { stripe, standIn, clock, received } = await shop()
  const first = await stripe.paymentIntents.create(charge('pm_card_visa', { capture_method: 'manual' }))
  expect((await stripe.paymentIntents.cancel(first.id)).status).toBe('canceled')
  const second = await stripe.paymentIntents.create(charge('pm_card_visa', { capture_method: 'manual' }))
  clock.advance(5 * 24 * 3_600_000)
  await standIn.deliverDue()
  expect(await stripe.paymentIntents.retrieve(second.id)).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'automatic',
  })
  const { chargedCents, refundedCents } = standIn.ledger()
  expect(refundedCents).toBe(chargedCents)
  expect(received.map(({ event }) => event.type)).toContain('payment_intent.canceled')
})
