import type Stripe from 'stripe'
import { mergeMetadata, readShipping } from './addresses.ts'
import { type Act, type Answer, ok } from './answers.ts'
import { answerChallenge, type Circumstances, pay } from './charging.ts'
import { mayBeUsedBy, needsReturnUrl, readConfirmation } from './confirmations.ts'
import { customerNamed } from './customers.ts'
import { type Desk, seconds } from './desk.ts'
import { tell } from './events.ts'
import { idOf, keep, kept, load, rekeep } from './kept.ts'
import { listed } from './lists.ts'
import { newIntent, refuseAmount } from './new-payment-intent.ts'
import { type Method, readNewMethod } from './new-payment-method.ts'
import type { Params } from './params.ts'
import { loadMethod, methodFor } from './payment-methods.ts'
import { unexpectedState } from './refusals.ts'

export const createPaymentIntent: Act = (desk, params) => {
  const intent = newIntent(desk, params)
  const confirms = params.flag('confirm') ?? false
  const confirmation = readConfirmation(params)
  const customer = idOf(intent.customer)
  if (customer) customerNamed(desk, customer)
  const method = readMethod(desk, params)
  params.refuseUnknown()

  if (method) choose(intent, method)
  const json = keep(desk, intent)
  tell(desk, 'payment_intent.created', json)
  if (!confirms) return ok(json)
  return confirm(desk, intent, method, confirmation)
}

export const retrievePaymentIntent: Act = (desk, params, id) => {
  params.ignore('client_secret')
  params.refuseUnknown()
  return ok(kept(desk, 'payment_intent', id))
}

const open: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export const updatePaymentIntent: Act = (desk, params, id) => {
  const intent = load(desk, 'payment_intent', id)
  for (const name of ['amount', 'currency', 'customer', 'payment_method', 'setup_future_usage']) {
    if (params.has(name) && !open.includes(intent.status))
      throw unexpectedState(closedTo(name, intent), intent, name)
  }
  const asked = intent.status === 'requires_action' && (params.has('amount') || params.has('payment_method'))
  revise(desk, intent, params)
  const method = readMethod(desk, params)
  params.refuseUnknown()

  if (method) choose(intent, method)
  // Who authenticated another amount has to be asked again.
  else if (asked) intent.status = 'requires_confirmation'
  if (method || asked) intent.next_action = null
  return ok(rekeep(desk, intent))
}

export const confirmPaymentIntent: Act = (desk, params, id) => {
  const intent = load(desk, 'payment_intent', id)
  refuseUnconfirmable(intent)
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
  const method = readMethod(desk, params)
  params.refuseUnknown()
  return confirm(desk, intent, method, confirmation)
}

export const cancelPaymentIntent: Act = (desk, params, id) => {
  const intent = load(desk, 'payment_intent', id)
  const reason = params.choice('cancellation_reason', [
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ])
  params.refuseUnknown()
  if (!open.includes(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the ` +
        `following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
      intent,
    )
  }
  intent.status = 'canceled'
  intent.canceled_at = seconds(desk.now())
  intent.cancellation_reason = reason ?? null
  intent.next_action = null
  const json = rekeep(desk, intent)
  tell(desk, 'payment_intent.canceled', json)
  return ok(json)
}

export const listPaymentIntents: Act = (desk, params) =>
  listed(desk, 'payment_intent', '/v1/payment_intents', params, { customer: params.given('customer') })

/** The shopper's answer to 3-D Secure. */
export function authenticatePaymentIntent(desk: Desk, id: string, accepted: boolean): Answer {
  const intent = load(desk, 'payment_intent', id)
  if (intent.status !== 'requires_action')
    throw unexpectedState('This PaymentIntent is not waiting for authentication.', intent)
  return answerChallenge(desk, intent, loadMethod(desk, idOf(intent.payment_method) ?? ''), accepted)
}

/** What the shop may do by its secret key and the page by the client secret. @throws Refusal when it is too late. */
export function confirm(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  given: Method | undefined,
  circumstances: Pick<Circumstances, 'offSession' | 'errorOnAction'> & {
    returnUrl?: string
    inPage?: boolean
  },
): Answer {
  refuseUnconfirmable(intent)
  const known = idOf(intent.payment_method)
  const method = given ?? (known ? loadMethod(desk, known) : undefined)
  if (!method) throw unexpectedState(lacksMethod(intent), intent)
  mayBeUsedBy(intent, method)
  if (!circumstances.inPage) needsReturnUrl(intent, circumstances.returnUrl)
  intent.next_action = null
  intent.payment_method = method.object.id
  return pay(desk, intent, method, { ...circumstances, authenticated: false })
}

function revise(desk: Desk, intent: Stripe.PaymentIntent, params: Params) {
  const amount = params.integer('amount')
  if (amount !== undefined) intent.amount = refuseAmount(amount)
  const customer = params.text('customer')
  if (customer) customerNamed(desk, customer)
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
  intent.currency = params.given('currency') ?? intent.currency
  intent.metadata = mergeMetadata(intent.metadata, params)
  params.ignore('payment_method_types', 'payment_method_options')
}

function readMethod(desk: Desk, params: Params): Method | undefined {
  const id = params.given('payment_method')
  const data = params.group('payment_method_data')
  if (id) return methodFor(desk, id)
  return data ? readNewMethod(desk, data) : undefined
}

function choose(intent: Stripe.PaymentIntent, method: Method) {
  mayBeUsedBy(intent, method)
  intent.payment_method = method.object.id
  intent.status = 'requires_confirmation'
}

function refuseUnconfirmable(intent: Stripe.PaymentIntent) {
  if (open.includes(intent.status)) return
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

const closedTo = (name: string, intent: Stripe.PaymentIntent) =>
  `This PaymentIntent's ${name} could not be updated because it has a status of ${intent.status}. You may only update the ` +
  `${name} of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`

const lacksMethod = ({ customer }: Stripe.PaymentIntent) =>
  `You cannot confirm this PaymentIntent because it's missing a payment method. ${
    customer
      ? `To confirm the PaymentIntent with ${idOf(customer)}, specify a payment method attached to this customer along with the customer ID.`
      : 'You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.'
  }`
