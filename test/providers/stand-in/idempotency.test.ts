import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openStandInStore } from '#src/providers/stand-in/store/store.ts'
import { charge, client, freshFile, refusal, shop } from './shop.ts'

const idempotencyKey = 'pi:order-1:1'

test('R2 the same key with the same parameters replays the response, and charges once', async () => {
  const { stripe, standIn } = await shop()
  const first = await stripe.paymentIntents.create(charge('pm_card_visa'), { idempotencyKey })
  const second = await stripe.paymentIntents.create(charge('pm_card_visa'), { idempotencyKey })
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  expect(standIn.ledger().charges).toBe(1)
})

test('R2 the same key with other parameters, or on another path, is refused', async () => {
  const { stripe } = await shop()
  await stripe.paymentIntents.create(charge('pm_card_visa'), { idempotencyKey })
  const other = await refusal(
    stripe.paymentIntents.create(charge('pm_card_visa', { amount: 9_900 }), { idempotencyKey }),
  )
  expect(other).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
  expect((await refusal(stripe.customers.create({}, { idempotencyKey }))).rawType).toBe('idempotency_error')
})

test('R2 a declined charge is replayed under its key', async () => {
  const { stripe, standIn } = await shop()
  const [first, second] = [
    await refusal(stripe.paymentIntents.create(charge('pm_card_visa_chargeDeclined'), { idempotencyKey })),
    await refusal(stripe.paymentIntents.create(charge('pm_card_visa_chargeDeclined'), { idempotencyKey })),
  ]
  expect(second).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
  expect(standIn.ledger().failedCharges).toBe(1)
})

test("R2 invalid parameters don't use up a key", async () => {
  const { stripe } = await shop()
  await refusal(stripe.paymentIntents.create({ amount: 1, currency: 'usd' }, { idempotencyKey }))
  expect((await stripe.paymentIntents.create(charge('pm_card_visa'), { idempotencyKey })).status).toBe(
    'succeeded',
  )
})

test('R2 a key whose first request is still running is a conflict', async () => {
  const { stripe, standIn, store } = await shop()
  standIn.control.fault({ kind: 'delay', path: '/v1/payment_intents', delayMs: 200, times: 1 })
  const slow = stripe.paymentIntents.create(charge('pm_card_visa'), { idempotencyKey })
  while (!store.findAnswer(idempotencyKey)) await new Promise((resolve) => setImmediate(resolve))
  const error = await refusal(stripe.paymentIntents.create(charge('pm_card_visa'), { idempotencyKey }))
  expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect((await slow).status).toBe('succeeded')
  expect(standIn.ledger().charges).toBe(1)
})

test('R2 thirty requests with one key to two processes make one intent', async () => {
  const file = freshFile()
  const [one, other] = [
    await shop({ store: openStandInStore(file) }),
    await shop({ store: openStandInStore(file) }),
  ]
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, each) =>
      client(each % 2 ? one.port : other.port).paymentIntents.create(charge('pm_card_visa'), {
        idempotencyKey,
      }),
    ),
  )
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(one.standIn.ledger().charges).toBe(1)
  expect(other.standIn.ledger().charges).toBe(1)
})
