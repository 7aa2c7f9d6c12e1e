import Stripe from 'stripe'
import type { Order, Payment } from '#db/schema/index.ts'
import { orderById } from '../orders/orders.ts'
import type { Refusal } from '../orders/readiness.ts'
import { isPlaced } from '../orders/states.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { sha256 } from '../tokens.ts'
import { settle } from './finalize.ts'
import { firstOrderRefusal, isForFirstOrders } from './first-order.ts'
import { flowOf } from './flow.ts'
import { attemptsRefusal, retrieveIntent } from './intents.ts'
import { beginAttempt, latestPayment } from './payments.ts'
import { fetchIntent, type IntentSnapshot, isFinished, isProviderTrouble } from './provider.ts'
import { PAYMENT_FAILED_SENTENCE } from './rules.ts'
import { inTurn } from './single-flight.ts'

/** A card as the provider's own form in the page handed it over: by a name that says nothing of its number. */
export type CardToCharge = {
  /** `tok_…`, which becomes a payment method and is good for one, or `pm_…`. */
  token: string
  billing: Stripe.PaymentMethodCreateParams.BillingDetails
}

export type Confirmation =
  | { outcome: 'paid' }
  /** The bank is at work, or its word did not reach us: the waiting page hears it. */
  | { outcome: 'pending'; intentId: string }
  /** The bank wants to know that it is the shopper, which only the page can ask. */
  | { outcome: 'asked' }
  | { outcome: 'declined'; message: string }
  /** The money came and could not be kept: it is on its way back. */
  | { outcome: 'returned' }
  | { outcome: 'refused'; refusal: Refusal }

/**
 * Asks the provider for the money of a prepared order with a card given to us by name, and settles what it says
 * through the one door. However often it is repeated, an order has one intent and with it one charge; and what was
 * lost on the way (an answer, our own process) is found by webhook, poll and reconciliation like any other payment.
 * @throws a StripeError when nothing is known of the charge: the shopper may try again, with the same intent
 */
export function confirmCard(services: Services, orderId: number, card: CardToCharge): Promise<Confirmation> {
  return inTurn(`order:${orderId}`, () => confirmNow(services, orderId, card))
}

async function confirmNow(services: Services, orderId: number, card: CardToCharge): Promise<Confirmation> {
  const { db } = services
  const order = orderById(db, orderId)
  if (isPlaced(order.state)) return { outcome: 'paid' } // by the click before this one
  const payment = latestPayment(db, orderId)
  if (!isAsPrepared(services, order, payment)) return { outcome: 'refused', refusal: CHANGED }
  const tooManyRequests = attemptsRefusal(services, orderId)
  if (tooManyRequests) return { outcome: 'refused', refusal: tooManyRequests }

  await beginAttempt(db, orderId)
  const said = await askForMoney(services, order, payment, card)
  if (said.word === 'refused') return { outcome: 'refused', refusal: said.refusal }
  return said.word === 'asks' ? { outcome: 'asked' } : conclude(services, orderId, payment.intentId, said)
}

type Live = Payment & { intentId: string }

/** Nobody is charged for a box that changed, or whose hold ended, while the call was on its way. */
function isAsPrepared({ clock }: Services, order: Order, payment: Payment | null): payment is Live {
  const { state, totalCents, holdExpiresAt } = order
  if (state !== 'payment_pending' || totalCents === null || (holdExpiresAt ?? 0) <= clock.now()) return false
  if (payment?.status !== 'open' || payment.intentId === null) return false
  return payment.flow === flowOf(order, totalCents) && payment.amountCents === totalCents
}

const CHANGED: Refusal = {
  code: 'not_completable',
  message: 'Your box changed while it was being paid. Please look at it and try again.',
}

type Said =
  | { word: 'heard' }
  | { word: 'asks' }
  | { word: 'declined'; message: string }
  /** By us, before anybody was asked: the card is not for this order. */
  | { word: 'refused'; refusal: Refusal }
  | { word: 'nothing'; error: unknown }

type Heard = Exclude<Said, { word: 'asks' | 'refused' }>

async function askForMoney(
  services: Services,
  order: Order,
  payment: Live,
  card: CardToCharge,
): Promise<Said> {
  try {
    const method = await methodOf(services, order, card)
    const refusal = firstOrderRefusal(services.db, order.id, method.fingerprint)
    if (refusal) return { word: 'refused', refusal }
    const { status } = await confirmIntent(services, order, payment, {
      method: method.id,
      mark: markOf(card),
    })
    return { word: status === 'requires_action' ? 'asks' : 'heard' }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { word: 'declined', message: error.message }
    if (isFinished(error)) return { word: 'heard' }
    if (isProviderTrouble(error)) return { word: 'nothing', error }
    throw error
  }
}

/** The keys are the try's own: order, attempt, amount and card. The attempt was committed before. */
async function confirmIntent(
  { stripe, config }: Services,
  order: Order,
  payment: Live,
  { method, mark }: { method: string; mark: string },
) {
  const details = {
    payment_method: method,
    return_url: config.appUrl + paths.paymentStatusPage(order.token),
    use_stripe_sdk: true,
  }
  const key = { idempotencyKey: `confirm:${order.token}:${payment.attempt}:${payment.amountCents}:${mark}` }
  return payment.intentId.startsWith('seti_')
    ? stripe.setupIntents.confirm(payment.intentId, details, key)
    : stripe.paymentIntents.confirm(payment.intentId, details, key)
}

const markOf = (card: CardToCharge) => sha256(JSON.stringify(card)).slice(0, 22)

/** The card as the provider knows it. One that has a name already is only asked about where it matters whose it is. */
async function methodOf({ stripe, db }: Services, order: Order, card: CardToCharge) {
  if (card.token.startsWith('pm_')) {
    if (!isForFirstOrders(db, order.id)) return { id: card.token, fingerprint: null }
    const { id, card: known } = await stripe.paymentMethods.retrieve(card.token)
    return { id, fingerprint: known?.fingerprint ?? null }
  }
  const method = { type: 'card' as const, card: { token: card.token }, billing_details: card.billing }
  const key = { idempotencyKey: `pm:${order.token}:${markOf(card)}` }
  const { id, card: known } = await stripe.paymentMethods.create(method, key)
  return { id, fingerprint: known?.fingerprint ?? null }
}

/** Asks for the intent once more, as every other way of hearing does, and tells what became of the try. */
async function conclude(
  services: Services,
  orderId: number,
  intentId: string,
  said: Heard,
): Promise<Confirmation> {
  const news = await hear(services, intentId)
  if (!news) return unheard(intentId, said)
  const settlement = await settle(services, news)
  if (isPlaced(orderById(services.db, orderId).state)) return { outcome: 'paid' }
  if (settlement === 'money_returned' || news.status === 'succeeded') return { outcome: 'returned' }
  if (news.status === 'processing') return { outcome: 'pending', intentId }
  if (said.word === 'nothing' && news.status === 'waiting') throw said.error
  if (news.status === 'canceled') return { outcome: 'refused', refusal: CHANGED }
  return { outcome: 'declined', message: sentenceOf(said) ?? news.declined ?? PAYMENT_FAILED_SENTENCE }
}

async function hear(services: Services, intentId: string): Promise<IntentSnapshot | null> {
  try {
    return await fetchIntent(services.stripe, intentId)
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    services.log.warn({ err: error }, 'the payment provider did not answer')
    return null
  }
}

function unheard(intentId: string, said: Heard): Confirmation {
  if (said.word === 'nothing') throw said.error
  if (said.word === 'declined') return { outcome: 'declined', message: said.message }
  return { outcome: 'pending', intentId }
}

const sentenceOf = (said: Heard) => (said.word === 'declined' ? said.message : null)

/**
 * With what the page carries out the bank's question; null where the bank asks nothing, or nothing any more.
 * @throws a StripeError when the provider cannot be reached
 */
export async function questionOf({ db, stripe }: Services, orderId: number): Promise<string | null> {
  const payment = latestPayment(db, orderId)
  if (payment?.status !== 'open' || payment.intentId === null) return null
  const intent = await retrieveIntent(stripe, payment.intentId)
  return intent.status === 'requires_action' ? intent.client_secret : null
}
