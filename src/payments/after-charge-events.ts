import type Stripe from 'stripe'
import { durably } from '#db/client.ts'
import type { Services } from '../services.ts'
import { settleDispute, settleFraudWarning } from './disputes.ts'
import { paymentByIntent } from './payments.ts'
import { unlessMissing } from './provider.ts'
import { fetchDispute, fetchFraudWarning } from './provider-disputes.ts'
import { syncRefunds } from './refund-settling.ts'
import { settleCharge } from './settle-charge.ts'
import { isFirstDelivery, type Webhook } from './webhook-events.ts'

/** News of money that leaves again. @returns false for an event of another kind */
export async function settleAfterCharge(
  services: Services,
  { id, type, data }: Stripe.Event,
): Promise<boolean> {
  const { id: objectId, payment_intent: intentId } = objectIn(data)
  const news = newsOf(type)
  if (!news) return false
  if (typeof objectId !== 'string' || typeof intentId !== 'string') return true
  if (!paymentByIntent(services.db, intentId)) return true // the provider's account also serves something else
  await settleCharge(services, intentId)
  // What the provider doesn't know, as after a change of keys, won't be known when the event is sent again.
  await unlessMissing(() => news(services, { id, type }, objectId, intentId))
  return true
}

/** A signed event can still have any shape. */
const objectIn = (data: unknown): { id?: unknown; payment_intent?: unknown } =>
  (data as { object?: object } | undefined)?.object ?? {}

type News = (services: Services, event: Webhook, objectId: string, intentId: string) => Promise<void>

function newsOf(type: unknown): News | null {
  if (typeof type !== 'string') return null
  if (type.startsWith('refund.') || type === 'charge.refunded') return refundNews
  if (type.startsWith('charge.dispute.')) return disputeNews
  return type.startsWith('radar.early_fraud_warning.') ? fraudNews : null
}

const refundNews: News = (services, event, _, intentId) => syncRefunds(services, intentId, event)

const disputeNews: News = async (services, event, disputeId) => {
  const { db, stripe, clock, wallClock } = services
  const snapshot = await fetchDispute(stripe, disputeId)
  await durably(db, (tx) => {
    if (snapshot && isFirstDelivery(tx, event, wallClock.now())) settleDispute(tx, snapshot, clock.now())
  })
}

const fraudNews: News = async (services, event, warningId) => {
  const { db, stripe, clock, wallClock } = services
  const warning = await fetchFraudWarning(stripe, warningId)
  await durably(db, (tx) => {
    if (warning && isFirstDelivery(tx, event, wallClock.now())) settleFraudWarning(tx, warning, clock.now())
  })
}
