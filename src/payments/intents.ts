import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Db, durably } from '#db/client.ts'
import { type Order, orders, type Payment, users } from '#db/schema/index.ts'
import { unitsIn } from '../orders/items.ts'
import { orderById } from '../orders/orders.ts'
import { closedRefusal } from '../orders/prepare.ts'
import { EMPTY, type Refusal } from '../orders/readiness.ts'
import { isOpen } from '../orders/states.ts'
import { currentTotals } from '../pricing/facts.ts'
import type { Services } from '../services.ts'
import { closeEmptyPayment, settle } from './finalize.ts'
import { type Flow, flowOf, INTENT_KIND, keepsCard } from './flow.ts'
import { isDeclinedTooOften, openPayment, saveAmount, saveIntentId } from './payments.ts'
import { cancelIntent, fetchIntent, type IntentKind, isFinished } from './provider.ts'
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
 * one. @throws a StripeError when the provider cannot be reached or understood
 */
export function ensureIntent(services: Services, orderId: number): Promise<IntentAnswer> {
  return withMutex(`order:${orderId}`, () => syncIntent(services, orderId, 2))
}

async function syncIntent(services: Services, orderId: number, triesLeft: number): Promise<IntentAnswer> {
  const { db, wallClock } = services
  const order = orderById(db, orderId)
  if (!isOpen(order.state)) return { ok: false, refusal: closedRefusal(order) }

  if (unitsIn(db, orderId) === 0) return { ok: false, refusal: EMPTY }
  const tooManyDeclines = attemptsRefusal(services, orderId)
  if (tooManyDeclines) return { ok: false, refusal: tooManyDeclines }

  const amountCents = amountOf(services, order)
  const flow = flowOf(order, amountCents)
  const kind = INTENT_KIND[flow]
  const payment = await openPayment(db, order, flow, amountCents, wallClock.now())
  if (!payment) return { ok: false, refusal: closedRefusal(order) }
  if (payment.flow !== flow) return startOver(services, order, payment, triesLeft)
  if (kind === 'none') return { ok: true, flow, amountCents, intentId: null, clientSecret: null }

  const intent = await intentWithAmount(services, order, payment, kind, amountCents)
  if (intent.status !== 'canceled' && intent.status !== 'succeeded') {
    return { ok: true, flow, amountCents, intentId: intent.id, clientSecret: intent.client_secret }
  }
  // The intent has finished meanwhile. Settling it places the order or makes way for a new attempt.
  await settle(services, await fetchIntent(services.stripe, intent.id))
  return triesLeft > 0 ? syncIntent(services, orderId, triesLeft - 1) : exhausted(order)
}

export const attemptsRefusal = ({ db, wallClock }: Services, orderId: number): Refusal | null =>
  isDeclinedTooOften(db, orderId, wallClock.now()) ? TOO_MANY_DECLINES : null

const TOO_MANY_DECLINES: Refusal = {
  code: 'too_many_declines',
  message: "Several cards were declined for this order. Please wait an hour, or email us and we'll help.",
}

/** This needs a person, not another intent. */
function exhausted(order: Order): never {
  throw new Error(`could not get a live intent for order ${order.id}`)
}

const amountOf = ({ db, clock }: Services, order: Order) =>
  order.state === 'payment_pending' && order.totalCents !== null
    ? order.totalCents
    : currentTotals(db, order, clock.now()).totalCents

/** The old intent is canceled first, so that only one is ever live. */
async function startOver(
  services: Services,
  order: Order,
  payment: Payment,
  triesLeft: number,
): Promise<IntentAnswer> {
  if (payment.intentId) await settle(services, await cancelIntent(services.stripe, payment.intentId))
  else await closeEmptyPayment(services.db, payment)
  return triesLeft > 0 ? syncIntent(services, order.id, triesLeft - 1) : exhausted(order)
}

type LiveIntent = Pick<Stripe.PaymentIntent, 'id' | 'client_secret'> & { status: string }

async function intentWithAmount(
  services: Services,
  order: Order,
  payment: Payment,
  kind: IntentKind,
  amountCents: number,
): Promise<LiveIntent> {
  const intent = payment.intentId
    ? await retrieveIntent(services.stripe, payment.intentId)
    : await create(services, order, payment, kind)
  if (kind === 'setup' || !('amount' in intent) || intent.amount === amountCents) return intent
  return changeAmount(services, order, payment, intent, amountCents)
}

export const retrieveIntent = (stripe: Stripe, id: string) =>
  id.startsWith('seti_') ? stripe.setupIntents.retrieve(id) : stripe.paymentIntents.retrieve(id)

/** Key and amount come from the saved attempt, so a repeat gets the same intent. */
async function create(services: Services, order: Order, payment: Payment, kind: IntentKind) {
  const { stripe, db } = services
  const savesCard = keepsCard(payment.flow)
  const customer = savesCard ? await customerOf(services, order) : undefined
  const metadata = { order_token: order.token, order_identifier: order.identifier }
  const options = { idempotencyKey: `${kind === 'setup' ? 'si' : 'pi'}:${order.token}:${payment.attempt}` }
  const card = { automatic_payment_methods: { enabled: true }, metadata, ...(customer ? { customer } : {}) }
  const intent =
    kind === 'setup'
      ? await stripe.setupIntents.create({ ...card, usage: 'off_session' }, options)
      : await stripe.paymentIntents.create(
          {
            ...card,
            amount: payment.amountCents,
            currency: 'usd',
            ...(savesCard ? { setup_future_usage: 'off_session' as const } : {}),
          },
          options,
        )
  await saveIntentId(db, payment, intent.id)
  return intent
}

async function changeAmount(
  { stripe, db }: Services,
  order: Order,
  payment: Payment,
  intent: LiveIntent,
  amountCents: number,
): Promise<LiveIntent> {
  try {
    const key = `pi:${order.token}:${payment.attempt}:${amountCents}:${order.version}`
    const changed = await stripe.paymentIntents.update(
      intent.id,
      { amount: amountCents },
      { idempotencyKey: key },
    )
    await saveAmount(db, payment, amountCents)
    return changed
  } catch (error) {
    if (isFinished(error)) return stripe.paymentIntents.retrieve(intent.id)
    throw error
  }
}

async function customerOf({ stripe, db }: Services, order: Order): Promise<string> {
  const known = order.providerCustomerId ?? accountCustomer(db, order)
  if (known) return known
  const customer = await stripe.customers.create(
    { metadata: { order_token: order.token } },
    { idempotencyKey: `cus:${order.token}` },
  )
  await durably(db, (tx) => {
    tx.update(orders).set({ providerCustomerId: customer.id }).where(eq(orders.id, order.id)).run()
  })
  return customer.id
}

function accountCustomer(db: Db, { userId }: Order): string | null {
  if (userId === null) return null
  const account = db
    .select({ customer: users.providerCustomerId })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  return account?.customer ?? null
}
