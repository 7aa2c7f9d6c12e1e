import { expect, test } from 'vitest'
import { webhookHeaders } from '#src/providers/payments/stand-in/deliveries.ts'
import { orderOf, paymentStatus, prepareToPay, readyToPay } from '../support/buying.ts'
import { world } from '../support/world.ts'

/** An order in payment, signed events for its intent, and a count of provider calls. */
async function beingPaid() {
  let calls = 0
  const line = (response: Promise<Response>) => {
    calls++
    return response
  }
  const shop = await world({ line })
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const { clientSecret, paymentIntentId } = await prepareToPay(ana, token)

  /** @returns how many provider calls the event caused */
  async function receive(type: string): Promise<number> {
    const event = {
      id: `evt_${type}`,
      object: 'event',
      livemode: false,
      type,
      data: { object: { id: paymentIntentId } },
    }
    const body = JSON.stringify(event)
    const headers = webhookHeaders(body, shop.config.payments.webhookSecret, Math.floor(Date.now() / 1000))
    const before = calls
    const response = await shop.app.request('/webhooks/stripe', { method: 'POST', body, headers })
    expect(response.status).toBe(200)
    return calls - before
  }
  return { ...shop, ana, token, clientSecret, receive }
}

test("PAY-12 a webhook that isn't final makes no provider request", async () => {
  const { receive } = await beingPaid()
  expect(await receive('payment_intent.created')).toBe(0)
  expect(await receive('payment_intent.requires_action')).toBe(0)
})

test('PAY-12 a final webhook asks the provider, unless a poll has already settled the payment', async () => {
  const { ana, db, token, clientSecret, receive, standIn } = await beingPaid()
  standIn.control.webhooks({ hold: true })
  expect(await receive('payment_intent.payment_failed')).toBe(1)
  await ana.confirm(clientSecret)
  expect(await receive('payment_intent.succeeded')).toBe(1)
  expect(orderOf(db, token).state).toBe('paid')

  const other = await beingPaid()
  other.standIn.control.webhooks({ hold: true })
  await other.ana.confirm(other.clientSecret)
  expect(await paymentStatus(other.ana, other.token)).toBe('succeeded')
  expect(await other.receive('payment_intent.succeeded')).toBe(0)
})
