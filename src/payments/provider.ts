import Stripe from 'stripe'
import type { Payment } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { INTENT_KIND } from './flow.ts'

export type IntentKind = 'payment' | 'setup'

/** `fingerprint` identifies a card no matter who pays with it; null when the provider gives none. */
export type ProviderCard = {
  brand: string
  last4: string
  expMonth: number
  expYear: number
  fingerprint: string | null
}

export type IntentSnapshot = {
  id: string
  kind: IntentKind
  /**
   * `waiting` covers everything neither final nor declined, including statuses we do not know. `lost`: the provider
   * doesn't know the intent, as after a change of keys.
   */
  status: 'succeeded' | 'processing' | 'waiting' | 'declined' | 'canceled' | 'lost'
  amountCents: number
  /** Includes money that the bank only holds. */
  receivedCents: number
  heldUntil: Instant | null
  currency: string
  orderToken: string | null
  livemode: boolean
  card: ProviderCard | null
  /** Present if the intent saved its card for later charges. */
  savedCard: { customerId: string; paymentMethodId: string } | null
  declined: string | null
  /** A failed authentication does not count: the bank has declined nothing. */
  countsAsDecline: boolean
  /** The id of the charge that was declined last. */
  declinedCharge: string | null
}

/** Webhooks and pages only hint at a change, so the intent itself is always fetched. */
export async function fetchIntent(stripe: Stripe, id: string): Promise<IntentSnapshot> {
  const snapshot = await unlessMissing(async () =>
    id.startsWith('seti_')
      ? fromSetup(await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }))
      : fromPayment(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
  )
  return snapshot ?? lostIntent(id)
}

/** Null when the provider doesn't know it. */
export const retrieveIntent = (stripe: Stripe, id: string) =>
  unlessMissing<Stripe.PaymentIntent | Stripe.SetupIntent>(() =>
    id.startsWith('seti_') ? stripe.setupIntents.retrieve(id) : stripe.paymentIntents.retrieve(id),
  )

/** If the intent has finished meanwhile, returns that state, so that late money is never missed. */
export async function cancelIntent(stripe: Stripe, id: string): Promise<IntentSnapshot> {
  try {
    return id.startsWith('seti_')
      ? fromSetup(await stripe.setupIntents.cancel(id))
      : fromPayment(await stripe.paymentIntents.cancel(id))
  } catch (error) {
    if (isFinished(error) || isMissing(error)) return fetchIntent(stripe, id)
    throw error
  }
}

/** Null when the provider doesn't know the object that the call is about. */
export async function unlessMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** The provider refuses to change an intent that is finished, canceled or processing. */
export const isFinished = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code?.endsWith('_unexpected_state') === true

/** Down, slow, rate-limiting or unreadable: this says nothing about the payment, so it can be retried. */
export const isProviderTrouble = (error: unknown) => error instanceof Stripe.errors.StripeError

/** We ask more often than the provider allows. */
export const isTooFast = (error: unknown) => error instanceof Stripe.errors.StripeRateLimitError

/** Null, and a line in the log, when the provider has trouble. That isn't a bug. */
export async function ifAnswered<T>(
  { log }: Pick<Services, 'log'>,
  work: () => Promise<T>,
  about: Record<string, unknown> = {},
): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    log.warn({ err: error, ...about }, 'the payment provider did not answer')
    return null
  }
}

export function fromPayment(intent: Stripe.PaymentIntent): IntentSnapshot {
  const refusal = intent.last_payment_error
  const isHeld = intent.status === 'requires_capture'
  return {
    id: intent.id,
    kind: 'payment',
    status: isHeld ? 'succeeded' : statusOf(intent.status, Boolean(refusal)),
    amountCents: intent.amount,
    receivedCents: isHeld ? intent.amount_capturable : intent.amount_received,
    heldUntil: isHeld ? endOfHold(intent) : null,
    currency: intent.currency,
    orderToken: intent.metadata.order_token ?? null,
    livemode: intent.livemode,
    card: chargedCard(intent.latest_charge),
    savedCard: intent.setup_future_usage === 'off_session' ? savedCardOf(intent) : null,
    declined: refusal ? sentenceOf(refusal) : null,
    countsAsDecline: refusal !== null && !isUnauthenticated(refusal.code),
    declinedCharge: refusal?.charge ?? failedCharge(intent.latest_charge),
  }
}

/** Shorter than any card network's hold, for when the provider doesn't say. */
const SHORTEST_HOLD_MS = 4 * DAY_MS

function endOfHold({ created, latest_charge: charge }: Stripe.PaymentIntent): Instant {
  const captureBefore = typeof charge === 'object' && charge?.payment_method_details?.card?.capture_before
  return captureBefore ? captureBefore * 1_000 : created * 1_000 + SHORTEST_HOLD_MS
}

const failedCharge = (charge: string | Stripe.Charge | null) =>
  typeof charge === 'object' && charge?.status === 'failed' ? charge.id : null

function chargedCard(charge: string | Stripe.Charge | null): ProviderCard | null {
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : null
  return card ? cardFacts(card) : null
}

function chosenCard(method: string | Stripe.PaymentMethod | null): ProviderCard | null {
  const card = typeof method === 'object' ? method?.card : null
  return card ? cardFacts(card) : null
}

type CardFields = Pick<Stripe.PaymentMethod.Card, 'exp_month' | 'exp_year'> & {
  brand: string | null
  last4: string | null
  fingerprint?: string | null
}

const cardFacts = ({ brand, last4, fingerprint = null, ...rest }: CardFields): ProviderCard | null =>
  brand && last4 ? { brand, last4, expMonth: rest.exp_month, expYear: rest.exp_year, fingerprint } : null

function savedCardOf({
  customer,
  payment_method,
}: Stripe.PaymentIntent | Stripe.SetupIntent): IntentSnapshot['savedCard'] {
  const [customerId, paymentMethodId] = [idOf(customer), idOf(payment_method)]
  return customerId && paymentMethodId ? { customerId, paymentMethodId } : null
}

export const idOf = (field: string | { id: string } | null | undefined) =>
  typeof field === 'string' ? field : (field?.id ?? null)

export function fromSetup(intent: Stripe.SetupIntent): IntentSnapshot {
  const refusal = intent.last_setup_error
  return {
    id: intent.id,
    kind: 'setup',
    status: statusOf(intent.status, Boolean(refusal)),
    amountCents: 0,
    receivedCents: 0,
    heldUntil: null,
    currency: 'usd',
    orderToken: intent.metadata?.order_token ?? null,
    livemode: intent.livemode,
    card: chosenCard(intent.payment_method),
    savedCard: savedCardOf(intent),
    declined: refusal ? sentenceOf(refusal) : null,
    countsAsDecline: refusal !== null && !isUnauthenticated(refusal.code),
    declinedCharge: refusal && !isUnauthenticated(refusal.code) ? idOf(intent.latest_attempt) : null,
  }
}

const lostIntent = (id: string): IntentSnapshot => ({
  id,
  kind: id.startsWith('seti_') ? 'setup' : 'payment',
  status: 'lost',
  amountCents: 0,
  receivedCents: 0,
  heldUntil: null,
  currency: 'usd',
  orderToken: null,
  livemode: false,
  card: null,
  savedCard: null,
  declined: null,
  countsAsDecline: false,
  declinedCharge: null,
})

const isUnauthenticated = (code: string | undefined) =>
  code?.endsWith('_intent_authentication_failure') === true

/** The provider writes for shoppers, except this message, which is for developers. */
function sentenceOf({ code, message }: { code?: string; message?: string }): string | null {
  return isUnauthenticated(code)
    ? "Your bank couldn't confirm it was you. Please try again or use another card."
    : (message ?? null)
}

/** `requires_payment_method` with an error is a decline. Without an error, no card has been tried yet. */
function statusOf(status: string, hasError: boolean): IntentSnapshot['status'] {
  if (status === 'succeeded' || status === 'canceled' || status === 'processing') return status
  return status === 'requires_payment_method' && hasError ? 'declined' : 'waiting'
}

/** Money counts only for its own order, in dollars, in our mode (test or live), and in full. */
export function mismatch(
  snapshot: IntentSnapshot,
  payment: Payment,
  orderToken: string,
  expectsLive: boolean,
): string | null {
  if (snapshot.orderToken !== orderToken) return 'it belongs to another order'
  if (snapshot.currency !== 'usd') return `it is in ${snapshot.currency}`
  if (snapshot.livemode !== expectsLive) return "it is from the provider's other mode (test or live)"
  if (snapshot.kind !== INTENT_KIND[payment.flow]) return `it is a ${snapshot.kind} intent`
  if (snapshot.receivedCents !== snapshot.amountCents)
    return `it received ${snapshot.receivedCents} of ${snapshot.amountCents} cents`
  return null
}
