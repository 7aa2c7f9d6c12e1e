import type Stripe from 'stripe'
import { mergeMetadata, readAddress, readShipping } from './addresses.ts'
import { type Deps, seconds } from './deps.ts'
import { recordEvent } from './events.ts'
import { listPage } from './lists.ts'
import type { Params } from './params.ts'
import { attach, resolveMethod } from './payment-methods.ts'
import { notFound } from './refusals.ts'
import { insert, load, update } from './resources.ts'
import { type Operation, ok } from './responses.ts'
import { retrieve } from './retrieve.ts'

export const createCustomer: Operation = (deps, params) => {
  const customer = newCustomer(deps)
  applyParams(customer, params)
  const method = params.optional('payment_method')
  params.refuseUnknown()

  const json = insert(deps, customer)
  recordEvent(deps, 'customer.created', json)
  if (method) {
    const refusal = attach(deps, resolveMethod(deps, method), customer.id)
    if (refusal) return refusal
  }
  return ok(json)
}

export const retrieveCustomer = retrieve('customer')

export const updateCustomer: Operation = (deps, params, id) => {
  const customer = load(deps, 'customer', id)
  if (customer.deleted) throw notFound('customer', id)
  applyParams(customer, params)
  params.refuseUnknown()
  const json = update(deps, customer)
  recordEvent(deps, 'customer.updated', json)
  return ok(json)
}

export const deleteCustomer: Operation = (deps, params, id) => {
  const customer = load(deps, 'customer', id)
  params.refuseUnknown()
  recordEvent(deps, 'customer.deleted', JSON.stringify(customer))
  const deleted = { id, object: 'customer', deleted: true }
  deps.store.replace({ id, json: JSON.stringify(deleted), note: null })
  return ok(JSON.stringify(deleted))
}

export const listCustomers: Operation = (deps, params) =>
  listPage(deps, 'customer', '/v1/customers', params, { type: params.optional('email') })

/** @throws Refusal if the customer is unknown or deleted. */
export function requireCustomer(deps: Deps, id: string): Stripe.Customer {
  const customer = load(deps, 'customer', id, 'customer')
  if (customer.deleted) throw notFound('customer', id, 'customer')
  return customer
}

export function newCustomer(deps: Deps): Stripe.Customer {
  return {
    id: deps.newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(deps.now()),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: deps.newId('', 7).slice(1).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: deps.livemode,
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

function applyParams(customer: Stripe.Customer, params: Params) {
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
