import type Stripe from 'stripe'
import { formatCents } from '../../../money.ts'
import { mergeMetadata } from './addresses.ts'
import { addFailedRefund, addRefund } from './balance.ts'
import type { Deps } from './deps.ts'
import { recordEvent } from './events.ts'
import { chargeLinks, listPage } from './lists.ts'
import { newRefund } from './new-refund.ts'
import type { Params } from './params.ts'
import { loadMethod } from './payment-methods.ts'
import { invalid, Refusal, unexpectedState } from './refusals.ts'
import { idOf, insert, load, parse, update } from './resources.ts'
import { type Operation, ok } from './responses.ts'
import { retrieve } from './retrieve.ts'

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

export const createRefund: Operation = (deps, params) => {
  const charge = chargeToRefund(deps, params)
  const amount = params.integer('amount') ?? charge.amount - charge.amount_refunded
  const reason = params.choice('reason', reasons) ?? null
  const metadata = mergeMetadata(null, params)
  params.refuseUnknown()
  checkRefundable(deps, charge, amount)

  const behavior = loadMethod(deps, charge.payment_method ?? '').card.refund ?? 'succeeds'
  const refund = newRefund(deps, charge, { amount, reason, metadata, behavior })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  addRefund(deps, refund)
  const json = insert(deps, refund)
  recordEvent(deps, 'refund.created', json)
  recordEvent(deps, 'charge.refunded', update(deps, charge))
  if (behavior !== 'succeeds') deps.store.setTimer(refund.id, deps.now() + deps.processingMs)
  return ok(json)
}

export const retrieveRefund = retrieve('refund')

export const listRefunds: Operation = (deps, params) =>
  listPage(deps, 'refund', '/v1/refunds', params, chargeLinks(params))

export function finishRefund(deps: Deps, refund: Stripe.Refund) {
  if (refund.status === 'pending') {
    refund.status = 'succeeded'
    return recordEvent(deps, 'refund.updated', update(deps, refund))
  }
  refund.status = 'failed'
  refund.failure_reason = 'expired_or_canceled_card'
  refund.failure_balance_transaction = deps.newId('txn')
  addFailedRefund(deps, refund)
  const charge = load(deps, 'charge', idOf(refund.charge) ?? '')
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  update(deps, charge)
  const json = update(deps, refund)
  recordEvent(deps, 'refund.failed', json)
}

function chargeToRefund(deps: Deps, params: Params): Stripe.Charge {
  const intentId = params.optional('payment_intent')
  const chargeId = params.optional('charge')
  if (chargeId) return load(deps, 'charge', chargeId, 'charge')
  if (!intentId)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = load(deps, 'payment_intent', intentId, 'payment_intent')
  const charge = idOf(intent.latest_charge)
  if (intent.status === 'succeeded' && charge) return load(deps, 'charge', charge)
  throw unexpectedState(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    intent,
  )
}

function checkRefundable(deps: Deps, charge: Stripe.Charge, amount: number) {
  if (charge.status !== 'succeeded') {
    throw invalid(`Charge ${charge.id} is not a successful charge and cannot be refunded.`, 'charge')
  }
  if (
    deps.store
      .list('dispute', { charge: charge.id, limit: 1 })
      .some(({ json }) => !parse<'dispute'>(json).is_charge_refundable)
  ) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw new Refusal(
      400,
      { code: 'charge_disputed', message, type: 'invalid_request_error' },
      { begun: true },
    )
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
    const message = `Refund amount (${formatCents(amount)}) is greater than unrefunded amount on charge (${formatCents(left)})`
    throw new Refusal(400, { message, param: 'amount', type: 'invalid_request_error' }, { begun: true })
  }
}
