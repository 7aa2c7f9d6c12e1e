import type Stripe from 'stripe'
import type { Order, Payment } from '#db/schema/index.ts'
import { orderById } from '../orders/orders.ts'
import { closedRefusal } from '../orders/prepare.ts'
import { pricedOrder } from '../orders/priced-order.ts'
import { EMPTY, type Refusal } from '../orders/readiness.ts'
import { isOpen } from '../orders/states.ts'
import type { Services } from '../services.ts'
import { declinesWaitMs } from './card-testing.ts'
import { closeEmptyPayment } from './closing.ts'
import { createAtProvider, keyOf, type WantedIntent } from './create-intent.ts'
import { customerOfOrder, forgetUnknownCustomer } from './customers.ts'
import { settle } from './finalize.ts'
import { type Flow, flowOf, INTENT_KIND, keepsCard } from './flow.ts'
import { latestPayment, openPayment, paymentById, saveAmount, saveIntentId } from './payments.ts'
import { cancelIntent, fetchIntent, idOf, isFinished, isMissing, retrieveIntent } from './provider.ts'
import { knownAccount } from './provider-account.ts'
import { withMutex } from './single-flight.ts'

export type IntentReady = {
  ok: true
  flow: Flow
  amountCents: number
  intentId: string | null
  clientSecret: string | null
}
export type IntentAnswer = IntentReady | { ok: false; refusal: Refusal }

/**
 * PAYMENT, the second phase: the order's one live intent, at its total. Repeated or parallel calls return the same
 * one. @param isHeld whether a new one only holds the money, to be captured later (held-money.ts) @throws a StripeError
 * when the provider cannot be reached or understood
 */
export function ensureIntent(
  services: Services,
  orderId: number,
  network: string | null = null,
  customer: string | null = null,
  isHeld = false,
): Promise<IntentAnswer> {
  return withMutex(services, `order:${orderId}`, () =>
    syncIntent(services, { orderId, network, customer, isHeld, triesLeft: 2 }),
  )
}

type Sync = {
  orderId: number
  network: string | null
  /** The one that the intent must be for, to charge a kept card. Null: whichever it has. */
  customer: string | null
  isHeld: boolean
  triesLeft: number
}

async function syncIntent(services: Services, sync: Sync): Promise<IntentAnswer> {
  const { db, wallClock } = services
  const { orderId, network, customer, isHeld } = sync
  const order = orderById(db, orderId)
  if (!isOpen(order.state)) return { ok: false, refusal: closedRefusal(order) }

  const amountCents = amountOf(services, order)
  if (amountCents === null) return { ok: false, refusal: EMPTY }
  const tooManyDeclines = attemptsRefusal(services, order)
  if (tooManyDeclines) return { ok: false, refusal: tooManyDeclines }

  const flow = flowOf(order, amountCents)
  const kind = INTENT_KIND[flow]
  const payment = await openPayment(db, order, flow, amountCents, {
    network,
    createdAt: wallClock.now(),
  })
  if (!payment) return { ok: false, refusal: closedRefusal(order) }
  if (payment.flow !== flow) return startOver(services, payment, sync)
  if (kind === 'none') return { ok: true, flow, amountCents, intentId: null, clientSecret: null }

  const intent = await intentWithAmount(services, { order, payment, kind, customer, isHeld }, amountCents)
  if (!intent && customer && payment.intentId === null) return refuseUnknownCustomer(services, payment)
  if (!intent) return startOver(services, payment, sync)
  if (intent.status !== 'canceled' && intent.status !== 'succeeded') {
    if (customer && isOfAnother(customer, intent)) return startOver(services, payment, sync)
    return { ok: true, flow, amountCents, intentId: intent.id, clientSecret: intent.client_secret }
  }
  // The intent has finished meanwhile. Settling it places the order or makes way for a new attempt.
  await settle(services, await fetchIntent(services.stripe, intent.id))
  return syncAgain(services, sync)
}

export function attemptsRefusal(
  { db, wallClock }: Services,
  { id: orderId, sessionHash }: Order,
): Refusal | null {
  return declinesWaitMs(db, { orderId, sessionHash }, wallClock.now()) > 0 ? TOO_MANY_DECLINES : null
}

const TOO_MANY_DECLINES: Refusal = {
  code: 'too_many_declines',
  message: "Several cards were declined for this order. Please wait an hour, or email us and we'll help.",
}

/** One that is processing stays: its payment is on the way. */
const isOfAnother = (customer: string, intent: LiveIntent) =>
  idOf(intent.customer) !== customer && intent.status !== 'processing'

/** The kept card belongs to another account or mode of the shop's at the provider. */
async function refuseUnknownCustomer({ db }: Services, payment: Payment): Promise<IntentAnswer> {
  await closeEmptyPayment(db, payment)
  return { ok: false, refusal: CARD_UNUSABLE }
}

export const CARD_UNUSABLE: Refusal = {
  code: 'card_unusable',
  message: "That card can't be used anymore. Please choose another card.",
}

function syncAgain(services: Services, sync: Sync): Promise<IntentAnswer> {
  const { orderId, triesLeft } = sync
  // This needs a person, not another intent.
  if (triesLeft === 0) throw new Error(`could not get a live intent for order ${orderId}`)
  return syncIntent(services, { ...sync, triesLeft: triesLeft - 1 })
}

/** Whether `ensureIntent` would only read the intent there is. */
export function hasCurrentIntent(services: Services, order: Order): boolean {
  const payment = latestPayment(services.db, order.id)
  if (payment?.status !== 'open') return false
  const amountCents = amountOf(services, order)
  if (amountCents === null || payment.flow !== flowOf(order, amountCents)) return false
  return payment.flow === 'alc-free' || (payment.intentId !== null && payment.amountCents === amountCents)
}

/** Frozen once the order is prepared. Null for an empty box. */
function amountOf({ db, clock }: Services, order: Order): number | null {
  if (order.state === 'payment_pending' && order.totalCents !== null) return order.totalCents
  const { items, extras, totals } = pricedOrder(db, order, clock.now())
  return items.length + extras.boughtCards.length === 0 ? null : totals.totalCents
}

/** The old intent is canceled first, so that only one is ever live. */
async function startOver(services: Services, payment: Payment, sync: Sync): Promise<IntentAnswer> {
  const { intentId } = paymentById(services.db, payment.id)
  if (intentId) await settle(services, await cancelIntent(services.stripe, intentId))
  else await closeEmptyPayment(services.db, payment)
  return syncAgain(services, sync)
}

type LiveIntent = Pick<Stripe.PaymentIntent, 'id' | 'client_secret' | 'customer'> & { status: string }

/** Null when the provider doesn't know the intent or its customer, as after a change of keys. */
async function intentWithAmount(
  services: Services,
  wanted: WantedIntent,
  amountCents: number,
): Promise<LiveIntent | null> {
  const { payment, kind } = wanted
  const intent = payment.intentId
    ? await retrieveIntent(services.stripe, payment.intentId)
    : await create(services, wanted)
  if (kind === 'setup' || !intent || !('amount' in intent)) return intent
  if (intent.amount === amountCents) {
    // The answer to an earlier update may have been lost.
    if (payment.amountCents !== amountCents) await saveAmount(services.db, payment, amountCents)
    return intent
  }
  return changeAmount(services, payment, intent, amountCents)
}

/** Key and amount come from the saved attempt, so a repeat gets the same intent. */
async function create(services: Services, wanted: WantedIntent) {
  const { stripe, db, config } = services
  const { order, payment } = wanted
  const customer =
    wanted.customer ?? (keepsCard(payment.flow) ? await customerOfOrder(services, order, payment) : null)
  try {
    const intent = await createAtProvider(stripe, { ...wanted, customer }, keyOf(wanted))
    const providerAccount = knownAccount(stripe)
    await saveIntentId(db, payment, {
      intentId: intent.id,
      providerAccount,
      livemode: config.payments.livemode,
    })
    return intent
  } catch (error) {
    if (!customer || !isMissing(error)) throw error
    await forgetUnknownCustomer(db, customer, order.id)
    return null
  }
}

/** Without a key: setting an amount twice does no harm, but a price that returns would get the answer of last time. */
async function changeAmount(
  { stripe, db }: Services,
  payment: Payment,
  intent: LiveIntent,
  amountCents: number,
): Promise<LiveIntent | null> {
  try {
    const changed = await stripe.paymentIntents.update(intent.id, { amount: amountCents })
    await saveAmount(db, payment, amountCents)
    return changed
  } catch (error) {
    if (isFinished(error) || isMissing(error)) return retrieveIntent(stripe, intent.id)
    throw error
  }
}
