import type Stripe from 'stripe'
import { mergeMetadata } from './addresses.ts'
import { failedAuthentication, threeDSecureAction } from './charging.ts'
import { readConfirmation, requireReturnUrl, requireUsableMethod } from './confirmations.ts'
import { requireCustomer } from './customers.ts'
import type { Deps } from './deps.ts'
import { recordEvent } from './events.ts'
import { listPage } from './lists.ts'
import { type Method, readNewMethod } from './new-payment-method.ts'
import { newSetupIntent } from './new-setup-intent.ts'
import type { Params } from './params.ts'
import { attach, loadMethod, resolveMethod } from './payment-methods.ts'
import { cardError, type ErrorBody, unexpectedState } from './refusals.ts'
import { idOf, insert, load, update } from './resources.ts'
import { type ApiResponse, declined, type Operation, ok } from './responses.ts'
import { retrieve } from './retrieve.ts'

export const createSetupIntent: Operation = (deps, params) => {
  const intent = newSetupIntent(deps, params)
  const confirms = params.flag('confirm') ?? false
  const confirmation = readConfirmation(params)
  const customer = idOf(intent.customer)
  if (customer) requireCustomer(deps, customer)
  const method = readMethod(deps, params)
  params.refuseUnknown()

  if (method) setMethod(intent, method)
  const json = insert(deps, intent)
  recordEvent(deps, 'setup_intent.created', json)
  return confirms ? confirmSetup(deps, intent, method, confirmation) : ok(json)
}

export const retrieveSetupIntent = retrieve('setup_intent', 'client_secret')

export const updateSetupIntent: Operation = (deps, params, id) => {
  const intent = load(deps, 'setup_intent', id)
  const customer = params.text('customer')
  if (customer) requireCustomer(deps, customer)
  if (customer !== undefined) intent.customer = customer
  const description = params.text('description')
  if (description !== undefined) intent.description = description
  intent.metadata = mergeMetadata(intent.metadata, params)
  params.ignore('payment_method_types', 'payment_method_options')
  const method = readMethod(deps, params)
  params.refuseUnknown()
  if (!isOpen(intent))
    throw unexpectedState(
      `This SetupIntent could not be updated because it has a status of ${intent.status}.`,
      intent,
    )
  if (method) setMethod(intent, method)
  return ok(update(deps, intent))
}

export const confirmSetupIntent: Operation = (deps, params, id) => {
  const intent = load(deps, 'setup_intent', id)
  const confirmation = readConfirmation(params)
  params.ignore('use_stripe_sdk', 'client_secret', 'mandate_data', 'payment_method_options')
  const method = readMethod(deps, params)
  params.refuseUnknown()
  return confirmSetup(deps, intent, method, confirmation)
}

export const cancelSetupIntent: Operation = (deps, params, id) => {
  const intent = load(deps, 'setup_intent', id)
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
  const json = update(deps, intent)
  recordEvent(deps, 'setup_intent.canceled', json)
  return ok(json)
}

export const listSetupIntents: Operation = (deps, params) =>
  listPage(deps, 'setup_intent', '/v1/setup_intents', params, { customer: params.optional('customer') })

export function authenticateSetupIntent(deps: Deps, id: string, accepted: boolean): ApiResponse {
  const intent = load(deps, 'setup_intent', id)
  if (intent.status !== 'requires_action')
    throw unexpectedState('This SetupIntent is not waiting for authentication.', intent)
  const method = loadMethod(deps, idOf(intent.payment_method) ?? '')
  intent.next_action = null
  if (!accepted)
    return failIntent(deps, intent, {
      ...failedAuthentication('setup_intent'),
      payment_method: method.object,
    })
  return completeSetup(deps, intent, method, true)
}

export function confirmSetup(
  deps: Deps,
  intent: Stripe.SetupIntent,
  chosen: Method | undefined,
  options: { returnUrl?: string; inPage?: boolean },
): ApiResponse {
  if (!isOpen(intent))
    throw unexpectedState(
      `You cannot confirm this SetupIntent because it has ${intent.status === 'succeeded' ? 'already succeeded' : 'been canceled'}.`,
      intent,
    )
  const savedId = idOf(intent.payment_method)
  const method = chosen ?? (savedId ? loadMethod(deps, savedId) : undefined)
  if (!method)
    throw unexpectedState(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      intent,
    )
  requireUsableMethod(intent, method)
  if (!options.inPage) requireReturnUrl(intent, options.returnUrl)
  intent.payment_method = method.object.id
  intent.last_setup_error = null
  intent.latest_attempt = deps.newId('setatt')
  return completeSetup(deps, intent, method, false)
}

function completeSetup(
  deps: Deps,
  intent: Stripe.SetupIntent,
  method: Method,
  authenticated: boolean,
): ApiResponse {
  const { behavior } = method.card
  if (behavior.kind === 'declines')
    return failIntent(deps, intent, cardError(behavior.decline, { payment_method: method.object }))
  if (behavior.kind === 'authenticates' && !authenticated) return requireAction(deps, intent)

  const customer = idOf(intent.customer)
  method.note.setUp = intent.usage === 'off_session'
  if (customer && method.object.customer === null) attach(deps, method, customer)
  else update(deps, method.object, method.note)
  intent.status = 'succeeded'
  intent.next_action = null
  const json = update(deps, intent)
  recordEvent(deps, 'setup_intent.succeeded', json)
  return ok(json)
}

function requireAction(deps: Deps, intent: Stripe.SetupIntent): ApiResponse {
  intent.status = 'requires_action'
  intent.next_action = threeDSecureAction(deps)
  const json = update(deps, intent)
  recordEvent(deps, 'setup_intent.requires_action', json)
  return ok(json)
}

function failIntent(deps: Deps, intent: Stripe.SetupIntent, error: ErrorBody): ApiResponse {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  // Safe: Stripe's type names the same fields.
  intent.last_setup_error = error as Stripe.SetupIntent.LastSetupError
  const json = update(deps, intent)
  recordEvent(deps, 'setup_intent.setup_failed', json)
  return error.type === 'card_error' ? declined({ ...error, setup_intent: intent }) : ok(json)
}

const isOpen = ({ status }: Stripe.SetupIntent) =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action'

function setMethod(intent: Stripe.SetupIntent, method: Method) {
  requireUsableMethod(intent, method)
  intent.payment_method = method.object.id
  intent.status = 'requires_confirmation'
}

function readMethod(deps: Deps, params: Params): Method | undefined {
  const id = params.optional('payment_method')
  const data = params.group('payment_method_data')
  if (id) return resolveMethod(deps, id)
  return data ? readNewMethod(deps, data) : undefined
}
