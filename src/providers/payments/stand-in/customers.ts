import type Stripe from 'stripe'
import { mergeMetadata, readAddress, readShipping } from './addresses.ts'
import { type Act, ok } from './answers.ts'
import { type Desk, seconds } from './desk.ts'
import { tell } from './events.ts'
import { keep, kept, load, rekeep } from './kept.ts'
import { listed } from './lists.ts'
import type { Params } from './params.ts'
import { attach, methodFor } from './payment-methods.ts'
import { missing } from './refusals.ts'

export const createCustomer: Act = (desk, params) => {
  const customer = newCustomer(desk)
  fill(customer, params)
  const method = params.given('payment_method')
  params.refuseUnknown()

  const json = keep(desk, customer)
  tell(desk, 'customer.created', json)
  if (method) {
    const refusal = attach(desk, methodFor(desk, method), customer.id)
    if (refusal) return refusal
  }
  return ok(json)
}

export const retrieveCustomer: Act = (desk, params, id) => {
  params.refuseUnknown()
  return ok(kept(desk, 'customer', id))
}

export const updateCustomer: Act = (desk, params, id) => {
  const customer = load(desk, 'customer', id)
  if (customer.deleted) throw missing('customer', id)
  fill(customer, params)
  params.refuseUnknown()
  const json = rekeep(desk, customer)
  tell(desk, 'customer.updated', json)
  return ok(json)
}

export const deleteCustomer: Act = (desk, params, id) => {
  const customer = load(desk, 'customer', id)
  params.refuseUnknown()
  tell(desk, 'customer.deleted', JSON.stringify(customer))
  const gone = { id, object: 'customer', deleted: true }
  desk.store.replace({ id, json: JSON.stringify(gone), note: null })
  return ok(JSON.stringify(gone))
}

export const listCustomers: Act = (desk, params) =>
  listed(desk, 'customer', '/v1/customers', params, { type: params.given('email') })

/** @throws Refusal when there is no such customer, or not any more. */
export function customerNamed(desk: Desk, id: string): Stripe.Customer {
  const customer = load(desk, 'customer', id, 'customer')
  if (customer.deleted) throw missing('customer', id, 'customer')
  return customer
}

export function newCustomer(desk: Desk): Stripe.Customer {
  return {
    id: desk.newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(desk.now()),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: desk.newId('', 7).slice(1).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

function fill(customer: Stripe.Customer, params: Params) {
  const address = readAddress(params.group('address'))
  const shipping = readShipping(params.group('shipping'))
  const defaults = params.group('invoice_settings')
  for (const name of ['description', 'email', 'name', 'phone'] as const) {
    const value = params.text(name)
    if (value !== undefined) customer[name] = value
  }
  if (address !== undefined) customer.address = address
  if (shipping !== undefined) customer.shipping = shipping
  const method = defaults?.text('default_payment_method')
  if (method !== undefined) customer.invoice_settings.default_payment_method = method
  customer.metadata = mergeMetadata(customer.metadata, params)
  params.ignore('preferred_locales', 'tax_exempt')
}
