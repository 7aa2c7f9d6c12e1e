import Stripe from 'stripe'
import type { Payment } from '#db/schema/index.ts'
import { INTENT_KIND } from './flow.ts'

export type IntentKind = 'payment' | 'setup'

/** `fingerprint` is the same for one card, whoever pays with it; null where the provider has none to tell. */
export type ProviderCard = {
  brand: string
  last4: string
  expMonth: number
  expYear: number
  fingerprint: string | null
}

/** What the provider says of an intent, in the words this shop decides by. */
export type IntentSnapshot = {
  id: string
  kind: IntentKind
  /** `waiting` is everything that is neither done nor refused: any word we do not know is waiting too. */
  status: 'succeeded' | 'processing' | 'waiting' | 'declined' | 'canceled'
  amountCents: number
  receivedCents: number
  currency: string
  orderToken: string | null
  livemode: boolean
  card: ProviderCard | null
  /** What a later charge needs, where the intent was to keep its card. */
  kept: { customerId: string; paymentMethodId: string } | null
  /** The provider's sentence for the shopper, when it declined. */
  declined: string | null
  /** A bank that could not ask its customer has refused nothing: that does not count towards too many declines. */
  countsAsDecline: boolean
}

/** Asks for the intent of a payment as it is now; an event or a page only ever hints that there is news. */
export async function fetchIntent(stripe: Stripe, id: string): Promise<IntentSnapshot> {
  return id.startsWith('seti_')
    ? fromSetup(await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }))
    : fromPayment(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
}

/** The same for an id that somebody told us: null when the provider knows none like it. */
export async function fetchKnownIntent(stripe: Stripe, id: string): Promise<IntentSnapshot | null> {
  try {
    return await fetchIntent(stripe, id)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return null
    throw error
  }
}

/** Cancels an intent that nobody finished. What it became meanwhile is the answer, so late money is never missed. */
export async function cancelIntent(stripe: Stripe, id: string): Promise<IntentSnapshot> {
  try {
    return id.startsWith('seti_')
      ? fromSetup(await stripe.setupIntents.cancel(id))
      : fromPayment(await stripe.paymentIntents.cancel(id))
  } catch (error) {
    if (isFinished(error)) return fetchIntent(stripe, id)
    throw error
  }
}

/** The provider refuses to change an intent that is done, canceled or under way. */
export const isFinished = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code?.endsWith('_unexpected_state') === true

/** Not an answer about this payment: down, slow, limited, garbled. The shopper may try again. */
export const isProviderTrouble = (error: unknown) => error instanceof Stripe.errors.StripeError

export function fromPayment(intent: Stripe.PaymentIntent): IntentSnapshot {
  const refusal = intent.last_payment_error
  return {
    id: intent.id,
    kind: 'payment',
    status: statusOf(intent.status, Boolean(refusal)),
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    orderToken: intent.metadata.order_token ?? null,
    livemode: intent.livemode,
    card: chargedCard(intent.latest_charge),
    kept: intent.setup_future_usage === 'off_session' ? keptOf(intent) : null,
    declined: refusal ? sentenceOf(refusal) : null,
    countsAsDecline: refusal !== null && !isUnauthenticated(refusal.code),
  }
}

function chargedCard(charge: string | Stripe.Charge | null): ProviderCard | null {
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : null
  return card ? cardFacts(card) : null
}

function chosenCard(method: string | Stripe.PaymentMethod | null): ProviderCard | null {
  const card = typeof method === 'object' ? method?.card : null
  return card ? cardFacts(card) : null
}

type SomeCard = Pick<Stripe.PaymentMethod.Card, 'exp_month' | 'exp_year'> & {
  brand: string | null
  last4: string | null
  fingerprint?: string | null
}

const cardFacts = ({ brand, last4, fingerprint = null, ...rest }: SomeCard): ProviderCard | null =>
  brand && last4 ? { brand, last4, expMonth: rest.exp_month, expYear: rest.exp_year, fingerprint } : null

function keptOf({
  customer,
  payment_method,
}: Stripe.PaymentIntent | Stripe.SetupIntent): IntentSnapshot['kept'] {
  const [customerId, paymentMethodId] = [idOf(customer), idOf(payment_method)]
  return customerId && paymentMethodId ? { customerId, paymentMethodId } : null
}

const idOf = (field: string | { id: string } | null) =>
  typeof field === 'string' ? field : (field?.id ?? null)

export function fromSetup(intent: Stripe.SetupIntent): IntentSnapshot {
  const refusal = intent.last_setup_error
  return {
    id: intent.id,
    kind: 'setup',
    status: statusOf(intent.status, Boolean(refusal)),
    amountCents: 0,
    receivedCents: 0,
    currency: 'usd',
    orderToken: intent.metadata?.order_token ?? null,
    livemode: intent.livemode,
    card: chosenCard(intent.payment_method),
    kept: keptOf(intent),
    declined: refusal ? sentenceOf(refusal) : null,
    countsAsDecline: refusal !== null && !isUnauthenticated(refusal.code),
  }
}

const isUnauthenticated = (code: string | undefined) =>
  code?.endsWith('_intent_authentication_failure') === true

/** The provider's sentence is for the shopper, but for this one, which tells the shop what to send next. */
function sentenceOf({ code, message }: { code?: string; message?: string }): string | null {
  return isUnauthenticated(code)
    ? 'Your bank could not confirm that it was you. Please try again, or use another card.'
    : (message ?? null)
}

/** A payment method is required again, and there is an error: that is a decline. Without one nobody tried yet. */
function statusOf(status: string, refused: boolean): IntentSnapshot['status'] {
  if (status === 'succeeded' || status === 'canceled' || status === 'processing') return status
  return status === 'requires_payment_method' && refused ? 'declined' : 'waiting'
}

/** Why an intent's money does not count for this payment: another order's, not dollars, another mode, not all of it. */
export function mismatch(
  news: IntentSnapshot,
  payment: Payment,
  orderToken: string,
  expectsLive: boolean,
): string | null {
  if (news.orderToken !== orderToken) return 'it was made for another order'
  if (news.currency !== 'usd') return `it is in ${news.currency}`
  if (news.livemode !== expectsLive) return 'it is from the other mode of the provider'
  if (news.kind !== INTENT_KIND[payment.flow]) return `it is a ${news.kind} intent`
  if (news.receivedCents !== news.amountCents)
    return `${news.receivedCents} of ${news.amountCents} cents came`
  return null
}
