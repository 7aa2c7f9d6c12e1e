import type Stripe from 'stripe'
import { DAY_MS, HOUR_MS } from '../../../day.ts'
import { addCharge } from './balance.ts'
import { type Deps, seconds } from './deps.ts'
import { recordEvent } from './events.ts'
import { newRefund } from './new-refund.ts'
import { invalid, unexpectedState } from './refusals.ts'
import { idOf, insert, load, update } from './resources.ts'
import { type ApiResponse, type Operation, ok } from './responses.ts'

/** As long as Visa holds a charge that a merchant began, the shortest of all. */
const HOLD_MS = 4 * DAY_MS + 18 * HOUR_MS

/** `capture_method: manual`: the bank accepts the charge, and only holds the money. */
export function holdMoney(deps: Deps, intent: Stripe.PaymentIntent, charge: Stripe.Charge): ApiResponse {
  const endsAt = deps.now() + HOLD_MS
  charge.captured = false
  charge.amount_captured = 0
  charge.balance_transaction = null
  const card = charge.payment_method_details?.card
  if (card) card.capture_before = seconds(endsAt)
  recordEvent(deps, 'charge.succeeded', insert(deps, charge))
  intent.status = 'requires_capture'
  intent.amount_capturable = intent.amount
  deps.store.setTimer(intent.id, endsAt)
  const json = update(deps, intent)
  recordEvent(deps, 'payment_intent.amount_capturable_updated', json)
  return ok(json)
}

/** Takes all or a part of what is held, once. The bank lets go of the rest, which shows as a refund. */
export const capturePaymentIntent: Operation = (deps, params, id) => {
  const intent = load(deps, 'payment_intent', id)
  const amount = params.integer('amount_to_capture') ?? intent.amount_capturable
  params.refuseUnknown()
  if (intent.status !== 'requires_capture')
    throw unexpectedState(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of ` +
        'the following statuses may be captured: requires_capture.',
      intent,
    )
  if (amount < 1 || amount > intent.amount_capturable)
    throw invalid(
      `The amount_to_capture must be from 1 to ${intent.amount_capturable}.`,
      'amount_to_capture',
      'amount_too_large',
    )
  const charge = chargeOf(deps, intent)
  charge.captured = true
  charge.amount_captured = amount
  charge.balance_transaction = deps.newId('txn')
  addCharge(deps, charge)
  recordEvent(deps, 'charge.captured', update(deps, charge))
  letGo(deps, charge, charge.amount - amount)
  intent.status = 'succeeded'
  intent.amount_received = amount
  intent.amount_capturable = 0
  deps.store.clearTimer(intent.id)
  const json = update(deps, intent)
  recordEvent(deps, 'payment_intent.succeeded', json)
  return ok(json)
}

/** When a held payment is canceled, by us or because its time is over. */
export const letGoOfAll = (deps: Deps, intent: Stripe.PaymentIntent) => {
  const charge = chargeOf(deps, intent)
  letGo(deps, charge, charge.amount)
  intent.amount_capturable = 0
  deps.store.clearTimer(intent.id)
}

const chargeOf = (deps: Deps, { latest_charge }: Stripe.PaymentIntent) =>
  load(deps, 'charge', idOf(latest_charge) ?? '')

function letGo(deps: Deps, charge: Stripe.Charge, amount: number) {
  if (amount === 0) return
  const released = newRefund(deps, charge, { amount, reason: null, metadata: {}, behavior: 'succeeds' })
  const refund = { ...released, balance_transaction: null } // this money was never in the balance
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  recordEvent(deps, 'refund.created', insert(deps, refund))
  recordEvent(deps, 'charge.refunded', update(deps, charge))
}
