import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { charge, client, refusal, shop } from '../../../providers/stand-in/shop.ts'

const retrying = { maxNetworkRetries: 3 }

test('REL-3 the Stripe package retries a connection cut after the work, and charges once', async () => {
  const { standIn, port } = await shop()
  standIn.control.fault({
    kind: 'reset',
    method: 'POST',
    path: '/v1/payment_intents',
    when: 'after',
    times: 1,
  })
  const paid = await client(port, retrying).paymentIntents.create(charge('pm_card_visa'))
  expect(paid.status).toBe('succeeded')
  expect(paid.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(standIn.ledger().charges).toBe(1)
})

test.each(['reset', 'error'] as const)(
  'REL-3 a %s before the work is retried, and charges once',
  async (kind) => {
    const { standIn, port } = await shop()
    standIn.control.fault({ kind, path: '/v1/payment_intents', times: 1 })
    expect((await client(port, retrying).paymentIntents.create(charge('pm_card_visa'))).status).toBe(
      'succeeded',
    )
    expect(standIn.ledger().charges).toBe(1)
  },
)

test('REL-3 an error after the work hides a charge that was made', async () => {
  const { standIn, port, stripe } = await shop()
  standIn.control.fault({ kind: 'error', path: '/v1/payment_intents', when: 'after', times: 1 })
  expect(
    await refusal(stripe.paymentIntents.create(charge('pm_card_visa'), { idempotencyKey: 'once' })),
  ).toBeInstanceOf(Stripe.errors.StripeAPIError)
  expect(standIn.ledger().charges).toBe(1)
  await client(port).paymentIntents.create(charge('pm_card_visa'), { idempotencyKey: 'once' })
  expect(standIn.ledger().charges).toBe(1)
})

test("REL-3 rate limits, non-JSON responses and timeouts surface as the package's own errors", async () => {
  const { stripe, standIn, port } = await shop()
  standIn.control.fault({ kind: 'rate_limit', path: '/v1/customers', times: 1 })
  expect(await refusal(stripe.customers.create())).toBeInstanceOf(Stripe.errors.StripeRateLimitError)
  standIn.control.fault({ kind: 'not_json', path: '/v1/customers', times: 1 })
  expect((await refusal(stripe.customers.create())).message).toContain('Invalid JSON')
  standIn.control.fault({ kind: 'timeout', path: '/v1/customers', times: 1 })
  expect(await refusal(client(port, { timeout: 50 }).customers.create())).toBeInstanceOf(
    Stripe.errors.StripeConnectionError,
  )
  expect((await stripe.customers.list()).data).toEqual([])
})

test('REL-3 faults are selected by method, pattern, count and seeded random', async () => {
  const { stripe, standIn } = await shop()
  const strikes = async () => {
    standIn.control.seed(42)
    const struck: boolean[] = []
    for (let each = 0; each < 20; each += 1)
      struck.push(
        await stripe.customers.list().then(
          () => false,
          () => true,
        ),
      )
    return struck
  }
  standIn.control.fault({ kind: 'error', method: 'GET', path: '/v1/**', probability: 0.3 })
  const first = await strikes()
  expect(first.filter(Boolean).length).toBeGreaterThan(0)
  expect(first.filter(Boolean).length).toBeLessThan(20)
  expect(await strikes()).toEqual(first)
  const { id } = await stripe.customers.create()
  standIn.control.clear()

  standIn.control.fault({ kind: 'error', path: '/v1/customers/*', times: 1 })
  await stripe.customers.list()
  await refusal(stripe.customers.retrieve(id))
  expect((await stripe.customers.retrieve(id)).id).toBe(id)
})

test('REL-3 the control API over HTTP takes the same commands', async () => {
  const { standIn, stripe } = await shop()
  const order = (method: string, path: string, body?: object) =>
    standIn.controlApi.request(path, {
      method,
      body: body && JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    })
  await order('POST', '/faults', { kind: 'error', path: '/v1/customers', times: 1 })
  await order('PUT', '/webhooks', { hold: true })
  await refusal(stripe.customers.create())
  await stripe.customers.create()
  expect(await (await order('GET', '/')).json()).toMatchObject({ webhooks: { hold: true }, pending: 1 })
  expect(await (await order('POST', '/release')).json()).toEqual({ released: 1 })
  expect(await (await order('POST', '/deliver')).json()).toEqual({ delivered: 1 })
  await order('DELETE', '/')
  expect(await (await order('GET', '/')).json()).toMatchObject({ webhooks: { hold: false }, faults: [] })
  expect(await (await order('GET', '/ledger')).json()).toMatchObject({ charges: 0 })
})
