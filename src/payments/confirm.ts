import Stripe from 'stripe'
import type { Order } from '#db/schema/index.ts'
import { orderById } from '../orders/orders.ts'
import type { Refusal } from '../orders/readiness.ts'
import { isPlaced } from '../orders/states.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { sha256 } from '../tokens.ts'
import { beginCharge, CHANGED, type Charge, dropCharge } from './charge-lease.ts'
import { adviceOf, type DeclineAdvice } from './decline-advice.ts'
import { settle } from './finalize.ts'
import { firstOrderRefusal, isForFirstOrders } from './first-order.ts'
import { attemptsRefusal, CARD_UNUSABLE } from './intents.ts'
import { latestPayment } from './payments.ts'
import { fetchIntent, ifAnswered, isFinished, isProviderTrouble, retrieveIntent } from './provider.ts'
import { PAYMENT_FAILED_SENTENCE } from './rules.ts'
import { withMutex } from './single-flight.ts'

export type CardToCharge = {
  /** A single-use `tok_…`, which becomes a payment method, or a `pm_…`. */
  token: string
  billing: Stripe.PaymentMethodCreateParams.BillingDetails
  /** Of a kept card: the provider charges it only for an intent of the same customer. */
  customer?: string
  /** The buyer is away, so nobody can authenticate. */
  offSession?: true
}

export type Confirmation =
  | { outcome: 'paid' }
  /** The bank is still working, or its answer did not reach us. The waiting page polls for it. */
  | { outcome: 'pending'; intentId: string }
  /** The bank wants the shopper to authenticate, which only the page can do. */
  | { outcome: 'challenge'; intentId: string; clientSecret: string }
  | { outcome: 'declined'; message: string; advice: DeclineAdvice }
  | { outcome: 'refunding' }
  | { outcome: 'refused'; refusal: Refusal }

/** One intent per order, so repeats charge it once. @throws a StripeError when nothing is known of the charge */
export function confirmCard(services: Services, orderId: number, card: CardToCharge): Promise<Confirmation> {
  return withMutex(services, `order:${orderId}`, () => confirmNow(services, orderId, card))
}

async function confirmNow(services: Services, orderId: number, card: CardToCharge): Promise<Confirmation> {
  const { db } = services
  const order = orderById(db, orderId)
  if (isPlaced(order.state)) return { outcome: 'paid' } // by an earlier click
  const tooManyDeclines = attemptsRefusal(services, order)
  if (tooManyDeclines) return { outcome: 'refused', refusal: tooManyDeclines }

  const begun = await beginCharge(services, orderId)
  if (!begun) return { outcome: 'refused', refusal: CHANGED }
  const response = await charge(services, begun, card)
  if (response.kind === 'refused' || response.kind === 'declined') await dropCharge(db, orderId)
  if (response.kind === 'refused') return { outcome: 'refused', refusal: response.refusal }
  if (response.kind === 'challenge')
    return { outcome: 'challenge', intentId: begun.payment.intentId, clientSecret: response.clientSecret }
  return conclude(services, orderId, begun.payment.intentId, response)
}

type ChargeResponse =
  | { kind: 'accepted' }
  | { kind: 'challenge'; clientSecret: string }
  | { kind: 'declined'; message: string; advice: DeclineAdvice }
  /** By us, before any charge. */
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'no_answer'; error: unknown }

type ConclusiveResponse = Exclude<ChargeResponse, { kind: 'challenge' | 'refused' }>

async function charge(services: Services, begun: Charge, card: CardToCharge): Promise<ChargeResponse> {
  const { order } = begun
  try {
    const method = await methodOf(services, order, card)
    const refusal = firstOrderRefusal(services.db, order.id, method.fingerprint)
    if (refusal) return { kind: 'refused', refusal }
    const { status, client_secret } = await confirmIntent(services, begun, method.id, card.offSession)
    return status === 'requires_action'
      ? { kind: 'challenge', clientSecret: client_secret ?? '' }
      : { kind: 'accepted' }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return { kind: 'declined', message: error.message, advice: adviceOf(error) }
    if (isFinished(error)) return { kind: 'accepted' }
    if (card.customer && isAboutCard(error)) return { kind: 'refused', refusal: CARD_UNUSABLE }
    if (isProviderTrouble(error)) return { kind: 'no_answer', error }
    throw error
  }
}

/** A kept card that was removed at the provider, or that another account of the shop's knows. */
export const isAboutCard = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'payment_method'

/** The key names the try, so that a card that failed before can be tried again. The try is already committed. */
async function confirmIntent(
  { stripe, config }: Services,
  { order, payment }: Charge,
  method: string,
  offSession = false,
) {
  const details = {
    payment_method: method,
    return_url: config.appUrl + paths.paymentStatusPage(order.token),
    ...(offSession ? { off_session: true } : { use_stripe_sdk: true }),
  }
  const key = { idempotencyKey: `confirm:${order.token}:${payment.attempt}:${payment.tries}` }
  return payment.intentId.startsWith('seti_')
    ? stripe.setupIntents.confirm(payment.intentId, details, key)
    : stripe.paymentIntents.confirm(payment.intentId, details, key)
}

const cardHashOf = (card: CardToCharge) => sha256(JSON.stringify(card)).slice(0, 22)

/** Reading the fingerprint of a `pm_…` costs a call, so only first-order promotions do it. */
export async function methodOf({ stripe, db }: Services, order: Order, card: CardToCharge) {
  if (card.token.startsWith('pm_')) {
    if (!isForFirstOrders(db, order.id)) return { id: card.token, fingerprint: null }
    const { id, card: known } = await stripe.paymentMethods.retrieve(card.token)
    return { id, fingerprint: known?.fingerprint ?? null }
  }
  const method = { type: 'card' as const, card: { token: card.token }, billing_details: card.billing }
  const key = { idempotencyKey: `pm:${order.token}:${cardHashOf(card)}` }
  const { id, card: known } = await stripe.paymentMethods.create(method, key)
  return { id, fingerprint: known?.fingerprint ?? null }
}

async function conclude(
  services: Services,
  orderId: number,
  intentId: string,
  response: ConclusiveResponse,
): Promise<Confirmation> {
  const snapshot = await ifAnswered(services, () => fetchIntent(services.stripe, intentId))
  if (!snapshot) return withoutSnapshot(intentId, response)
  const settlement = await settle(services, snapshot)
  if (isPlaced(orderById(services.db, orderId).state)) return { outcome: 'paid' }
  if (settlement === 'money_returned' || snapshot.status === 'succeeded') return { outcome: 'refunding' }
  if (snapshot.status === 'processing') return { outcome: 'pending', intentId }
  const isUnknown = snapshot.status === 'waiting' || snapshot.status === 'lost'
  if (response.kind === 'no_answer' && isUnknown) throw response.error
  if (snapshot.status === 'canceled') return { outcome: 'refused', refusal: CHANGED }
  return {
    outcome: 'declined',
    advice: response.kind === 'declined' ? response.advice : 'retry',
    message: declineMessage(response) ?? snapshot.declined ?? PAYMENT_FAILED_SENTENCE,
  }
}

function withoutSnapshot(intentId: string, response: ConclusiveResponse): Confirmation {
  if (response.kind === 'no_answer') throw response.error
  if (response.kind === 'declined')
    return { outcome: 'declined', message: response.message, advice: response.advice }
  return { outcome: 'pending', intentId }
}

const declineMessage = (response: ConclusiveResponse) =>
  response.kind === 'declined' ? response.message : null

/** The client secret for the bank's challenge, or null when there is none. @throws a StripeError */
export async function challengeOf({ db, stripe }: Services, orderId: number): Promise<string | null> {
  const payment = latestPayment(db, orderId)
  if (payment?.status !== 'open' || payment.intentId === null) return null
  const intent = await retrieveIntent(stripe, payment.intentId)
  return intent?.status === 'requires_action' ? intent.client_secret : null
}
