import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openStandInStore } from '#src/providers/stand-in/store/store.ts'
import { charge, freshFile, type Received, receiver, refusal, shop, webhookSecret } from './shop.ts'

const typesOf = (received: Received[]) => received.map(({ event }) => event.type)

test("R4 the official package accepts each event's signature, and rejects a changed event", async () => {
  const { stripe, standIn, received } = await shop({ now: Date.now })
  await stripe.paymentIntents.create(charge('pm_card_visa', { metadata: { order: 'abc' } }), {
    idempotencyKey: 'pi:abc:1',
  })
  await standIn.deliverDue()
  const paid = received.find(({ event }) => event.type === 'payment_intent.succeeded')!

  const event = stripe.webhooks.constructEvent(paid.body, paid.signature, webhookSecret)
  expect(event).toMatchObject({
    api_version: Stripe.API_VERSION,
    livemode: false,
    request: { idempotency_key: 'pi:abc:1' },
  })
  expect(event.data.object).toMatchObject({
    object: 'payment_intent',
    status: 'succeeded',
    metadata: { order: 'abc' },
  })
  expect(() =>
    stripe.webhooks.constructEvent(paid.body.replace('4900', '1'), paid.signature, webhookSecret),
  ).toThrow()
  expect(() => stripe.webhooks.constructEvent(paid.body, paid.signature, 'whsec_other')).toThrow()
})

test("PAY-13 actions send Stripe's event types", async () => {
  const { stripe, standIn, received, page } = await shop()
  const customer = await stripe.customers.create()
  const { id } = await stripe.paymentIntents.create(
    charge('pm_card_visa', { customer: customer.id, setup_future_usage: 'off_session' }),
  )
  await stripe.refunds.create({ payment_intent: id })
  await refusal(stripe.paymentIntents.create(charge('pm_card_visa_chargeDeclined')))
  await stripe.paymentIntents.cancel(
    (await stripe.paymentIntents.create({ amount: 4_900, currency: 'usd' })).id,
  )
  const asked = await stripe.paymentIntents.create(charge('pm_card_threeDSecure2Required'))
  await page(`/payment_intents/${asked.id}/authenticate`, {
    client_secret: asked.client_secret,
    outcome: 'fail',
  })
  const setup = await stripe.setupIntents.create({ customer: customer.id })
  await stripe.setupIntents.confirm(setup.id, {
    payment_method: 'pm_card_visa',
    return_url: 'http://shop.test/',
  })
  await standIn.deliverDue()

  expect(typesOf(received).sort()).toEqual(
    [
      'customer.created',
      'payment_intent.created',
      'payment_method.attached',
      'charge.succeeded',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.created',
      'payment_intent.canceled',
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.payment_failed',
      'setup_intent.created',
      'payment_method.attached',
      'setup_intent.succeeded',
    ].sort(),
  )
  const { data } = await stripe.events.list({ type: 'payment_intent.succeeded' })
  expect(data).toHaveLength(1)
  expect(await stripe.events.retrieve(data[0]!.id)).toMatchObject({ id: data[0]!.id })
})

test('R3 a refused event is retried with growing delays until it is accepted', async () => {
  const received: Received[] = []
  let status = 500
  const { stripe, standIn, clock } = await shop({
    fetch: receiver(received, () => status),
    webhookEvents: ['payment_intent.succeeded'],
  })
  await stripe.paymentIntents.create(charge('pm_card_visa'))

  const attempts: number[] = []
  for (const wait of [0, 999, 1, 1_999, 1, 4_000]) {
    clock.advance(wait)
    if (wait === 4_000) status = 204
    await standIn.deliverDue()
    attempts.push(received.length)
  }
  expect(attempts).toEqual([1, 1, 2, 2, 3, 4])
  clock.advance(1_000_000)
  await standIn.deliverDue()
  expect(received).toHaveLength(4)
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(1)
})

test('R3 an unreachable receiver loses nothing', async () => {
  let away = true
  const received: Received[] = []
  const taking = receiver(received)
  const { stripe, standIn, clock } = await shop({
    fetch: (...call) => (away ? Promise.reject(new Error('ECONNREFUSED')) : taking(...call)),
  })
  await stripe.paymentIntents.create({ amount: 4_900, currency: 'usd' })
  await standIn.deliverDue()
  away = false
  clock.advance(1_000)
  await standIn.deliverDue()
  expect(typesOf(received)).toEqual(['payment_intent.created'])
})

test('R3 events can be duplicated, delayed, reordered, held back or lost', async () => {
  const { stripe, standIn, received, clock } = await shop({
    webhookEvents: ['payment_intent.created'],
    seed: 7,
  })
  const make = () => stripe.paymentIntents.create({ amount: 4_900, currency: 'usd' })
  const sent = async () => {
    await standIn.deliverDue()
    return received.splice(0).map(({ event }) => (event.data.object as Stripe.PaymentIntent).id)
  }

  standIn.control.webhooks({ copies: 3, delayMs: 5_000 })
  const { id } = await make()
  expect(await sent()).toEqual([])
  clock.advance(5_000)
  expect(await sent()).toEqual([id, id, id])

  standIn.control.clear()
  standIn.control.webhooks({ hold: true })
  const held: string[] = []
  for (let each = 0; each < 6; each += 1) held.push((await make()).id)
  expect(await sent()).toEqual([])
  expect(standIn.control.release({ shuffled: true })).toBe(6)
  const order = await sent()
  expect(order).not.toEqual(held)
  expect([...order].sort()).toEqual([...held].sort())

  standIn.control.clear()
  standIn.control.webhooks({ drop: 1 })
  await make()
  expect(await sent()).toEqual([])
})

test('R3 only one of several processes sends each delivery', async () => {
  const file = freshFile()
  const shops = [await shop({ store: openStandInStore(file) }), await shop({ store: openStandInStore(file) })]
  for (let each = 0; each < 20; each += 1)
    await shops[0]!.stripe.paymentIntents.create({ amount: 4_900, currency: 'usd' })
  await Promise.all(shops.map(({ standIn }) => standIn.deliverDue()))
  const received = shops.flatMap((each) => each.received)
  expect(received).toHaveLength(20)
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(20)
})

test('R3 the loop delivers on its own between start and stop', async () => {
  const { promise, resolve } = deferred<string>()
  const { stripe, standIn } = await shop({
    now: Date.now,
    webhookEvents: ['payment_intent.succeeded'],
    processingMs: 20,
    fetch: async (_url, init) => {
      resolve(JSON.parse(String(init?.body)).type)
      return new Response('')
    },
  })
  standIn.start()
  await stripe.paymentIntents.create(charge('pm_card_processing'))
  expect(await promise).toBe('payment_intent.succeeded')
  await standIn.stop()
})

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((then) => (resolve = then))
  return { promise, resolve }
}
