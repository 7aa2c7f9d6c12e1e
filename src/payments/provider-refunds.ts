import Stripe from 'stripe'
import type { Order, Refund } from '#db/schema/index.ts'
import { idOf } from './provider.ts'
import { collect, createdSince, WHOLE_PAGES } from './provider-lists.ts'

export type RefundSnapshot = {
  id: string
  intentId: string
  /** The id of our own row, unless the refund was made in the provider's dashboard. */
  refundId: number | null
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  failure: string | null
}

/** Every refund of a payment, oldest first, also those that failed or were made in the dashboard. */
export const fetchRefunds = (stripe: Stripe, intentId: string): Promise<RefundSnapshot[]> =>
  oldestFirst(stripe.refunds.list({ payment_intent: intentId, ...WHOLE_PAGES }))

export const fetchRefundsSince = (stripe: Stripe, since: number): Promise<RefundSnapshot[]> =>
  oldestFirst(stripe.refunds.list(createdSince(since)))

const oldestFirst = async (list: AsyncIterable<Stripe.Refund>) => (await collect(list, refundOf)).reverse()

/**
 * The provider forgets the key after a day. The metadata is what finds the refund then.
 * @returns the provider's code if it refuses for good
 */
export async function createRefund(
  stripe: Stripe,
  intentId: string,
  order: Order,
  { id, amountCents }: Refund,
): Promise<RefundSnapshot | { refused: string }> {
  const metadata = { order_token: order.token, refund_id: String(id) }
  const idempotencyKey = `refund:${order.token}:${id}:${amountCents}`
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: intentId, amount: amountCents, metadata },
      { idempotencyKey },
    )
    return snapshotOf(refund, intentId)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return { refused: error.code ?? error.message }
    throw error
  }
}

function refundOf(refund: Stripe.Refund): RefundSnapshot | null {
  const intentId = idOf(refund.payment_intent)
  return intentId === null ? null : snapshotOf(refund, intentId)
}

function snapshotOf(refund: Stripe.Refund, intentId: string): RefundSnapshot {
  const { id, amount, metadata, status, failure_reason } = refund
  return {
    id,
    intentId,
    refundId: /^\d+$/.test(metadata?.refund_id ?? '') ? Number(metadata?.refund_id) : null,
    amountCents: amount,
    status: statusOf(status),
    failure: failure_reason ?? null,
  }
}

/** `requires_action` waits for the shopper's bank details; a canceled refund gives the money back to us. */
function statusOf(status: string | null): RefundSnapshot['status'] {
  if (status === 'failed' || status === 'canceled') return 'failed'
  return status === 'succeeded' ? 'succeeded' : 'pending'
}
