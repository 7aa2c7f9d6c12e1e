import type { Day, Instant } from '#src/day.ts'
import type { DeliveryFields, FieldName } from '#src/delivery/rules.ts'

/** What the server hands the checkout island: serialisable, and all it needs to render without scripts. */
export type CheckoutProps = {
  orderToken: string
  /** For the plain forms; calls by script take the token of the page's meta tag. */
  authenticityToken: string
  /** Of whoever is signed in; null for a guest. */
  normalizeEmail: string | null
  storePhone: string
  /** The first thing still to do, or what `?step=` asked to do again. */
  step: Step
  /** As saved, or as typed when a plain form was refused. */
  email: string
  /** As saved, or as typed when a plain form was refused. The phone reads `(###) ###-####`. */
  delivery: DeliveryFields
  /** What was already said yes to, for the address that stands there refused. */
  answered: AddressAnswers
  /** Where somebody who is signed in had boxes sent before; none for a guest. */
  savedAddresses: SavedAddress[]
  /** Every day of the horizon as `GET /checkout/{order_token}/dates` answers them; empty before the address. */
  dates: WireDate[]
  arrivesOn: Day | null
  /** One-time or membership, something to pay or not, as it stands. */
  flow: Flow
  totalCents: number
  /** Refusals that a plain form was sent back with. */
  problems: {
    email: EmailProblem | null
    address: AddressProblem | null
    date: string | null
    payment: string | null
  }
  /** Said at the top when the shopper comes back from a payment that failed (`?payment=failed`). */
  failure: string | null
  payments: {
    publishableKey: string
    /** A script that takes the place of Stripe.js, to be loaded first; null loads Stripe's own. */
    scriptUrl: string | null
    embedded: boolean
  }
  urls: CheckoutUrls
}

export type Flow = 'alc-free' | 'sub-free' | 'alc-paid' | 'sub-paid'

/** Email, then address and date, then payment; a later step cannot be open before an earlier one is done. */
export type Step = 'email' | 'address' | 'date' | 'payment'

export type CheckoutUrls = {
  /** This page, without a query; `?step=` is put behind it. */
  checkout: string
  email: string
  address: string
  /** Finishes an address while it is typed. */
  suggestions: string
  dates: string
  arrivalDate: string
  summary: string
  /** What the order costs now, and by which flow. */
  standing: string
  /** Judges and prices the place that a wallet shows. */
  express: string
  intent: string
  validate: string
  confirmStripeless: string
  /** The waiting page, as a path. */
  paymentStatusPage: string
  confirmation: string
  cart: string
  /** null while there is no such page. */
  terms: string | null
}

/** One day of the calendar as it goes over the wire. Closed days have reason and sentence, open ones the rest. */
export type WireDate = {
  date: Day
  ok: boolean
  reason: string | null
  sentence: string | null
  ship_on: Day | null
  lock_at: Instant | string | null
  shipping_cents: number | null
  expedited: boolean
}

/** What questions about an address were answered with, by the wire's names: for that address, and no other. */
export type AddressAnswers = Partial<
  Record<'address_confirmation_bypass' | 'postal_code_delay_bypass' | 'fc_change_acknowledged', string>
>

/** An address somebody keeps; the phone reads `(###) ###-####`. */
export type SavedAddress = { token: string; isDefault: boolean; address: DeliveryFields }

/** `html` is the server's own and wins. */
export type EmailProblem = { message: string; html: string | null }

/** Why an address was not saved. All but `plain` and `no_eligible_shipping_days` leave the shopper a choice. */
export type AddressProblem =
  | { kind: 'plain'; message: string; fields: FieldName[] }
  | { kind: 'modified_to_achieve_match'; message: string; suggested: SuggestedAddress }
  | { kind: 'unconfirmed'; message: string }
  | { kind: 'postal_code_service_delay'; message: string }
  | { kind: 'no_eligible_shipping_days'; message: string }
  /** `items` names what the other fulfillment center lacks; acknowledging takes them out. */
  | { kind: 'fc_changed'; message: string; version: string; items: string[] }

export type SuggestedAddress = Pick<DeliveryFields, 'street1' | 'street2' | 'city' | 'state' | 'zip'>
