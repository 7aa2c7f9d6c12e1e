import type Stripe from 'stripe'
import { type Answer, declined, ok } from './answers.ts'
import type { Desk } from './desk.ts'
import { tell } from './events.ts'
import { idOf, keep, load, rekeep } from './kept.ts'
import { newCharge } from './new-charge.ts'
import type { Method } from './new-payment-method.ts'
import { attach, loadMethod } from './payment-methods.ts'
import { cardError, type Decline, type ErrorBody } from './refusals.ts'
import { authenticationRequired } from './test-cards.ts'

export type Circumstances = {
  /** The shopper is not there: nobody can answer 3-D Secure. */
  offSession: boolean
  authenticated: boolean
  /** Decline rather than ask. */
  errorOnAction?: boolean
}

export type Outcome = 'succeeds' | 'processes' | 'asks' | { decline: Decline }

/** What the card does in these circumstances. */
export function outcomeFor({ card: { fate }, note, object }: Method, circumstances: Circumstances): Outcome {
  switch (fate.kind) {
    case 'succeeds':
      return 'succeeds'
    case 'processes':
      return 'processes'
    case 'declines':
      return { decline: fate.decline }
    case 'declines_once_attached':
      return object.customer !== null || circumstances.offSession ? { decline: fate.decline } : 'succeeds'
    case 'authenticates': {
      const exempt = circumstances.offSession && fate.unlessSetUp && note.setUp
      if (circumstances.authenticated || exempt) return fate.decline ? { decline: fate.decline } : 'succeeds'
      return circumstances.offSession || circumstances.errorOnAction
        ? { decline: authenticationRequired }
        : 'asks'
    }
  }
}

/** Charges the intent's card, once: the caller has seen to it that the intent is open, in this same transaction. */
export function pay(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  method: Method,
  circumstances: Circumstances,
): Answer {
  const outcome = outcomeFor(method, circumstances)
  intent.last_payment_error = null
  if (outcome === 'asks') return ask(desk, intent)
  if (outcome === 'processes') return begin(desk, intent, method)
  if (outcome === 'succeeds') return settle(desk, intent, method, circumstances)
  return refuse(desk, intent, method, outcome.decline)
}

/** The shopper answered 3-D Secure. */
export function answerChallenge(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  method: Method,
  accepted: boolean,
): Answer {
  intent.next_action = null
  if (accepted) return pay(desk, intent, method, { offSession: false, authenticated: true })
  return fail(desk, intent, { ...failedAuthentication('payment_intent'), payment_method: method.object })
}

/** What `pm_card_processing` began, ended by time. */
export function finishProcessing(desk: Desk, intent: Stripe.PaymentIntent) {
  const charge = load(desk, 'charge', idOf(intent.latest_charge) ?? '')
  const method = loadMethod(desk, idOf(intent.payment_method) ?? '')
  charge.status = 'succeeded'
  charge.paid = charge.captured = true
  charge.amount_captured = charge.amount
  charge.balance_transaction = desk.newId('txn')
  succeed(desk, intent, method, rekeep(desk, charge))
}

export const failedAuthentication = (kind: 'payment_intent' | 'setup_intent'): ErrorBody => ({
  code: `${kind}_authentication_failure`,
  doc_url: `https://stripe.com/docs/error-codes/${kind.replace('_', '-')}-authentication-failure`,
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to ' +
    `attempt to fulfill this ${kind === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'} again.`,
  type: 'invalid_request_error',
})

/** The page's script shows the dialog itself, as Stripe.js does. */
export const challenge = (desk: Desk) => ({
  type: 'use_stripe_sdk' as const,
  use_stripe_sdk: { type: 'three_d_secure_redirect', source: desk.newId('payatt'), stripe_js: '' },
})

function ask(desk: Desk, intent: Stripe.PaymentIntent): Answer {
  intent.status = 'requires_action'
  intent.next_action = challenge(desk)
  const json = rekeep(desk, intent)
  tell(desk, 'payment_intent.requires_action', json)
  return ok(json)
}

function begin(desk: Desk, intent: Stripe.PaymentIntent, method: Method): Answer {
  const charge = newCharge(desk, intent, method, { status: 'pending' })
  intent.status = 'processing'
  intent.processing = { card: {}, type: 'card' }
  intent.latest_charge = charge.id
  tell(desk, 'charge.pending', keep(desk, charge))
  const json = rekeep(desk, intent)
  tell(desk, 'payment_intent.processing', json)
  desk.store.setTimer(intent.id, desk.now() + desk.processingMs)
  desk.wake()
  return ok(json)
}

function settle(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  method: Method,
  { authenticated }: Circumstances,
): Answer {
  const charge = newCharge(desk, intent, method, { status: 'succeeded', authenticated })
  intent.latest_charge = charge.id
  if (authenticated && intent.setup_future_usage === 'off_session') method.note.setUp = true
  return succeed(desk, intent, method, keep(desk, charge))
}

function succeed(desk: Desk, intent: Stripe.PaymentIntent, method: Method, charge: string): Answer {
  intent.status = 'succeeded'
  intent.processing = null
  intent.amount_received = intent.amount
  saveForLater(desk, intent, method)
  const json = rekeep(desk, intent)
  tell(desk, 'charge.succeeded', charge)
  tell(desk, 'payment_intent.succeeded', json)
  return ok(json)
}

function saveForLater(desk: Desk, intent: Stripe.PaymentIntent, method: Method) {
  const customer = idOf(intent.customer)
  if (method.object.customer !== null) return void rekeep(desk, method.object, method.note)
  if (intent.setup_future_usage && customer) return void attach(desk, method, customer)
  rekeep(desk, method.object, { ...method.note, spent: true })
}

function refuse(desk: Desk, intent: Stripe.PaymentIntent, method: Method, decline: Decline): Answer {
  const charge = newCharge(desk, intent, method, { status: 'failed', decline })
  intent.latest_charge = charge.id
  tell(desk, 'charge.failed', keep(desk, charge))
  return fail(desk, intent, cardError(decline, { charge: charge.id, payment_method: method.object }))
}

/** Back to the start: the intent may be tried again with another card. */
function fail(desk: Desk, intent: Stripe.PaymentIntent, error: ErrorBody): Answer {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  // Stripe's own type names the same fields; its payment method is the object above.
  intent.last_payment_error = error as Stripe.PaymentIntent.LastPaymentError
  const json = rekeep(desk, intent)
  tell(desk, 'payment_intent.payment_failed', json)
  return error.type === 'card_error' ? declined({ ...error, payment_intent: intent }) : ok(json)
}
