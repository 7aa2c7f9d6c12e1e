import type Stripe from 'stripe'
import { type Deps, seconds } from './deps.ts'
import { idOf } from './resources.ts'
import type { RefundBehavior } from './test-cards.ts'

type Details = Pick<Stripe.Refund, 'amount' | 'reason' | 'metadata'> & { behavior: RefundBehavior }

export function newRefund(
  deps: Deps,
  charge: Stripe.Charge,
  { amount, reason, metadata, behavior }: Details,
): Stripe.Refund {
  return {
    id: deps.newId('re'),
    object: 'refund',
    amount,
    balance_transaction: deps.newId('txn'),
    charge: charge.id,
    created: seconds(deps.now()),
    currency: charge.currency,
    customer: charge.customer === null ? null : idOf(charge.customer),
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behavior === 'pends' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
}
