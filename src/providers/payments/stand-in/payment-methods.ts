import { mergeMetadata, readBillingDetails } from './addresses.ts'
import { type Act, type Answer, declined, ok } from './answers.ts'
import { customerNamed } from './customers.ts'
import type { Desk } from './desk.ts'
import { tell } from './events.ts'
import { kept, type MethodNote, read, rekeep } from './kept.ts'
import { listed } from './lists.ts'
import { keepMethod, type Method, newMethod, noDetails, readNewMethod } from './new-payment-method.ts'
import { cardError, invalid, missing } from './refusals.ts'
import { testCardNamed } from './test-cards.ts'

export const createPaymentMethod: Act = (desk, params) => ok(readNewMethod(desk, params).json)

export const retrievePaymentMethod: Act = (desk, params, id) => {
  params.refuseUnknown()
  const ready = testCardNamed(id)
  return ok(
    ready ? JSON.stringify(newMethod(desk, ready, noDetails()).object) : kept(desk, 'payment_method', id),
  )
}

export const updatePaymentMethod: Act = (desk, params, id) => {
  const { object, note } = loadMethod(desk, id)
  const details = params.group('billing_details')
  params.ignore('card', 'allow_redisplay')
  object.metadata = mergeMetadata(object.metadata, params)
  if (details) object.billing_details = readBillingDetails(details)
  params.refuseUnknown()
  const json = rekeep(desk, object, note)
  tell(desk, 'payment_method.updated', json)
  return ok(json)
}

export const attachPaymentMethod: Act = (desk, params, id) => {
  const customer = params.required('customer')
  params.refuseUnknown()
  const method = methodFor(desk, id)
  return attach(desk, method, customerNamed(desk, customer).id) ?? ok(JSON.stringify(method.object))
}

export const detachPaymentMethod: Act = (desk, params, id) => {
  const { object, note } = loadMethod(desk, id)
  params.refuseUnknown()
  if (object.customer === null)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  object.customer = null
  const json = rekeep(desk, object, { ...note, spent: true })
  tell(desk, 'payment_method.detached', json)
  return ok(json)
}

export const listPaymentMethods: Act = (desk, params) => {
  const customer = params.required('customer')
  params.ignore('type')
  return listed(desk, 'payment_method', '/v1/payment_methods', params, {
    customer: customerNamed(desk, customer).id,
  })
}

export const listCustomersMethods: Act = (desk, params, customer) => {
  params.ignore('type', 'allow_redisplay')
  const url = `/v1/customers/${customer}/payment_methods`
  return listed(desk, 'payment_method', url, params, { customer: customerNamed(desk, customer).id })
}

export const retrieveCustomersMethod: Act = (desk, params, customer, id) => {
  params.refuseUnknown()
  const json = kept(desk, 'payment_method', id)
  if (read<'payment_method'>(json).customer !== customer) throw missing('payment_method', id)
  return ok(json)
}

/** The method of that id; a test name such as `pm_card_visa` makes a new one, as at Stripe. */
export function methodFor(desk: Desk, id: string): Method {
  const card = testCardNamed(id)
  return card ? keepMethod(desk, card, noDetails()) : loadMethod(desk, id, 'payment_method')
}

export function loadMethod(desk: Desk, id: string, param?: string): Method {
  const row = desk.store.find(id)
  if (row?.kind !== 'payment_method' || row.note === null) throw missing('payment_method', id, param)
  // Safe: only `keep` writes notes, and only of this type.
  const note = JSON.parse(row.note) as MethodNote
  const card = testCardNamed(note.card)
  if (!card) throw missing('payment_method', id, param)
  return { object: read<'payment_method'>(row.json), note, card }
}

/** Saves a method for a customer. Answers the card's refusal, or nothing when it is attached. */
export function attach(desk: Desk, method: Method, customer: string): Answer | undefined {
  const { object, note, card } = method
  if (object.customer === customer) return undefined
  if (object.customer)
    throw invalid('The payment method you provided has already been attached to a customer.')
  refuseSpent(note)
  if (card.fate.kind === 'declines') return declined(cardError(card.fate.decline))
  object.customer = customer
  tell(desk, 'payment_method.attached', rekeep(desk, object, note))
  return undefined
}

/** @throws Refusal for a method that was used without a customer, or detached. */
export function refuseSpent(note: MethodNote) {
  if (!note.spent) return
  throw invalid(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a ' +
      'connected account without Customer attachment, or was detached from a Customer. It may not be used again. ' +
      'To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    'payment_method',
  )
}
