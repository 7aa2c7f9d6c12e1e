import { and, desc, eq, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Db, durably, quickly } from '#db/client.ts'
import { type Order, orders, type Payment, payments } from '#db/schema/index.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../day.ts'
import { sweepDayHolds } from '../delivery/calendar-facts.ts'
import { attempt } from '../jobs/attempt.ts'
import { changeOpenOrder } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { sweepHolds } from '../stock/stock.ts'
import { endOpenExtra } from './extra-charge-card.ts'
import { endedExtraCharges, waitingChange } from './extra-charges.ts'
import { settle } from './finalize.ts'
import { latestPayment } from './payments.ts'
import { cancelIntent, fetchIntent, ifAnswered } from './provider.ts'
import { closeForeignPayments, learnAccount } from './provider-account.ts'
import { inRound } from './rounds.ts'
import { withMutex } from './single-flight.ts'

/** How long after the last update we ask about an order being paid, and about an idle intent. */
const PAYING_QUIET_MS = 10_000
const IDLE_QUIET_MS = 15 * MINUTE_MS
/** Each question without an answer doubles the wait, up to this. */
const MAX_QUIET_MS = HOUR_MS
const ABANDONED_MS = DAY_MS
const BATCH = 200

/** Runs at startup and every minute, in case a webhook, a response or our own process was lost. */
export async function reconcilePayments(services: Services) {
  await learnAccount(services)
  await closeForeignPayments(services)
  await inRound(services, quietPayments(services), ({ payment, placedAt }) =>
    ask(services, payment, () => fetchOrCancel(services, payment, isUnwanted(services, payment, placedAt))),
  )
  measureSilence(services)
}

/** In every process, because each tells its own readiness. */
export const measureSilence = ({ db, wallClock, metrics }: Services) =>
  metrics.oldestOpenPayment.set(longestSilenceMs(db, wallClock.now()) / 1000)

/** The intent is canceled first, so nobody can pay it anymore. Then the order can change again. */
export async function expireHolds(services: Services) {
  const { db, clock } = services
  const each = (orderId: number, work: () => Promise<unknown>) =>
    attempt(services, { failure: 'a hold could not be ended', about: { orderId } }, work)
  await inRound(services, expiredOrders(db, clock.now()), (order) =>
    each(order.id, () => withMutex(services, `order:${order.id}`, () => expire(services, order))),
  )
  await inRound(services, endedExtraCharges(db, clock.now()), ({ orderId }) =>
    each(orderId, () => ifAnswered(services, () => endOpenExtra(services, orderId), { orderId })),
  )
  await durably(db, (tx) => {
    sweepHolds(tx, clock.now())
    sweepDayHolds(tx, clock.now())
  })
}

async function expire(services: Services, { id }: Order) {
  const order = orderById(services.db, id) // read again: it may have waited for its turn
  if (!isExpired(order, services.clock.now())) return
  const payment = latestPayment(services.db, order.id)
  if (payment?.status === 'open' && payment.intentId !== null) {
    const { intentId } = payment
    const isSettled = await ask(services, payment, () => cancelIntent(services.stripe, intentId))
    if (!isSettled) return
  }
  await reopen(services, order.id)
}

/** An order that was paid or prepared again, or whose intent can still be paid, stays as it is. */
function reopen({ db, clock }: Services, orderId: number): Promise<void> {
  return durably(db, (tx) => {
    const order = orderById(tx, orderId)
    const payment = latestPayment(tx, orderId)
    const hasLiveIntent = payment?.status === 'open' && payment.intentId !== null
    if (isExpired(order, clock.now()) && !hasLiveIntent) changeOpenOrder(tx, order, clock.now())
  })
}

const isExpired = (order: Order, now: Instant) =>
  order.state === 'payment_pending' && (order.holdExpiresAt ?? 0) <= now

/** @returns whether the answer was settled */
async function ask(
  services: Services,
  payment: Payment,
  fetchSnapshot: () => ReturnType<typeof fetchIntent>,
): Promise<boolean> {
  await noteQuestion(services, payment)
  const about = { paymentId: payment.id }
  try {
    const settlement = await ifAnswered(services, async () => settle(services, await fetchSnapshot()), about)
    return settlement !== null
  } catch (error) {
    // A bug with one payment must not block the others.
    services.log.error({ err: error, ...about }, 'a payment could not be settled')
    return false
  }
}

/** Written before the call, so that a payment that gets no answer moves to the end of the queue. */
const noteQuestion = ({ db, wallClock }: Services, { id }: Payment): Promise<void> =>
  quickly(db, (tx) => {
    tx.update(payments)
      .set({ askedAt: wallClock.now(), unanswered: sql`${payments.unanswered} + 1` })
      .where(eq(payments.id, id))
      .run()
  })

/** The order is placed already, or the change that it would pay for can't be made anymore. */
const isUnwanted = ({ db, clock }: Services, payment: Payment, placedAt: Instant | null) =>
  payment.flow === 'extra' ? waitingChange(db, payment, clock.now()) === null : placedAt !== null

/** Cancels what nobody wants anymore, or abandoned for a day, so it cannot be paid. */
function fetchOrCancel({ stripe, wallClock }: Services, payment: Payment, isUnwanted: boolean) {
  const id = payment.intentId ?? ''
  const isAbandoned = wallClock.now() - payment.createdAt > ABANDONED_MS
  return isUnwanted || isAbandoned ? cancelIntent(stripe, id) : fetchIntent(stripe, id)
}

const hasOpenIntent = and(sql`${payments.status} = 'open'`, isNotNull(payments.intentId))

/** Those asked longest ago come first, so that no number of them keeps another from its turn. */
function quietPayments({ db, wallClock }: Services): { payment: Payment; placedAt: Instant | null }[] {
  const now = wallClock.now()
  const isUrgent = or(eq(orders.state, 'payment_pending'), isNotNull(orders.placedAt))
  const quietSince = sql`max(${payments.snapshotAt}, ${payments.askedAt}, ${payments.createdAt})`
  const isDue = (quietMs: number): SQL =>
    lt(quietSince, sql`${now} - min(${quietMs} << min(${payments.unanswered}, 9), ${MAX_QUIET_MS})`)
  return db
    .select({ payment: payments, placedAt: orders.placedAt })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(hasOpenIntent, or(and(isUrgent, isDue(PAYING_QUIET_MS)), isDue(IDLE_QUIET_MS))))
    .orderBy(payments.askedAt, payments.id)
    .limit(BATCH)
    .all()
}

/** How long ago the provider last told us about the open payment that it has been silent about the longest. */
export function longestSilenceMs(db: Db, wallNow: Instant): number {
  const heard = sql<number | null>`min(max(${payments.heardAt}, ${payments.createdAt}))`
  const oldest = db.select({ heard }).from(payments).where(hasOpenIntent).get()?.heard ?? wallNow
  return Math.max(0, wallNow - oldest)
}

const lastAsked = sql`(select asked_at from payments where order_id = ${orders.id} and status = 'open')`

const expiredOrders = (db: Db, now: number): Order[] =>
  db
    .select()
    .from(orders)
    .where(and(sql`${orders.state} = 'payment_pending'`, lte(orders.holdExpiresAt, now)))
    .orderBy(lastAsked, desc(orders.holdExpiresAt), orders.id)
    .limit(BATCH)
    .all()
