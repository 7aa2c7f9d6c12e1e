import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { type Db, quickly } from '#db/client.ts'
import { type Order, type Payment, payments } from '#db/schema/index.ts'
import { formatCents } from '../money.ts'
import { orderById } from '../orders/orders.ts'
import { isPlaced } from '../orders/states.ts'
import type { Services } from '../services.ts'
import { settle } from './finalize.ts'
import { latestPayment, paymentByIntent } from './payments.ts'
import { fetchIntent, ifAnswered } from './provider.ts'
import { declinedSentence } from './rules.ts'

/** The waiting page treats any other value as failed. */
export type PaymentStatus = 'pending' | 'succeeded' | 'failed'

/** An update older than this is fetched again. */
const FRESH_MS = 3_000

/** Null: the intent is not this order's. */
export async function paymentStatus(
  services: Services,
  order: Order,
  intentId?: string,
): Promise<PaymentStatus | null> {
  const { db } = services
  const payment = intentId === undefined ? latestPayment(db, order.id) : paymentByIntent(db, intentId)
  if (intentId !== undefined && payment?.orderId !== order.id) return null
  const isFresh = payment !== null && (await refreshPayment(services, payment))
  return statusNow(db, order.id, payment?.id, isFresh)
}

/** @returns whether the provider answered this request; another one may have asked just now */
async function refreshPayment(services: Services, payment: Payment): Promise<boolean> {
  if (payment.status !== 'open' || payment.intentId === null || !(await claimRefresh(services, payment)))
    return false
  const { intentId } = payment
  const settlement = await ifAnswered(services, async () =>
    settle(services, await fetchIntent(services.stripe, intentId)),
  )
  return settlement !== null
}

/**
 * Only the poll that updates `snapshotAt` asks the provider; losing that write in a power cut costs one extra call.
 * A decline is always checked again, because it may be from an earlier try.
 */
async function claimRefresh({ db, wallClock }: Services, payment: Payment): Promise<boolean> {
  const now = wallClock.now()
  if (payment.declinedAt === null && now - payment.snapshotAt < FRESH_MS) return false
  return quickly(db, (tx) => {
    const claimed = tx
      .update(payments)
      .set({ snapshotAt: now })
      .where(
        and(
          eq(payments.id, payment.id),
          eq(payments.snapshotAt, payment.snapshotAt),
          eq(payments.status, 'open'),
        ),
      )
      .run()
    return claimed.changes === 1
  })
}

/** @param isFresh the provider has just answered; only then is a decline final */
function statusNow(db: Db, orderId: number, paymentId: number | undefined, isFresh: boolean): PaymentStatus {
  const order = orderById(db, orderId)
  if (isPlaced(order.state)) return 'succeeded'
  const payment = paymentId === undefined ? null : findPayment(db, paymentId)
  if (payment === null) return 'pending'
  if (payment.status !== 'open') return 'failed'
  return payment.declinedAt !== null && isFresh ? 'failed' : 'pending'
}

const findPayment = (db: Db, id: number) =>
  db.select().from(payments).where(eq(payments.id, id)).get() ?? null

export function paymentFailure(db: Db, order: Order): string | null {
  if (isPlaced(order.state)) return null
  const failed = lastFailure(db, order.id)
  if (!failed?.failure) return null
  if (failed.receivedCents === 0)
    return failed.declinedAt === null ? failed.failure : declinedSentence(failed.failure)
  const amount = formatCents(failed.receivedCents)
  return `We received your payment of ${amount} but couldn't complete your order. ${failed.failure} We're refunding the full amount, and no order was placed.`
}

/** The newest failed attempt. The page that shows it may already have started a newer one. */
const lastFailure = (db: Db, orderId: number): Payment | null =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.failure)))
    .orderBy(desc(payments.attempt))
    .limit(1)
    .get() ?? null
