import type Stripe from 'stripe'
import { addCharge } from './balance.ts'
import type { Deps } from './deps.ts'
import { recordEvent } from './events.ts'
import { holdMoney } from './holds.ts'
import { newCharge } from './new-charge.ts'
import type { Method } from './new-payment-method.ts'
import { attach, loadMethod } from './payment-methods.ts'
import { cardError, type Decline, type ErrorBody } from './refusals.ts'
import { idOf, insert, load, update } from './resources.ts'
import { type ApiResponse, declined, ok } from './responses.ts'
import { authenticationRequired } from './test-cards.ts'

export type ChargeOptions = {
  /** The shopper is away, so no one can complete 3-D Secure. */
  offSession: boolean
  authenticated: boolean
  errorOnAction?: boolean
}

export type Outcome = 'succeeds' | 'processes' | 'requires_action' | { decline: Decline }

export function outcomeFor({ card: { behavior }, note, object }: Method, options: ChargeOptions): Outcome {
  switch (behavior.kind) {
    case 'succeeds':
      return 'succeeds'
    case 'processes':
      return 'processes'
    case 'declines':
      return { decline: behavior.decline }
    case 'declines_once_attached':
      return object.customer !== null || options.offSession ? { decline: behavior.decline } : 'succeeds'
    case 'authenticates': {
      const exempt = options.offSession && behavior.unlessSetUp && note.setUp
      if (options.authenticated || exempt)
        return behavior.decline ? { decline: behavior.decline } : 'succeeds'
      return options.offSession || options.errorOnAction
        ? { decline: authenticationRequired }
        : 'requires_action'
    }
  }
}

/** Charges the intent's card. The caller has checked in this transaction that the intent is open. */
export function chargeIntent(
  deps: Deps,
  intent: Stripe.PaymentIntent,
  method: Method,
  options: ChargeOptions,
): ApiResponse {
  const outcome = outcomeFor(method, options)
  intent.last_payment_error = null
  if (outcome === 'requires_action') return requireAction(deps, intent)
  if (outcome === 'processes') return startProcessing(deps, intent, method)
  if (outcome === 'succeeds') return completeCharge(deps, intent, method, options)
  return declineCharge(deps, intent, method, outcome.decline)
}

export function answerChallenge(
  deps: Deps,
  intent: Stripe.PaymentIntent,
  method: Method,
  accepted: boolean,
): ApiResponse {
  intent.next_action = null
  if (accepted) return chargeIntent(deps, intent, method, { offSession: false, authenticated: true })
  return failIntent(deps, intent, {
    ...failedAuthentication('payment_intent'),
    payment_method: method.object,
  })
}

export function finishProcessing(deps: Deps, intent: Stripe.PaymentIntent) {
  const charge = load(deps, 'charge', idOf(intent.latest_charge) ?? '')
  const method = loadMethod(deps, idOf(intent.payment_method) ?? '')
  charge.status = 'succeeded'
  charge.paid = charge.captured = true
  charge.amount_captured = charge.amount
  charge.balance_transaction = deps.newId('txn')
  addCharge(deps, charge)
  markSucceeded(deps, intent, method, update(deps, charge))
}

export const failedAuthentication = (kind: 'payment_intent' | 'setup_intent'): ErrorBody => ({
  code: `${kind}_authentication_failure`,
  doc_url: `https://stripe.com/docs/error-codes/${kind.replace('_', '-')}-authentication-failure`,
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to ' +
    `attempt to fulfill this ${kind === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'} again.`,
  type: 'invalid_request_error',
})

export const threeDSecureAction = (deps: Deps) => ({
  type: 'use_stripe_sdk' as const,
  use_stripe_sdk: { type: 'three_d_secure_redirect', source: deps.newId('payatt'), stripe_js: '' },
})

function requireAction(deps: Deps, intent: Stripe.PaymentIntent): ApiResponse {
  intent.status = 'requires_action'
  intent.next_action = threeDSecureAction(deps)
  const json = update(deps, intent)
  recordEvent(deps, 'payment_intent.requires_action', json)
  return ok(json)
}

function startProcessing(deps: Deps, intent: Stripe.PaymentIntent, method: Method): ApiResponse {
  const charge = newCharge(deps, intent, method, { status: 'pending' })
  intent.status = 'processing'
  intent.processing = { card: {}, type: 'card' }
  intent.latest_charge = charge.id
  recordEvent(deps, 'charge.pending', insert(deps, charge))
  const json = update(deps, intent)
  recordEvent(deps, 'payment_intent.processing', json)
  deps.store.setTimer(intent.id, deps.now() + deps.processingMs)
  deps.wake()
  return ok(json)
}

function completeCharge(
  deps: Deps,
  intent: Stripe.PaymentIntent,
  method: Method,
  { authenticated }: ChargeOptions,
): ApiResponse {
  const charge = newCharge(deps, intent, method, { status: 'succeeded', authenticated })
  intent.latest_charge = charge.id
  if (authenticated && intent.setup_future_usage === 'off_session') method.note.setUp = true
  if (intent.capture_method === 'manual') {
    attachOrSpendMethod(deps, intent, method)
    return holdMoney(deps, intent, charge)
  }
  addCharge(deps, charge)
  return markSucceeded(deps, intent, method, insert(deps, charge))
}

function markSucceeded(
  deps: Deps,
  intent: Stripe.PaymentIntent,
  method: Method,
  charge: string,
): ApiResponse {
  intent.status = 'succeeded'
  intent.processing = null
  intent.amount_received = intent.amount
  attachOrSpendMethod(deps, intent, method)
  const json = update(deps, intent)
  const chargeId = idOf(intent.latest_charge)
  if (method.card.aftermath && chargeId) deps.store.setTimer(chargeId, deps.now() + deps.processingMs)
  recordEvent(deps, 'charge.succeeded', charge)
  recordEvent(deps, 'payment_intent.succeeded', json)
  return ok(json)
}

function attachOrSpendMethod(deps: Deps, intent: Stripe.PaymentIntent, method: Method) {
  const customer = idOf(intent.customer)
  if (method.object.customer !== null) return void update(deps, method.object, method.note)
  if (intent.setup_future_usage && customer) return void attach(deps, method, customer)
  update(deps, method.object, { ...method.note, spent: true })
}

function declineCharge(
  deps: Deps,
  intent: Stripe.PaymentIntent,
  method: Method,
  decline: Decline,
): ApiResponse {
  const charge = newCharge(deps, intent, method, { status: 'failed', decline })
  intent.latest_charge = charge.id
  recordEvent(deps, 'charge.failed', insert(deps, charge))
  return failIntent(deps, intent, cardError(decline, { charge: charge.id, payment_method: method.object }))
}

function failIntent(deps: Deps, intent: Stripe.PaymentIntent, error: ErrorBody): ApiResponse {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  // Safe: Stripe's type names the same fields, and its payment method is the object above.
  intent.last_payment_error = error as Stripe.PaymentIntent.LastPaymentError
  const json = update(deps, intent)
  recordEvent(deps, 'payment_intent.payment_failed', json)
  return error.type === 'card_error' ? declined({ ...error, payment_intent: intent }) : ok(json)
}
