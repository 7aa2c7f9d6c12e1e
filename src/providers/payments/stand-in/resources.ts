import type Stripe from 'stripe'
import type { Links } from '../../stand-in/store/store.ts'
import { type Deps, seconds } from './deps.ts'
import { notFound } from './refusals.ts'

export type Resources = {
  payment_intent: Stripe.PaymentIntent
  setup_intent: Stripe.SetupIntent
  customer: Stripe.Customer
  payment_method: Stripe.PaymentMethod
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  token: Stripe.Token
  balance_transaction: Stripe.BalanceTransaction
  payout: Stripe.Payout
}

export type Kind = keyof Resources
export type Resource = Resources[Kind]

/** What we know about a payment method that the API does not show. */
export type MethodNote = {
  /** A `pm_card_…` name from the table of test cards. */
  card: string
  setUp: boolean
  /** Used without a customer, or detached: it cannot be used again. */
  spent: boolean
}

/** Stores a new object. Returns its JSON, which is also the response. */
export function insert(deps: Deps, object: Resource, note?: MethodNote): string {
  const json = JSON.stringify(object)
  const created = 'created' in object ? object.created : seconds(deps.now())
  deps.store.add({ id: object.id, kind: object.object, created, json, note: noteText(note) }, linksOf(object))
  return json
}

export function update(deps: Deps, object: Resource, note?: MethodNote): string {
  const json = JSON.stringify(object)
  deps.store.replace({ id: object.id, json, note: noteText(note) }, linksOf(object))
  return json
}

const noteText = (note: MethodNote | undefined) => (note ? JSON.stringify(note) : null)

/** The stored JSON as it is: a plain retrieval parses nothing. */
export function loadJson(deps: Deps, kind: Kind, id: string, param?: string): string {
  const row = deps.store.find(id) ?? (deps.recall(id) ? deps.store.find(id) : undefined)
  if (row?.kind !== kind) throw notFound(kind, id, param)
  return row.json
}

export function load<K extends Kind>(deps: Deps, kind: K, id: string, param?: string): Resources[K] {
  return parse<K>(loadJson(deps, kind, id, param))
}

/** Safe: only `insert` and `update` write this text, from the same types. */
export function parse<K extends Kind>(json: string): Resources[K] {
  return JSON.parse(json) as Resources[K]
}

/** The id in a field that may hold an expanded object. Stored objects never do. */
export const idOf = (field: string | { id: string } | null | undefined) =>
  field === null || field === undefined ? null : typeof field === 'string' ? field : field.id

function linksOf(object: Resource): Links {
  switch (object.object) {
    case 'payment_intent':
    case 'setup_intent':
    case 'payment_method':
      return { customer: idOf(object.customer) }
    case 'charge':
      return { customer: idOf(object.customer), paymentIntent: idOf(object.payment_intent) }
    case 'refund':
    case 'dispute':
    case 'radar.early_fraud_warning':
      return { charge: idOf(object.charge), paymentIntent: idOf(object.payment_intent) }
    case 'customer':
      return { type: object.email }
    case 'balance_transaction':
      return { charge: idOf(object.source), type: 'unpaid' }
    case 'token':
    case 'payout':
      return {}
  }
}
