import type Stripe from 'stripe'
import { balanceTransaction } from './balance.ts'
import { type Deps, seconds } from './deps.ts'

export type DisputeKind = 'dispute' | 'inquiry'

const EVIDENCE_SECONDS = 9 * 24 * 3600
const FEE_CENTS = 1_500

export function newDispute(
  deps: Deps,
  charge: Stripe.Charge,
  kind: DisputeKind,
  reason: string,
): Stripe.Dispute {
  const id = deps.newId('du')
  const isDispute = kind === 'dispute'
  return {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: isDispute ? [transfer(deps, id, -charge.amount, 'dispute')] : [],
    charge: charge.id,
    created: seconds(deps.now()),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: seconds(deps.now()) + EVIDENCE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: !isDispute,
    livemode: deps.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: isDispute ? 'needs_response' : 'warning_needs_response',
  }
}

/** Negative: out of the shop's balance. The fee is the provider's, and stays with it. */
export function transfer(
  deps: Deps,
  source: string,
  amount: number,
  category: 'dispute' | 'dispute_reversal',
): Stripe.BalanceTransaction {
  const fee = amount < 0 ? FEE_CENTS : 0
  const kind = { type: 'adjustment', reporting_category: category } as const
  return balanceTransaction(deps, { id: deps.newId('txn'), amount, fee, source, ...kind })
}

const noEvidence = (): Stripe.Dispute.Evidence => ({
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
})
