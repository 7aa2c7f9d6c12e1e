import type Stripe from 'stripe'
import { mergeMetadata } from './addresses.ts'
import { type Act, ok } from './answers.ts'
import { type Desk, seconds } from './desk.ts'
import { tell } from './events.ts'
import { idOf, keep, kept, load, rekeep } from './kept.ts'
import { listed } from './lists.ts'
import type { Params } from './params.ts'
import { loadMethod } from './payment-methods.ts'
import { invalid, Refusal, unexpectedState } from './refusals.ts'
import type { RefundFate } from './test-cards.ts'

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

export const createRefund: Act = (desk, params) => {
  const charge = chargeToRefund(desk, params)
  const amount = params.integer('amount') ?? charge.amount - charge.amount_refunded
  const reason = params.choice('reason', reasons) ?? null
  const metadata = mergeMetadata(null, params)
  params.refuseUnknown()
  refuseTooMuch(charge, amount)

  const fate = loadMethod(desk, charge.payment_method ?? '').card.refund ?? 'succeeds'
  const refund = newRefund(desk, charge, { amount, reason, metadata, fate })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  const json = keep(desk, refund)
  tell(desk, 'refund.created', json)
  tell(desk, 'charge.refunded', rekeep(desk, charge))
  if (fate !== 'succeeds') desk.store.setTimer(refund.id, desk.now() + desk.processingMs)
  return ok(json)
}

export const retrieveRefund: Act = (desk, params, id) => {
  params.refuseUnknown()
  return ok(kept(desk, 'refund', id))
}

export const listRefunds: Act = (desk, params) => {
  const links = { paymentIntent: params.given('payment_intent'), charge: params.given('charge') }
  return listed(desk, 'refund', '/v1/refunds', params, links)
}

/** What `pm_card_pendingRefund` and `pm_card_refundFail` come to. */
export function finishRefund(desk: Desk, refund: Stripe.Refund) {
  if (refund.status === 'pending') {
    refund.status = 'succeeded'
    return tell(desk, 'refund.updated', rekeep(desk, refund))
  }
  refund.status = 'failed'
  refund.failure_reason = 'expired_or_canceled_card'
  const charge = load(desk, 'charge', idOf(refund.charge) ?? '')
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  rekeep(desk, charge)
  const json = rekeep(desk, refund)
  tell(desk, 'refund.failed', json)
}

function chargeToRefund(desk: Desk, params: Params): Stripe.Charge {
  const intentId = params.given('payment_intent')
  const chargeId = params.given('charge')
  if (chargeId) return load(desk, 'charge', chargeId, 'charge')
  if (!intentId)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = load(desk, 'payment_intent', intentId, 'payment_intent')
  const charge = idOf(intent.latest_charge)
  if (intent.status === 'succeeded' && charge) return load(desk, 'charge', charge)
  throw unexpectedState(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    intent,
  )
}

function refuseTooMuch(charge: Stripe.Charge, amount: number) {
  if (charge.status !== 'succeeded') {
    throw invalid(`Charge ${charge.id} is not a successful charge and cannot be refunded.`, 'charge')
  }
  if (charge.refunded) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw new Refusal(
      400,
      { code: 'charge_already_refunded', message, type: 'invalid_request_error' },
      { begun: true },
    )
  }
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  const left = charge.amount - charge.amount_refunded
  if (amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`
    throw new Refusal(400, { message, param: 'amount', type: 'invalid_request_error' }, { begun: true })
  }
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

type Details = Pick<Stripe.Refund, 'amount' | 'reason' | 'metadata'> & { fate: RefundFate }

function newRefund(
  desk: Desk,
  charge: Stripe.Charge,
  { amount, reason, metadata, fate }: Details,
): Stripe.Refund {
  return {
    id: desk.newId('re'),
    object: 'refund',
    amount,
    balance_transaction: desk.newId('txn'),
    charge: charge.id,
    created: seconds(desk.now()),
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
    status: fate === 'pends' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
}
