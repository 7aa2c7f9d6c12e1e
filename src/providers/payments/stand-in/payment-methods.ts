import { mergeMetadata, readBillingDetails } from './addresses.ts'
import { requireCustomer } from './customers.ts'
import type { Deps } from './deps.ts'
import { recordEvent } from './events.ts'
import { listPage } from './lists.ts'
import {
  emptyBillingDetails,
  type Method,
  newMethod,
  readNewMethod,
  saveMethod,
} from './new-payment-method.ts'
import { cardError, invalid, notFound } from './refusals.ts'
import { loadJson, type MethodNote, parse, update } from './resources.ts'
import { type ApiResponse, declined, type Operation, ok } from './responses.ts'
import { testCardByName } from './test-cards.ts'

export const createPaymentMethod: Operation = (deps, params) => ok(readNewMethod(deps, params).json)

export const retrievePaymentMethod: Operation = (deps, params, id) => {
  params.refuseUnknown()
  const testCard = testCardByName(id)
  return ok(
    testCard
      ? JSON.stringify(newMethod(deps, testCard, emptyBillingDetails()).object)
      : loadJson(deps, 'payment_method', id),
  )
}

export const updatePaymentMethod: Operation = (deps, params, id) => {
  const { object, note } = loadMethod(deps, id)
  const details = params.group('billing_details')
  params.ignore('card', 'allow_redisplay')
  object.metadata = mergeMetadata(object.metadata, params)
  if (details) object.billing_details = readBillingDetails(details)
  params.refuseUnknown()
  const json = update(deps, object, note)
  recordEvent(deps, 'payment_method.updated', json)
  return ok(json)
}

export const attachPaymentMethod: Operation = (deps, params, id) => {
  const customer = params.required('customer')
  params.refuseUnknown()
  const method = resolveMethod(deps, id)
  return attach(deps, method, requireCustomer(deps, customer).id) ?? ok(JSON.stringify(method.object))
}

export const detachPaymentMethod: Operation = (deps, params, id) => {
  const { object, note } = loadMethod(deps, id)
  params.refuseUnknown()
  if (object.customer === null)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  object.customer = null
  const json = update(deps, object, { ...note, spent: true })
  recordEvent(deps, 'payment_method.detached', json)
  return ok(json)
}

export const listPaymentMethods: Operation = (deps, params) => {
  const customer = params.required('customer')
  params.ignore('type')
  return listPage(deps, 'payment_method', '/v1/payment_methods', params, {
    customer: requireCustomer(deps, customer).id,
  })
}

export const listCustomerMethods: Operation = (deps, params, customer) => {
  params.ignore('type', 'allow_redisplay')
  const url = `/v1/customers/${customer}/payment_methods`
  return listPage(deps, 'payment_method', url, params, { customer: requireCustomer(deps, customer).id })
}

export const retrieveCustomerMethod: Operation = (deps, params, customer, id) => {
  params.refuseUnknown()
  const json = loadJson(deps, 'payment_method', id)
  if (parse<'payment_method'>(json).customer !== customer) throw notFound('payment_method', id)
  return ok(json)
}

/** Finds a payment method. A test name such as `pm_card_visa` creates one, as at Stripe. */
export function resolveMethod(deps: Deps, id: string): Method {
  const card = testCardByName(id)
  return card ? saveMethod(deps, card, emptyBillingDetails()) : loadMethod(deps, id, 'payment_method')
}

export function loadMethod(deps: Deps, id: string, param?: string): Method {
  const row = deps.store.find(id)
  if (row?.kind !== 'payment_method' || row.note === null) throw notFound('payment_method', id, param)
  // Safe: only `insert` and `update` write notes, and only of this type.
  const note = JSON.parse(row.note) as MethodNote
  const card = testCardByName(note.card)
  if (!card) throw notFound('payment_method', id, param)
  return { object: parse<'payment_method'>(row.json), note, card }
}

/** Saves a method for a customer. Returns a response only if the card is declined. */
export function attach(deps: Deps, method: Method, customer: string): ApiResponse | undefined {
  const { object, note, card } = method
  if (object.customer === customer) return undefined
  if (object.customer)
    throw invalid('The payment method you provided has already been attached to a customer.')
  requireUnspent(note)
  if (card.behavior.kind === 'declines') return declined(cardError(card.behavior.decline))
  object.customer = customer
  recordEvent(deps, 'payment_method.attached', update(deps, object, note))
  return undefined
}

/** @throws Refusal for a method that was used without a customer, or detached. */
export function requireUnspent(note: MethodNote) {
  if (!note.spent) return
  throw invalid(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a ' +
      'connected account without Customer attachment, or was detached from a Customer. It may not be used again. ' +
      'To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    'payment_method',
  )
}
