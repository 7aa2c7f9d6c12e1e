import type { AddressRefusal, AnswerName } from '#src/checkout/address-question.ts'
import type { Step } from '#src/checkout/island/step-order.ts'
import type { SavedAddressOption } from '#src/checkout/saved-address-options.ts'
import type { Day, Instant } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import type { RenewPeriod } from '#src/orders/recurring-rules.ts'
import type { Gift } from '#src/orders/rules.ts'
import type { Flow } from '#src/payments/flow.ts'

/** Serializable, and enough to render without scripts. */
export type CheckoutProps = {
  orderToken: string
  /** For plain forms; scripts use the token in the page's meta tag. */
  authenticityToken: string
  normalizeEmail: string | null
  storePhone: string
  /** Those that this order needs, in their order. */
  steps: Step[]
  step: Step
  email: string
  /** As saved, or as typed in a refused plain form. The phone reads `(###) ###-####`. */
  delivery: DeliveryFields
  /** As saved, or as typed in a refused plain form; null for a box that is no gift. */
  gift: Gift | null
  canBeGift: boolean
  answers: AddressAnswers
  savedAddresses: SavedAddressOption[]
  /** The account's cards that can pay, the default first. */
  savedCards: SavedCard[]
  /** Every day of the horizon, as from `GET /checkout/{order_token}/dates`; empty before the address is saved. */
  dates: WireDate[]
  arrivesOn: Day | null
  flow: Flow
  /** Null for a one-time box. */
  period: RenewPeriod | null
  totalCents: number
  /** The part that gift cards and store credit pay. */
  giftCents: number
  problems: {
    email: EmailProblem | null
    address: AddressRefusal | null
    date: string | null
    payment: string | null
    /** The payment's problem can only be mended in the cart. */
    isInCart?: boolean
  }
  /** Shown at the top after a failed payment (`?payment=failed`). */
  failure: string | null
  payments: {
    publishableKey: string
    /** A script to load instead of Stripe.js; null for Stripe's own. */
    scriptUrl: string | null
    embedded: boolean
  }
  urls: CheckoutUrls
}

export type CheckoutUrls = {
  /** This page without a query, for appending `?step=`. */
  checkout: string
  email: string
  address: string
  suggestions: string
  dates: string
  arrivalDate: string
  summary: string
  orderStatus: string
  express: string
  intent: string
  validate: string
  savedCard: string
  confirmStripeless: string
  paymentStatus: string
  /** A path, not a full URL. */
  paymentStatusPage: string
  confirmation: string
  cart: string
  /** Null if only staff can change the box. */
  changeBox: string | null
  terms: string | null
}

/** `name`: 'Visa ending in 4242'; `expires`: '09/2029'. */
export type SavedCard = { id: string; name: string; expires: string | null }

/** Closed days have reason and sentence, open days the rest. */
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

export type AddressAnswers = Partial<Record<AnswerName, string>>

/** `html` comes from the server and wins over `message`. */
export type EmailProblem = { message: string; html: string | null }
