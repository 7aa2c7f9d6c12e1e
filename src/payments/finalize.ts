import { and, eq, isNull } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import { type Order, orders, type Payment, payments, webhookEvents } from '#db/schema/index.ts'
import { recordPurchase } from '../analytics/purchases.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import { type Completion, completeOrder } from '../orders/complete.ts'
import { mailReceipt } from '../orders/mails.tsx'
import { changeOpenOrder } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { isOpen } from '../orders/states.ts'
import type { Services } from '../services.ts'
import { keepCard } from './cards.ts'
import { noteFirstOrder } from './first-order.ts'
import { keepsCard } from './flow.ts'
import { mailMoneyReturned } from './mails.tsx'
import { enterMoney } from './money.ts'
import { paymentByIntent } from './payments.ts'
import { type IntentSnapshot, mismatch } from './provider.ts'
import { refundPayment } from './refunds.ts'

export type Settlement =
  | 'completed' // the order is paid, by this call
  | 'money_returned' // the money came but the order could not be completed: a refund is on its way
  | 'noted' // not final yet, or refused by the bank
  | 'settled_before' // nothing left to do
  | 'unknown_intent'

type Event = { id: string; type: string }

/**
 * FINALIZE, the third phase: what the provider says of an intent becomes what the shop does about it. Webhook, poll,
 * return page and reconciliation all call this one function, in any order and at the same moment; everything that
 * follows from a payment is one durable transaction, and happens once.
 * @param event when given, its id is kept with its effect, and a repeated one changes nothing
 */
export async function settle(services: Services, news: IntentSnapshot, event?: Event): Promise<Settlement> {
  const { db, clock, wallClock, metrics } = services
  const settlement = await durably(db, (tx): Settlement => {
    if (event && !isFirstTelling(tx, event, wallClock.now())) return 'settled_before'
    const payment = paymentByIntent(tx, news.id)
    if (!payment) return unknownIntent(tx, news, clock.now())
    if (payment.status !== 'open' && !isLateMoney(payment, news)) return 'settled_before'
    if (news.status === 'succeeded') return takeMoney(tx, services, payment, news)
    return note(tx, payment, news, wallClock.now())
  })
  if (settlement === 'completed') metrics.orders.inc()
  if (settlement === 'money_returned') metrics.refunds.inc()
  return settlement
}

/** `alc-free`: nothing to pay and no card to keep, so nothing to wait for. The same door and kind of transaction. */
export async function settleFree(
  services: Services,
  orderId: number,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const { db, clock, wallClock, metrics } = services
  const outcome = await durably(db, (tx) => {
    const now = clock.now()
    const order = orderById(tx, orderId)
    if (order.placedAt !== null) return { ok: true, isNew: false } as const
    if (order.recurring) return { ok: false, message: CHANGED } as const
    const completion = completeOrder(tx, orderId, 0, now)
    if (!completion.ok) return { ok: false, message: completion.message } as const
    closeOpenPayment(tx, orderId, wallClock.now())
    announce(tx, completion.order, now)
    return { ok: true, isNew: true } as const
  })
  if (outcome.ok && outcome.isNew) metrics.orders.inc()
  return outcome
}

function isFirstTelling(tx: DurableTx, event: Event, receivedAt: Instant): boolean {
  return (
    tx
      .insert(webhookEvents)
      .values({ ...event, receivedAt })
      .onConflictDoNothing()
      .run().changes === 1
  )
}

/** We gave an attempt up, and its card was charged all the same: that money is as good, or goes back, as any. */
const isLateMoney = (payment: Payment, news: IntentSnapshot) =>
  payment.status === 'canceled' && news.status === 'succeeded' && news.receivedCents > 0

/** Money came. It is kept for exactly the order it was asked for, or goes back; there is no third way. */
function takeMoney(
  tx: DurableTx,
  { clock, wallClock, config }: Services,
  payment: Payment,
  news: IntentSnapshot,
): Settlement {
  const now = clock.now()
  const order = orderById(tx, payment.orderId)
  if (news.receivedCents > 0) enterMoney(tx, order, 'charge', news.receivedCents, news.id, now)

  const wrong = mismatch(news, payment, order.token, config.payments.secretKey.startsWith('sk_live'))
  if (wrong)
    flagForStaff(tx, `mismatch:${news.id}`, order.id, 'payment_mismatch', `Intent ${news.id}: ${wrong}.`, now)

  const completed = wrong
    ? ({ ok: false, reason: 'amount_mismatch', message: 'The payment did not match the order.' } as const)
    : completion(tx, order, payment, news, now)
  if (!completed.ok) {
    if (!wrong && completed.reason === 'amount_mismatch') {
      flagForStaff(tx, `mismatch:${news.id}`, order.id, 'payment_mismatch', completed.message, now)
    }
    return giveBack(tx, { payment, order, news, message: completed.message, now, wallNow: wallClock.now() })
  }
  closePayment(tx, payment, {
    status: 'succeeded',
    receivedCents: news.receivedCents,
    cardBrand: news.card?.brand ?? null,
    cardLast4: news.card?.last4 ?? null,
    cardFingerprint: news.card?.fingerprint ?? null,
    snapshotAt: wallClock.now(),
  })
  if (keepsCard(payment.flow)) keepCard(tx, completed.order, news, now)
  noteFirstOrder(tx, completed.order, news.card, now)
  announce(tx, completed.order, now)
  return 'completed'
}

const CHANGED = 'Your box changed while it was being paid.'

/** A card that was given for one box is not the card of a membership, nor the other way round. */
function completion(
  tx: DurableTx,
  order: Order,
  payment: Payment,
  news: IntentSnapshot,
  now: Instant,
): Completion {
  if (isOpen(order.state) && keepsCard(payment.flow) !== order.recurring)
    return { ok: false, reason: 'not_completable', message: CHANGED }
  return completeOrder(tx, order.id, news.receivedCents, now)
}

type Return = {
  payment: Payment
  order: Order
  news: IntentSnapshot
  message: string
  now: Instant
  wallNow: Instant
}

/** Never short silently, never keep the money: the refund and the mail are written down before anyone is answered. */
function giveBack(tx: DurableTx, { payment, order, news, message, now, wallNow }: Return): Settlement {
  if (isOpen(order.state)) changeOpenOrder(tx, order, now)
  const { receivedCents } = news
  const status = receivedCents > 0 ? 'refunding' : 'canceled'
  closePayment(tx, payment, { status, receivedCents, failure: message, snapshotAt: wallNow })
  if (receivedCents > 0) {
    enqueue(tx, refundPayment, { paymentId: payment.id }, { key: `refund:${payment.id}`, now })
    enqueue(tx, mailMoneyReturned, { paymentId: payment.id }, { key: `money_returned:${payment.id}`, now })
  }
  return 'money_returned'
}

/** What follows from a placed order, once: the keys are the order's. */
function announce(tx: Tx, order: Order, now: Instant) {
  enqueue(tx, mailReceipt, { orderId: order.id }, { key: `receipt:${order.token}`, now })
  enqueue(tx, recordPurchase, { orderId: order.id }, { key: `purchase:${order.token}`, now })
}

/** News that is not the end: a decline is remembered with the bank's words, anything else only that we heard. */
function note(tx: DurableTx, payment: Payment, news: IntentSnapshot, wallNow: Instant): Settlement {
  if (news.status === 'canceled') {
    closePayment(tx, payment, { status: 'canceled', failure: payment.failure, snapshotAt: wallNow })
    return 'noted'
  }
  notePaymentInFlight(tx, payment.orderId, news.status === 'processing' ? wallNow : null)
  const declined = news.status === 'declined'
  tx.update(payments)
    .set({
      snapshotAt: wallNow,
      declinedAt: declined ? wallNow : null,
      failure: declined ? news.declined : null,
      declines: payment.declines + (news.countsAsDecline && declined && payment.declinedAt === null ? 1 : 0),
      lastDeclineAt: declined ? wallNow : payment.lastDeclineAt,
    })
    .where(eq(payments.id, payment.id))
    .run()
  return 'noted'
}

/** While the bank works on a payment the box it is for stays as it is. */
function notePaymentInFlight(tx: Tx, orderId: number, paymentInFlightAt: Instant | null) {
  tx.update(orders).set({ paymentInFlightAt }).where(eq(orders.id, orderId)).run()
}

/** Not one of ours, or of a database that was restored: nobody's order is touched, a person looks. */
function unknownIntent(tx: Tx, news: IntentSnapshot, now: Instant): Settlement {
  if (news.status === 'succeeded' && news.orderToken !== null) {
    flagForStaff(
      tx,
      `unknown:${news.id}`,
      null,
      'unknown_payment',
      `Intent ${news.id} was paid, but no order knows it.`,
      now,
    )
  }
  return 'unknown_intent'
}

type Closing = Partial<
  Pick<Payment, 'receivedCents' | 'failure' | 'cardBrand' | 'cardLast4' | 'cardFingerprint'>
> &
  Pick<Payment, 'status' | 'snapshotAt'>

/** Conditional on what was judged, so that of two settlements of one attempt one stands. */
function closePayment(tx: DurableTx, payment: Payment, closing: Closing) {
  tx.update(payments)
    .set(closing)
    .where(and(eq(payments.id, payment.id), eq(payments.status, payment.status)))
    .run()
}

/**
 * An order that needs no money any more: an attempt begun for it ends with it. One with an intent stays open until
 * the provider has ended that too (`reconcilePayments`): its card could still be charged.
 */
function closeOpenPayment(tx: DurableTx, orderId: number, wallNow: Instant) {
  tx.update(payments)
    .set({ status: 'canceled', snapshotAt: wallNow })
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'open'), isNull(payments.intentId)))
    .run()
}

/** Ends an attempt for which the provider was never asked. */
export function closeEmptyPayment(db: Db, payment: Payment): Promise<void> {
  return durably(db, (tx) =>
    closePayment(tx, payment, { status: 'canceled', snapshotAt: payment.snapshotAt }),
  )
}
