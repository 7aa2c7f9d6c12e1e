import type Stripe from 'stripe'
import { mergeMetadata } from './addresses.ts'
import { type Act, type Answer, declined, ok } from './answers.ts'
import { challenge, failedAuthentication } from './charging.ts'
import { mayBeUsedBy, needsReturnUrl, readConfirmation } from './confirmations.ts'
import { customerNamed } from './customers.ts'
import type { Desk } from './desk.ts'
import { tell } from './events.ts'
import { idOf, keep, kept, load, rekeep } from './kept.ts'
import { listed } from './lists.ts'
import { type Method, readNewMethod } from './new-payment-method.ts'
import { newSetupIntent } from './new-setup-intent.ts'
import type { Params } from './params.ts'
import { attach, loadMethod, methodFor } from './payment-methods.ts'
import { cardError, type ErrorBody, unexpectedState } from './refusals.ts'

export const createSetupIntent: Act = (desk, params) => {
  const intent = newSetupIntent(desk, params)
  const confirms = params.flag('confirm') ?? false
  const confirmation = readConfirmation(params)
  const customer = idOf(intent.customer)
  if (customer) customerNamed(desk, customer)
  const method = readMethod(desk, params)
  params.refuseUnknown()

  if (method) choose(intent, method)
  const json = keep(desk, intent)
  tell(desk, 'setup_intent.created', json)
  return confirms ? confirmSetup(desk, intent, method, confirmation) : ok(json)
}

export const retrieveSetupIntent: Act = (desk, params, id) => {
  params.ignore('client_secret')
  params.refuseUnknown()
  return ok(kept(desk, 'setup_intent', id))
}

export const updateSetupIntent: Act = (desk, params, id) => {
  const intent = load(desk, 'setup_intent', id)
  const customer = params.text('customer')
  if (customer) customerNamed(desk, customer)
  if (customer !== undefined) intent.customer = customer
  const description = params.text('description')
  if (description !== undefined) intent.description = description
  intent.metadata = mergeMetadata(intent.metadata, params)
  params.ignore('payment_method_types', 'payment_method_options')
  const method = readMethod(desk, params)
  params.refuseUnknown()
  if (!isOpen(intent))
    throw unexpectedState(
      `This SetupIntent could not be updated because it has a status of ${intent.status}.`,
      intent,
    )
  if (method) choose(intent, method)
  return ok(rekeep(desk, intent))
}

export const confirmSetupIntent: Act = (desk, params, id) => {
  const intent = load(desk, 'setup_intent', id)
  const confirmation = readConfirmation(params)
  params.ignore('use_stripe_sdk', 'client_secret', 'mandate_data', 'payment_method_options')
  const method = readMethod(desk, params)
  params.refuseUnknown()
  return confirmSetup(desk, intent, method, confirmation)
}

export const cancelSetupIntent: Act = (desk, params, id) => {
  const intent = load(desk, 'setup_intent', id)
  const reason = params.choice('cancellation_reason', ['abandoned', 'duplicate', 'requested_by_customer'])
  params.refuseUnknown()
  if (!isOpen(intent))
    throw unexpectedState(
      `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
      intent,
    )
  intent.status = 'canceled'
  intent.cancellation_reason = reason ?? null
  intent.next_action = null
  const json = rekeep(desk, intent)
  tell(desk, 'setup_intent.canceled', json)
  return ok(json)
}

export const listSetupIntents: Act = (desk, params) =>
  listed(desk, 'setup_intent', '/v1/setup_intents', params, { customer: params.given('customer') })

/** The shopper's answer to 3-D Secure. */
export function authenticateSetupIntent(desk: Desk, id: string, accepted: boolean): Answer {
  const intent = load(desk, 'setup_intent', id)
  if (intent.status !== 'requires_action')
    throw unexpectedState('This SetupIntent is not waiting for authentication.', intent)
  const method = loadMethod(desk, idOf(intent.payment_method) ?? '')
  intent.next_action = null
  if (!accepted)
    return fail(desk, intent, { ...failedAuthentication('setup_intent'), payment_method: method.object })
  return setUp(desk, intent, method, true)
}

/** By the shop's secret key or by the page's client secret. */
export function confirmSetup(
  desk: Desk,
  intent: Stripe.SetupIntent,
  given: Method | undefined,
  circumstances: { returnUrl?: string; inPage?: boolean },
): Answer {
  if (!isOpen(intent))
    throw unexpectedState(
      `You cannot confirm this SetupIntent because it has ${intent.status === 'succeeded' ? 'already succeeded' : 'been canceled'}.`,
      intent,
    )
  const known = idOf(intent.payment_method)
  const method = given ?? (known ? loadMethod(desk, known) : undefined)
  if (!method)
    throw unexpectedState(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      intent,
    )
  mayBeUsedBy(intent, method)
  if (!circumstances.inPage) needsReturnUrl(intent, circumstances.returnUrl)
  intent.payment_method = method.object.id
  intent.last_setup_error = null
  return setUp(desk, intent, method, false)
}

function setUp(desk: Desk, intent: Stripe.SetupIntent, method: Method, authenticated: boolean): Answer {
  const { fate } = method.card
  if (fate.kind === 'declines')
    return fail(desk, intent, cardError(fate.decline, { payment_method: method.object }))
  if (fate.kind === 'authenticates' && !authenticated) return ask(desk, intent)

  const customer = idOf(intent.customer)
  method.note.setUp = intent.usage === 'off_session'
  if (customer && method.object.customer === null) attach(desk, method, customer)
  else rekeep(desk, method.object, method.note)
  intent.status = 'succeeded'
  intent.next_action = null
  const json = rekeep(desk, intent)
  tell(desk, 'setup_intent.succeeded', json)
  return ok(json)
}

function ask(desk: Desk, intent: Stripe.SetupIntent): Answer {
  intent.status = 'requires_action'
  intent.next_action = challenge(desk)
  const json = rekeep(desk, intent)
  tell(desk, 'setup_intent.requires_action', json)
  return ok(json)
}

function fail(desk: Desk, intent: Stripe.SetupIntent, error: ErrorBody): Answer {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  // Stripe's own type names the same fields.
  intent.last_setup_error = error as Stripe.SetupIntent.LastSetupError
  const json = rekeep(desk, intent)
  tell(desk, 'setup_intent.setup_failed', json)
  return error.type === 'card_error' ? declined({ ...error, setup_intent: intent }) : ok(json)
}

const isOpen = ({ status }: Stripe.SetupIntent) =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action'

function choose(intent: Stripe.SetupIntent, method: Method) {
  mayBeUsedBy(intent, method)
  intent.payment_method = method.object.id
  intent.status = 'requires_confirmation'
}

function readMethod(desk: Desk, params: Params): Method | undefined {
  const id = params.given('payment_method')
  const data = params.group('payment_method_data')
  if (id) return methodFor(desk, id)
  return data ? readNewMethod(desk, data) : undefined
}
