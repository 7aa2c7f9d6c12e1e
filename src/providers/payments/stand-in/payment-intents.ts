import type Stripe from 'stripe'
import { mergeMetadata, readShipping } from './addresses.ts'
import { answerChallenge, type ChargeOptions, chargeIntent } from './charging.ts'
import { readConfirmation, requireReturnUrl, requireUsableMethod } from './confirmations.ts'
import { requireCustomer } from './customers.ts'
import { type Deps, seconds } from './deps.ts'
import { recordEvent } from './events.ts'
import { letGoOfAll } from './holds.ts'
import { listPage } from './lists.ts'
import { checkAmount, newIntent } from './new-payment-intent.ts'
import { type Method, readNewMethod } from './new-payment-method.ts'
import type { Params } from './params.ts'
import { loadMethod, resolveMethod } from './payment-methods.ts'
import { unexpectedState } from './refusals.ts'
import { idOf, insert, load, update } from './resources.ts'
import { type ApiResponse, type Operation, ok } from './responses.ts'
import { retrieve } from './retrieve.ts'

export const createPaymentIntent: Operation = (deps, params) => {
  const intent = newIntent(deps, params)
  const confirms = params.flag('confirm') ?? false
  const confirmation = readConfirmation(params)
  const customer = idOf(intent.customer)
  if (customer) requireCustomer(deps, customer)
  const method = readMethod(deps, params)
  params.refuseUnknown()

  if (method) setMethod(intent, method)
  const json = insert(deps, intent)
  recordEvent(deps, 'payment_intent.created', json)
  if (!confirms) return ok(json)
  return confirm(deps, intent, method, confirmation)
}

export const retrievePaymentIntent = retrieve('payment_intent', 'client_secret')

const openStatuses: readonly string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

export const updatePaymentIntent: Operation = (deps, params, id) => {
  const intent = load(deps, 'payment_intent', id)
  for (const name of ['amount', 'currency', 'customer', 'payment_method', 'setup_future_usage']) {
    if (params.has(name) && !openStatuses.includes(intent.status))
      throw unexpectedState(notUpdatable(name, intent), intent, name)
  }
  const wasRequiringAction =
    intent.status === 'requires_action' && (params.has('amount') || params.has('payment_method'))
  applyParams(deps, intent, params)
  const method = readMethod(deps, params)
  params.refuseUnknown()

  if (method) setMethod(intent, method)
  // The shopper authenticated another amount, and has to do it again.
  else if (wasRequiringAction) intent.status = 'requires_confirmation'
  if (method || wasRequiringAction) intent.next_action = null
  return ok(update(deps, intent))
}

export const confirmPaymentIntent: Operation = (deps, params, id) => {
  const intent = load(deps, 'payment_intent', id)
  requireConfirmable(intent)
  const confirmation = readConfirmation(params)
  const usage = params.choice('setup_future_usage', ['off_session', 'on_session'])
  if (usage !== undefined) intent.setup_future_usage = usage
  params.ignore(
    'use_stripe_sdk',
    'client_secret',
    'payment_method_options',
    'payment_method_types',
    'mandate_data',
  )
  const receipt = params.text('receipt_email')
  if (receipt !== undefined) intent.receipt_email = receipt
  const shipping = readShipping(params.group('shipping'))
  if (shipping !== undefined) intent.shipping = shipping
  const method = readMethod(deps, params)
  params.refuseUnknown()
  return confirm(deps, intent, method, confirmation)
}

export const cancelPaymentIntent: Operation = (deps, params, id) => {
  const intent = load(deps, 'payment_intent', id)
  const reason = params.choice('cancellation_reason', [
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ])
  params.refuseUnknown()
  const isHeld = intent.status === 'requires_capture'
  if (!isHeld && !openStatuses.includes(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the ` +
        `following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
      intent,
    )
  }
  return cancelIntent(deps, intent, reason ?? null)
}

/** A hold whose time is over. */
export const expireHold = (deps: Deps, intent: Stripe.PaymentIntent) =>
  cancelIntent(deps, intent, 'automatic')

function cancelIntent(
  deps: Deps,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent['cancellation_reason'],
): ApiResponse {
  if (intent.status === 'requires_capture') letGoOfAll(deps, intent)
  intent.status = 'canceled'
  intent.canceled_at = seconds(deps.now())
  intent.cancellation_reason = reason
  intent.next_action = null
  const json = update(deps, intent)
  recordEvent(deps, 'payment_intent.canceled', json)
  return ok(json)
}

export const listPaymentIntents: Operation = (deps, params) =>
  listPage(deps, 'payment_intent', '/v1/payment_intents', params, { customer: params.optional('customer') })

export function authenticatePaymentIntent(deps: Deps, id: string, accepted: boolean): ApiResponse {
  const intent = load(deps, 'payment_intent', id)
  if (intent.status !== 'requires_action')
    throw unexpectedState('This PaymentIntent is not waiting for authentication.', intent)
  return answerChallenge(deps, intent, loadMethod(deps, idOf(intent.payment_method) ?? ''), accepted)
}

/** For the shop's secret key and the page's client secret. @throws Refusal if the intent is no longer open. */
export function confirm(
  deps: Deps,
  intent: Stripe.PaymentIntent,
  chosen: Method | undefined,
  options: Pick<ChargeOptions, 'offSession' | 'errorOnAction'> & {
    returnUrl?: string
    inPage?: boolean
  },
): ApiResponse {
  requireConfirmable(intent)
  const savedId = idOf(intent.payment_method)
  const method = chosen ?? (savedId ? loadMethod(deps, savedId) : undefined)
  if (!method) throw unexpectedState(missingMethod(intent), intent)
  requireUsableMethod(intent, method)
  if (!options.inPage) requireReturnUrl(intent, options.returnUrl)
  intent.next_action = null
  intent.payment_method = method.object.id
  return chargeIntent(deps, intent, method, { ...options, authenticated: false })
}

function applyParams(deps: Deps, intent: Stripe.PaymentIntent, params: Params) {
  const amount = params.integer('amount')
  if (amount !== undefined) intent.amount = checkAmount(amount)
  const customer = params.text('customer')
  if (customer) requireCustomer(deps, customer)
  if (customer !== undefined) intent.customer = customer
  const usage = params.choice('setup_future_usage', ['off_session', 'on_session'])
  if (usage !== undefined) intent.setup_future_usage = usage
  for (const name of [
    'description',
    'receipt_email',
    'transfer_group',
    'statement_descriptor_suffix',
  ] as const) {
    const value = params.text(name)
    if (value !== undefined) intent[name] = value
  }
  const shipping = readShipping(params.group('shipping'))
  if (shipping !== undefined) intent.shipping = shipping
  intent.currency = params.optional('currency') ?? intent.currency
  intent.metadata = mergeMetadata(intent.metadata, params)
  params.ignore('payment_method_types', 'payment_method_options')
}

function readMethod(deps: Deps, params: Params): Method | undefined {
  const id = params.optional('payment_method')
  const data = params.group('payment_method_data')
  if (id) return resolveMethod(deps, id)
  return data ? readNewMethod(deps, data) : undefined
}

function setMethod(intent: Stripe.PaymentIntent, method: Method) {
  requireUsableMethod(intent, method)
  intent.payment_method = method.object.id
  intent.status = 'requires_confirmation'
}

function requireConfirmable(intent: Stripe.PaymentIntent) {
  if (openStatuses.includes(intent.status)) return
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      intent,
    )
  }
  throw unexpectedState(
    `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the ` +
      'following statuses may be confirmed: requires_confirmation, requires_action.',
    intent,
  )
}

const notUpdatable = (name: string, intent: Stripe.PaymentIntent) =>
  `This PaymentIntent's ${name} could not be updated because it has a status of ${intent.status}. You may only update the ` +
  `${name} of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`

const missingMethod = ({ customer }: Stripe.PaymentIntent) =>
  `You cannot confirm this PaymentIntent because it's missing a payment method. ${
    customer
      ? `To confirm the PaymentIntent with ${idOf(customer)}, specify a payment method attached to this customer along with the customer ID.`
      : 'You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.'
  }`
