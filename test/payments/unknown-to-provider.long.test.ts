import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payments } from '#db/schema/index.ts'
import { webhookHeaders } from '#src/providers/payments/stand-in/deliveries.ts'
import { paidOrder } from '../support/refunding.ts'

/** An order whose charge the provider no longer knows, as after a change of accounts, and signed news about it. */
async function forgottenCharge() {
  const { shop, db, intentId, ...order } = await paidOrder()
  const forgotten = 'pi_ofAnotherAccount'
  db.update(payments).set({ intentId: forgotten }).where(eq(payments.intentId, intentId)).run()
  async function receive(type: string, id: string): Promise<number> {
    const data = { object: { id, payment_intent: forgotten } }
    const body = JSON.stringify({ id: `evt_${id}`, object: 'event', livemode: false, type, data })
    const headers = webhookHeaders(body, shop.config.payments.webhookSecret, Math.floor(Date.now() / 1000))
    return (await shop.app.request('/webhooks/stripe', { method: 'POST', body, headers })).status
  }
  return { ...order, shop, receive }
}

test.each([
  ['charge.dispute.created', 'dp_unknown'],
  ['radar.early_fraud_warning.created', 'issfr_unknown'],
  ['refund.created', 're_unknown'],
])('PAY-15 %s about what the provider does not know is accepted and changes nothing', async (type, id) => {
  const { receive, order, flags } = await forgottenCharge()
  expect(await receive(type, id)).toBe(200)
  expect(order().state).toBe('paid')
  expect(flags()).toEqual([])
})

test('PAY-15 news of a dispute is asked for again while the provider is down', async () => {
  const { receive, shop } = await forgottenCharge()
  shop.standIn.control.fault({ kind: 'rate_limit', method: 'GET', path: '/v1/disputes/dp_unknown' })
  expect(await receive('charge.dispute.created', 'dp_unknown')).toBe(503)
})
