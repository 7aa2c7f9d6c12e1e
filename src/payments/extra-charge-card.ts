import Stripe from 'stripe'
import { durably } from '#db/client.ts'
import type { Order, Payment, StoredCard } from '#db/schema/index.ts'
import { endCharge, isBeingCharged } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { unpaidChangeOf } from '../orders/unpaid-change.ts'
import type { Services } from '../services.ts'
import { keptCardThatPaid } from './cards.ts'
import { closeEmptyPayment } from './closing.ts'
import { type CardToCharge, methodOf } from './confirm.ts'
import { type Attempt, type ExtraOutcome, outcomeOf, seenByShopper, tryCard } from './extra-charge-try.ts'
import { type ExtraRequest, endExtraCharge, openExtraCharge, waitingChange } from './extra-charges.ts'
import { settle } from './finalize.ts'
import { attemptsRefusal, CARD_UNUSABLE } from './intents.ts'
import { keptPayments, latestPayment, saveIntentId } from './payments.ts'
import { cancelIntent, fetchIntent, ifAnswered, retrieveIntent } from './provider.ts'
import { knownAccount } from './provider-account.ts'
import { withMutex } from './single-flight.ts'

export type ExtraChargeRequest = ExtraRequest & {
  /** Whether to charge the kept card that paid for the order; else the page asks for one. */
  withKeptCard: boolean
  /** Where the bank sends the shopper back to. */
  returnUrl: string
}

/**
 * Charges a placed order's change: off session with the card that paid, if it is kept. Nothing changes unless the money
 * arrives. @throws a StripeError when nothing is known of the charge
 */
export function chargeExtra(
  services: Services,
  order: Order,
  request: ExtraChargeRequest,
): Promise<ExtraOutcome> {
  return withMutex(services, `order:${order.id}`, async (): Promise<ExtraOutcome> => {
    const tooManyDeclines = attemptsRefusal(services, order)
    if (tooManyDeclines) return { outcome: 'refused', refusal: tooManyDeclines }
    await endAttempt(services, order.id)
    const { db, clock, wallClock } = services
    const opened = await durably(db, (tx) =>
      openExtraCharge(tx, order.id, request, { now: clock.now(), wallNow: wallClock.now() }),
    )
    if (!opened) return { outcome: 'stale' }
    const card = request.withKeptCard ? keptCardThatPaid(db, order) : null
    const attempt = await createIntent(services, order, opened, card)
    if (!attempt) return unusable(services, opened)
    if (!card) return { outcome: 'card_needed' }
    return chargeKeptCard(services, order, attempt, card, request.returnUrl)
  })
}

type ExtraPayment = {
  card: CardToCharge
  returnUrl: string
  /** That the form showed; null from a script that names none. */
  attempt: number | null
}

/** By the card form of the page that `card_needed` asked for. Another tab may have started another change since. */
export function payExtra(
  services: Services,
  order: Order,
  { card, returnUrl, attempt: shown }: ExtraPayment,
): Promise<ExtraOutcome> {
  return withMutex(services, `order:${order.id}`, async (): Promise<ExtraOutcome> => {
    const tooManyDeclines = attemptsRefusal(services, order)
    if (tooManyDeclines) return { outcome: 'refused', refusal: tooManyDeclines }
    const attempt = openAttempt(services, order.id)
    if (!attempt || (shown !== null && shown !== attempt.attempt))
      return { outcome: isPaid(services, order.id, shown) ? 'changed' : 'stale' }
    await leaveQuestion(services, order.id, attempt)
    return seenByShopper(
      await tryCard(services, order, attempt, {
        method: async () => (await methodOf(services, order, card)).id,
        options: { use_stripe_sdk: true, return_url: returnUrl },
      }),
    )
  })
}

/** The shopper left the bank's question, so another card may be tried. The intent can still be paid only once. */
async function leaveQuestion({ db, clock, stripe }: Services, orderId: number, { intentId }: Attempt) {
  if (!isBeingCharged(orderById(db, orderId), clock.now())) return
  const intent = await retrieveIntent(stripe, intentId)
  if (intent?.status === 'requires_action') await durably(db, (tx) => void endCharge(tx, orderId))
}

/**
 * The buyer doesn't want the change anymore, also after leaving the bank's question.
 * @param shown the attempt on their page @returns what became of the change if it didn't end @throws like `endOpenExtra`
 */
export function dropExtra(
  services: Services,
  orderId: number,
  shown: number | null,
): Promise<ExtraOutcome | null> {
  const { db, clock } = services
  return withMutex(services, `order:${orderId}`, async (): Promise<ExtraOutcome | null> => {
    const attempt = openAttempt(services, orderId)
    if (attempt) await leaveQuestion(services, orderId, attempt)
    if (attempt && isBeingCharged(orderById(db, orderId), clock.now())) return { outcome: 'pending' }
    await endAttempt(services, orderId)
    if (isPaid(services, orderId, attempt?.attempt ?? shown)) return { outcome: 'changed' }
    const outcome = attempt && outcomeOf(services, attempt.id, null)
    return outcome?.outcome === 'returned' ? outcome : null
  })
}

/** By an earlier click or in another tab. */
const isPaid = ({ db }: Services, orderId: number, shown: number | null): boolean =>
  keptPayments(db, orderId).some(({ flow, attempt }) => flow === 'extra' && attempt === shown)

/** What became of the latest extra charge, once the bank's page or the waiting page comes back. */
export function refreshExtra(services: Services, order: Order): Promise<ExtraOutcome | null> {
  return withMutex(services, `order:${order.id}`, async () => {
    const payment = latestPayment(services.db, order.id)
    if (payment?.flow !== 'extra') return null
    if (payment.status !== 'open' || payment.intentId === null) return outcomeOf(services, payment.id, null)
    const snapshot = await ifAnswered(services, () => fetchIntent(services.stripe, payment.intentId ?? ''))
    if (snapshot) await settle(services, snapshot)
    return outcomeOf(services, payment.id, snapshot?.status ?? null)
  })
}

/** The change that waits for a card or the bank, and the client secret for the bank's challenge, if it asks. */
export async function waitingExtra(services: Services, order: Order) {
  const payment = latestPayment(services.db, order.id)
  const charge = payment?.flow === 'extra' ? waitingChange(services.db, payment, services.clock.now()) : null
  if (!payment?.intentId || !charge) return null
  const intent = await ifAnswered(services, () => retrieveIntent(services.stripe, payment.intentId ?? ''))
  const challenge = intent?.status === 'requires_action' ? intent.client_secret : null
  return { payment, change: charge.change, challenge }
}

/**
 * Ends an attempt that was left, for example at the bank's page, unless a card is being charged for it right now. If it
 * was paid after all, its change is made. @throws a StripeError when the provider cannot be reached
 */
export async function endOpenExtra(services: Services, orderId: number) {
  const { db, clock } = services
  if (latestPayment(db, orderId)?.status !== 'open') return
  await withMutex(services, `order:${orderId}`, async () => {
    if (!isBeingCharged(orderById(db, orderId), clock.now())) await endAttempt(services, orderId)
  })
}

/** @returns whether a change ended that still waited for its payment. @throws like `endOpenExtra` */
export async function endWaiting(services: Services, orderId: number): Promise<boolean> {
  const { db, clock } = services
  const order = orderById(db, orderId)
  const waiting = unpaidChangeOf(db, order, clock.now())
  await endOpenExtra(services, orderId)
  return waiting !== null && orderById(db, orderId).version === order.version
}

async function endAttempt(services: Services, orderId: number) {
  const payment = latestPayment(services.db, orderId)
  if (payment?.status !== 'open' || payment.flow !== 'extra') return
  if (payment.intentId !== null) {
    await settle(services, await cancelIntent(services.stripe, payment.intentId))
    return
  }
  await closeUnasked(services, payment)
}

/** The provider was never asked for it. */
async function closeUnasked(services: Services, payment: Payment) {
  await closeEmptyPayment(services.db, payment)
  await durably(services.db, (tx) => endExtraCharge(tx, payment))
}

export function openAttempt({ db, clock }: Services, orderId: number): Attempt | null {
  const payment = latestPayment(db, orderId)
  const isWaiting = payment?.flow === 'extra' && waitingChange(db, payment, clock.now()) !== null
  return isWaiting && payment.intentId !== null ? { ...payment, intentId: payment.intentId } : null
}

async function unusable(services: Services, payment: Payment): Promise<ExtraOutcome> {
  await closeUnasked(services, payment)
  return { outcome: 'refused', refusal: CARD_UNUSABLE }
}

/** One key per order, flow and amount. Null when the provider doesn't know the card's customer. */
async function createIntent(
  { stripe, db, config }: Services,
  order: Order,
  payment: Payment,
  card: StoredCard | null,
): Promise<Attempt | null> {
  const customer = card?.providerCustomerId
  const key = [
    'extra',
    order.token,
    order.version,
    payment.attempt,
    payment.amountCents,
    ...(customer ? [customer] : []),
  ]
  try {
    const { id: intentId } = await stripe.paymentIntents.create(
      {
        amount: payment.amountCents,
        currency: 'usd',
        automatic_payment_methods: { enabled: true },
        metadata: { order_token: order.token, order_identifier: order.identifier, flow: 'extra' },
        ...(customer ? { customer } : {}),
      },
      { idempotencyKey: key.join(':') },
    )
    const account = { providerAccount: knownAccount(stripe), livemode: config.payments.livemode }
    await saveIntentId(db, payment, { intentId, ...account })
    return { ...payment, intentId }
  } catch (error) {
    if (customer && error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  }
}

/** The shopper is here after all, so a bank that asks for them gets the same intent on session. */
async function chargeKeptCard(
  services: Services,
  order: Order,
  attempt: Attempt,
  card: StoredCard,
  returnUrl: string,
): Promise<ExtraOutcome> {
  const method = async () => card.paymentMethodId
  const options = { return_url: returnUrl }
  const first = await tryCard(services, order, attempt, {
    method,
    options: { ...options, off_session: true },
  })
  const outcome = seenByShopper(
    first.outcome === 'authenticate'
      ? await tryCard(services, order, attempt, { method, options: { ...options, use_stripe_sdk: true } })
      : first,
  )
  const isOver = outcome.outcome === 'declined' || outcome.outcome === 'refused'
  if (isOver) await ifAnswered(services, () => endAttempt(services, order.id))
  return outcome
}
