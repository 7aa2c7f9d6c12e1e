import { and, desc, eq, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type Order, orders, type Payment, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { sweepDayHolds } from '../delivery/calendar-facts.ts'
import { changeOpenOrder } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { sweepHolds } from '../stock/stock.ts'
import { settle } from './finalize.ts'
import { latestPayment } from './payments.ts'
import { cancelIntent, fetchIntent, isProviderTrouble } from './provider.ts'
import { withMutex } from './single-flight.ts'

/** How long after the last update we ask about an order being paid, and about an idle intent. */
const PAYING_QUIET_MS = 10_000
const IDLE_QUIET_MS = 15 * 60_000
const ABANDONED_MS = 24 * 3600_000
const BATCH = 200
const NO_ANSWER = 'the payment provider did not answer'

/** Runs at startup and every minute, in case a webhook, a response or our own process was lost. */
export async function reconcilePayments(services: Services) {
  for (const { payment, placedAt } of quietPayments(services)) {
    await settleQuietly(services, payment, () => fetchOrCancel(services, payment, placedAt !== null))
  }
}

/** The intent is canceled first, so nobody can pay it anymore. Then the order can change again. */
export async function expireHolds(services: Services) {
  const { db, clock } = services
  for (const order of expiredOrders(db, clock.now())) {
    await withMutex(`order:${order.id}`, () => expire(services, order))
  }
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
    const isSettled = await settleQuietly(services, payment, () => cancelIntent(services.stripe, intentId))
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

async function settleQuietly(
  services: Services,
  payment: Payment,
  fetchSnapshot: () => ReturnType<typeof fetchIntent>,
): Promise<boolean> {
  try {
    await settle(services, await fetchSnapshot())
    return true
  } catch (error) {
    // A bug with one payment must not block the others.
    if (isProviderTrouble(error)) services.log.warn({ err: error, paymentId: payment.id }, NO_ANSWER)
    else services.log.error({ err: error, paymentId: payment.id }, 'a payment could not be settled')
    return false
  }
}

/** Cancels the intent of an order that is placed already, or abandoned for a day, so it cannot be paid. */
function fetchOrCancel({ stripe, wallClock }: Services, payment: Payment, isPlaced: boolean) {
  const id = payment.intentId ?? ''
  const isAbandoned = wallClock.now() - payment.createdAt > ABANDONED_MS
  return isPlaced || isAbandoned ? cancelIntent(stripe, id) : fetchIntent(stripe, id)
}

function quietPayments({ db, wallClock }: Services): { payment: Payment; placedAt: Instant | null }[] {
  const now = wallClock.now()
  const quietSince = sql`max(${payments.snapshotAt}, ${payments.createdAt})`
  const isUrgent = or(eq(orders.state, 'payment_pending'), isNotNull(orders.placedAt))
  return db
    .select({ payment: payments, placedAt: orders.placedAt })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.status, 'open'),
        isNotNull(payments.intentId),
        or(and(isUrgent, lt(quietSince, now - PAYING_QUIET_MS)), lt(quietSince, now - IDLE_QUIET_MS)),
      ),
    )
    .orderBy(payments.snapshotAt)
    .limit(BATCH)
    .all()
}

const expiredOrders = (db: Db, now: number): Order[] =>
  db
    .select()
    .from(orders)
    .where(and(sql`${orders.state} = 'payment_pending'`, lte(orders.holdExpiresAt, now)))
    .orderBy(desc(orders.holdExpiresAt), orders.id) // payments that process for days come last
    .limit(BATCH)
    .all()
