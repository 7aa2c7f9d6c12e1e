import type Stripe from 'stripe'
import { type Deps, seconds } from './deps.ts'
import type { Method } from './new-payment-method.ts'
import type { Decline } from './refusals.ts'

type ChargeResult =
  | { status: 'succeeded'; authenticated: boolean }
  | { status: 'pending' }
  | { status: 'failed'; decline: Decline }

export function newCharge(
  deps: Deps,
  intent: Stripe.PaymentIntent,
  method: Method,
  result: ChargeResult,
): Stripe.Charge {
  const isSucceeded = result.status === 'succeeded'
  const decline = result.status === 'failed' ? result.decline : undefined
  const id = deps.newId('ch')
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isSucceeded ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isSucceeded ? deps.newId('txn') : null,
    billing_details: method.object.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor ?? 'DROVEWAY',
    captured: isSucceeded,
    created: seconds(deps.now()),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: deps.livemode,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: isSucceeded,
    payment_intent: intent.id,
    payment_method: method.object.id,
    payment_method_details: methodDetails(intent, method, isSucceeded && result.authenticated),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: isSucceeded ? `https://pay.stripe.com/receipts/stand-in/${id}` : null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: result.status,
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge['outcome'] {
  return {
    advice_code: decline?.advice ?? null,
    network_advice_code: null,
    network_decline_code: decline ? '01' : null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: decline
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

function methodDetails(
  intent: Stripe.PaymentIntent,
  { object }: Method,
  authenticated: boolean,
): Stripe.Charge['payment_method_details'] {
  const { card } = object
  if (!card) return null
  return {
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      extended_authorization: { status: 'disabled' },
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: card.last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: authenticated ? authentication() : null,
      transaction_link_id: null,
      wallet: card.wallet ? { dynamic_last4: card.wallet.dynamic_last4, type: card.wallet.type } : null,
    },
    type: 'card',
  }
}

const authentication = () => ({
  authentication_flow: 'challenge' as const,
  electronic_commerce_indicator: '05' as const,
  exemption_indicator: null,
  result: 'authenticated' as const,
  result_reason: null,
  transaction_id: null,
  version: '2.2.0' as const,
})
