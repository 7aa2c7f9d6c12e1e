import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { passesLuhn } from '#src/providers/payments/stand-in/card-numbers.ts'
import { testCards } from '#src/providers/payments/stand-in/test-cards.ts'
import { charge, client, refusal, secretKey, shop } from './shop.ts'

const intentFor = async (stripe: Awaited<ReturnType<typeof shop>>['stripe'], more = {}) => {
  const { id, client_secret } = await stripe.paymentIntents.create({
    amount: 4_900,
    currency: 'usd',
    metadata: { order: 'abc' },
    ...more,
  })
  return { id, client_secret }
}

test('PAY-13 the page confirms with a test card by name, and sees nothing private', async () => {
  const { stripe, page, standIn } = await shop()
  const { id, client_secret } = await intentFor(stripe)
  const billing_details = { name: 'Ana', address: { postal_code: '98101', country: 'US' } }
  const paid = await page(`/payment_intents/${id}/confirm`, {
    client_secret,
    card: 'pm_card_visa',
    billing_details,
    exp_month: 4,
    exp_year: 2034,
  })
  expect(paid).toMatchObject({ status: 200, body: { id, status: 'succeeded', amount: 4_900 } })
  for (const name of ['metadata', 'customer', 'latest_charge']) expect(paid.body).not.toHaveProperty(name)

  const kept = await stripe.paymentIntents.retrieve(id, { expand: ['payment_method'] })
  expect(kept.payment_method).toMatchObject({
    billing_details: { name: 'Ana' },
    card: { last4: '4242', exp_month: 4, exp_year: 2034 },
  })
  const again = await page(`/payment_intents/${id}/confirm`, { client_secret, card: 'pm_card_visa' })
  expect(again.body.error).toMatchObject({
    code: 'payment_intent_unexpected_state',
    payment_intent: { status: 'succeeded' },
  })
  expect(again.body.error.payment_intent).not.toHaveProperty('metadata')
  expect(standIn.ledger().charges).toBe(1)
})

test('PAY-13 a decline reaches the page as a card error', async () => {
  const { stripe, page } = await shop()
  const { id, client_secret } = await intentFor(stripe)
  const declined = await page(`/payment_intents/${id}/confirm`, {
    client_secret,
    card: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  })
  expect(declined).toMatchObject({
    status: 402,
    body: {
      error: {
        type: 'card_error',
        message: 'Your card has insufficient funds.',
        payment_intent: { id, status: 'requires_payment_method' },
      },
    },
  })
  expect(declined.body.error.payment_intent).not.toHaveProperty('metadata')
})

test('PAY-13 without its client secret an intent is a 404', async () => {
  const { stripe, page } = await shop()
  const { id } = await intentFor(stripe)
  const other = await intentFor(stripe)
  for (const client_secret of [undefined, '', `${id}_secret_`, other.client_secret]) {
    for (const path of ['', '/confirm', '/authenticate']) {
      const answer = await page(`/payment_intents/${id}${path}`, {
        client_secret,
        card: 'pm_card_visa',
        outcome: 'complete',
      })
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'resource_missing' } } })
    }
  }
  expect(
    (await page(`/payment_intents/${other.id}`, { client_secret: other.client_secret })).body.status,
  ).toBe('requires_payment_method')
})

test("PAY-13 the page API takes only JSON with the publishable key, so other sites' forms can't call it", async () => {
  const { stripe, page } = await shop()
  const { id, client_secret } = await intentFor(stripe)
  const path = `/payment_intents/${id}/confirm`
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    expect((await page(path, { client_secret, card: 'pm_card_visa' }, { 'Content-Type': type })).status).toBe(
      415,
    )
  }
  expect((await page(path, { client_secret, card: 'pm_card_visa', key: secretKey })).status).toBe(401)
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
})

test('PAY-13 neither API accepts a card number, in any format', async () => {
  const { stripe, page, port, store } = await shop()
  const { id, client_secret } = await intentFor(stripe)
  for (const number of [
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '378282246310005',
  ]) {
    for (const body of [{ card: number }, { billing_details: { name: number } }, { number }]) {
      expect((await page(`/payment_intents/${id}/confirm`, { client_secret, ...body })).status).toBe(400)
    }
    expect(
      (
        await refusal(
          stripe.rawRequest('POST', '/v1/payment_methods', {
            type: 'card',
            card: { number, exp_month: 1, exp_year: 2034, cvc: '123' },
          }),
        )
      ).message,
    ).toContain('card number')
    expect(
      (await refusal(client(port).customers.create({ metadata: { note: `my card is ${number}` } }))).message,
    ).toContain('card number')
  }
  expect(store.all('payment_method')).toEqual([])
  const times = { metadata: { at: '1763632800018', phone: '+12065550100', order: '0123456789012345678' } }
  expect((await stripe.customers.create(times)).metadata).toEqual(times.metadata)
})

test('PAY-13 an intent with a different amount than the page showed is refused', async () => {
  const { stripe, page, standIn } = await shop()
  const { id, client_secret } = await intentFor(stripe)
  const confirm = (expected: object) =>
    page(`/payment_intents/${id}/confirm`, { client_secret, card: 'pm_card_visa', expected })
  expect((await confirm({ amount: 3_900, currency: 'usd' })).body.error.message).toContain(
    'does not match the expected amount',
  )
  expect((await confirm({ amount: 4_900, currency: 'usd', setup_future_usage: 'off_session' })).status).toBe(
    400,
  )
  expect(standIn.ledger().charges).toBe(0)
  expect((await confirm({ amount: 4_900, currency: 'usd' })).body.status).toBe('succeeded')
})

test('PAY-13 a token from the page becomes a payment method once, with its name and address', async () => {
  const { stripe, page } = await shop()
  const made = await page('/tokens', {
    card: 'pm_card_visa',
    token: { name: 'Ana', address_line1: '1912 Pike Pl', address_zip: '98101' },
  })
  expect(made.body).toMatchObject({ object: 'token', used: false, card: { last4: '4242', name: 'Ana' } })
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: made.body.id } })
  expect(method).toMatchObject({
    card: { last4: '4242' },
    billing_details: { name: 'Ana', address: { postal_code: '98101' } },
  })
  expect((await stripe.tokens.retrieve(made.body.id)).used).toBe(true)
  expect(
    (await refusal(stripe.paymentMethods.create({ type: 'card', card: { token: made.body.id } }))).code,
  ).toBe('token_already_used')
  expect(
    (await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })).card?.last4,
  ).toBe('4242')
})

test('PAY-13 wallets pay, and are named on the payment method', async () => {
  const { stripe, page } = await shop()
  const made = await page('/payment_methods', {
    card: 'pm_card_visa',
    wallet: 'apple_pay',
    billing_details: { name: 'Ana' },
  })
  expect(made.body.card.wallet).toMatchObject({ type: 'apple_pay' })
  expect((await stripe.paymentIntents.create(charge(made.body.id))).status).toBe('succeeded')
})

test('PAY-13 a setup can be confirmed in the page, including 3-D Secure', async () => {
  const { stripe, page } = await shop()
  const customer = await stripe.customers.create()
  const { id, client_secret } = await stripe.setupIntents.create({ customer: customer.id })
  const asked = await page(`/setup_intents/${id}/confirm`, {
    client_secret,
    card: 'pm_card_authenticationRequiredOnSetup',
  })
  expect(asked.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  const failed = await page(`/setup_intents/${id}/authenticate`, { client_secret, outcome: 'fail' })
  expect(failed.body.last_setup_error.code).toBe('setup_intent_authentication_failure')
  await page(`/setup_intents/${id}/confirm`, { client_secret, card: 'pm_card_authenticationRequiredOnSetup' })
  const done = await page(`/setup_intents/${id}/authenticate`, { client_secret, outcome: 'complete' })
  expect(done.body).toMatchObject({ status: 'succeeded' })
  expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1)
})

test('PAY-13 the test cards have published numbers: valid check digits, no duplicates', () => {
  expect(testCards.filter(({ number }) => !passesLuhn(number))).toEqual([])
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length)
})

test("SPD-2 the page's script is served with the best Brotli compression, or as plain text", async () => {
  const browserScript = readFileSync('src/providers/payments/stand-in/index.ts', 'utf8')
  const { standIn } = await shop({ browserScript })
  const ask = (encodings: string) =>
    standIn.browser.request('/stripe.js', { headers: { 'accept-encoding': encodings } })
  const packed = await ask('gzip, deflate, br, zstd')
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(Buffer.from(await packed.arrayBuffer()).equals(brotliCompressSync(browserScript))).toBe(true)
  for (const encodings of ['gzip', 'br;q=0', '']) {
    const plain = await ask(encodings)
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, browserScript])
  }
})
