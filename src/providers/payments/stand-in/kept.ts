import type Stripe from 'stripe'
import { type Desk, seconds } from './desk.ts'
import { missing } from './refusals.ts'
import type { Links } from './store/store.ts'

/** The resources the stand-in keeps, by the name in their `object` field. */
export type Resources = {
  payment_intent: Stripe.PaymentIntent
  setup_intent: Stripe.SetupIntent
  customer: Stripe.Customer
  payment_method: Stripe.PaymentMethod
  charge: Stripe.Charge
  refund: Stripe.Refund
  token: Stripe.Token
}

export type Kind = keyof Resources
export type Resource = Resources[Kind]

/** What the stand-in knows of a payment method and its API does not tell. */
export type MethodNote = {
  /** A `pm_card_…` name of the table of test cards. */
  card: string
  /** Authenticated once for use off-session. */
  setUp: boolean
  /** Used without a customer, or detached: it may not be used again. */
  spent: boolean
}

/** Keeps a new object; its text is the answer. */
export function keep(desk: Desk, object: Resource, note?: MethodNote): string {
  const json = JSON.stringify(object)
  const created = 'created' in object ? object.created : seconds(desk.now())
  desk.store.add({ id: object.id, kind: object.object, created, json, note: noteText(note) }, linksOf(object))
  return json
}

/** Keeps what became of an object. */
export function rekeep(desk: Desk, object: Resource, note?: MethodNote): string {
  const json = JSON.stringify(object)
  desk.store.replace({ id: object.id, json, note: noteText(note) }, linksOf(object))
  return json
}

const noteText = (note: MethodNote | undefined) => (note ? JSON.stringify(note) : null)

/** The text of an object as it was last kept: a plain retrieval parses nothing. */
export function kept(desk: Desk, kind: Kind, id: string, param?: string): string {
  const row = desk.store.find(id)
  if (row?.kind !== kind) throw missing(kind, id, param)
  return row.json
}

export function load<K extends Kind>(desk: Desk, kind: K, id: string, param?: string): Resources[K] {
  return read<K>(kept(desk, kind, id, param))
}

/** Safe because only `keep` and `rekeep` write these texts, from the same types. */
export function read<K extends Kind>(json: string): Resources[K] {
  return JSON.parse(json) as Resources[K]
}

/** The id in a field that may hold an expanded object; kept objects never do. */
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
      return { charge: idOf(object.charge), paymentIntent: idOf(object.payment_intent) }
    case 'customer':
      return { type: object.email }
    case 'token':
      return {}
  }
}
