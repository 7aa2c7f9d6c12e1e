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
import { inTurn } from './single-flight.ts'

/** An order being paid is asked about after this long without news; one that only has an intent, much later. */
const PAYING_QUIET_MS = 10_000
const IDLE_QUIET_MS = 15 * 60_000
const ABANDONED_MS = 24 * 3600_000
const BATCH = 200
const NO_ANSWER = 'the payment provider did not answer'

/**
 * Finds intents and orders that disagree, at the start and every minute: whatever was lost between the provider and
 * us (a webhook, an answer, our own process) is asked for again and settled like any other news.
 */
export async function reconcilePayments(services: Services) {
  for (const { payment, placedAt } of unheardPayments(services)) {
    await settleQuietly(services, payment, () => ask(services, payment, placedAt !== null))
  }
}

/** Ends what nobody pays any more: the intent is canceled first, then the order goes back to its shopper to be changed. */
export async function expireHolds(services: Services) {
  const { db, clock } = services
  for (const order of expiredOrders(db, clock.now())) {
    await inTurn(`order:${order.id}`, () => expire(services, order))
  }
  await durably(db, (tx) => {
    sweepHolds(tx, clock.now())
    sweepDayHolds(tx, clock.now())
  })
}

async function expire(services: Services, { id }: Order) {
  const order = orderById(services.db, id) // as it is now that its turn has come
  if (!isExpired(order, services.clock.now())) return
  const payment = latestPayment(services.db, order.id)
  if (payment?.status === 'open' && payment.intentId !== null) {
    const { intentId } = payment
    const isHeard = await settleQuietly(services, payment, () => cancelIntent(services.stripe, intentId))
    if (!isHeard) return
  }
  await reopen(services, order.id)
}

/** Back to the shopper, unless the order was paid or prepared anew meanwhile, or its money is still under way. */
function reopen({ db, clock }: Services, orderId: number): Promise<void> {
  return durably(db, (tx) => {
    const order = orderById(tx, orderId)
    const payment = latestPayment(tx, orderId)
    const isUnderWay = payment?.status === 'open' && payment.intentId !== null
    if (isExpired(order, clock.now()) && !isUnderWay) changeOpenOrder(tx, order, clock.now())
  })
}

const isExpired = (order: Order, now: Instant) =>
  order.state === 'payment_pending' && (order.holdExpiresAt ?? 0) <= now

async function settleQuietly(
  services: Services,
  payment: Payment,
  hear: () => ReturnType<typeof fetchIntent>,
): Promise<boolean> {
  try {
    await settle(services, await hear())
    return true
  } catch (error) {
    // A bug with one payment must not keep the round from the others.
    if (isProviderTrouble(error)) services.log.warn({ err: error, paymentId: payment.id }, NO_ANSWER)
    else services.log.error({ err: error, paymentId: payment.id }, 'a payment could not be settled')
    return false
  }
}

/** The order is paid otherwise, or nobody came back for a day: the intent ends, before anybody pays it. */
function ask({ stripe, wallClock }: Services, payment: Payment, isPlaced: boolean) {
  const id = payment.intentId ?? ''
  const isAbandoned = wallClock.now() - payment.createdAt > ABANDONED_MS
  return isPlaced || isAbandoned ? cancelIntent(stripe, id) : fetchIntent(stripe, id)
}

function unheardPayments({ db, wallClock }: Services): { payment: Payment; placedAt: Instant | null }[] {
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
    .orderBy(desc(orders.holdExpiresAt), orders.id) // those whose money stays under way for days come last
    .limit(BATCH)
    .all()
