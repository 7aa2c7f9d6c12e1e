import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { type Db, quickly } from '#db/client.ts'
import { type Order, type Payment, payments } from '#db/schema/index.ts'
import { formatCents } from '../money.ts'
import { orderById } from '../orders/orders.ts'
import { isPlaced } from '../orders/states.ts'
import type { Services } from '../services.ts'
import { settle } from './finalize.ts'
import { latestPayment, paymentByIntent } from './payments.ts'
import { fetchIntent, isProviderTrouble } from './provider.ts'

/** The only three words the waiting page knows: any other would send the shopper to the error page. */
export type PaymentStatus = 'pending' | 'succeeded' | 'failed'

/** News older than this is asked for again, so at most once in this time an order. */
const FRESH_MS = 3_000

/** How an order's payment stands. Asks the provider when the last news is old. null: that intent is not this order's. */
export async function paymentStatus(
  services: Services,
  order: Order,
  intentId?: string,
): Promise<PaymentStatus | null> {
  const { db } = services
  const payment = intentId === undefined ? latestPayment(db, order.id) : paymentByIntent(db, intentId)
  if (intentId !== undefined && payment?.orderId !== order.id) return null
  const isFresh = payment !== null && (await hearNews(services, payment))
  return statusNow(db, order.id, payment?.id, isFresh)
}

/** Asks the provider, if nobody else has just done so, and settles what it says. @returns whether it answered us now */
async function hearNews(services: Services, payment: Payment): Promise<boolean> {
  if (payment.status !== 'open' || payment.intentId === null || !(await claimQuestion(services, payment)))
    return false
  try {
    await settle(services, await fetchIntent(services.stripe, payment.intentId))
    return true
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    services.log.warn({ err: error }, 'the payment provider did not answer')
    return false
  }
}

/**
 * Of all who poll at this moment one asks: whoever moves the time of the last news. A decline is asked about however
 * fresh it is: its news may have come late, with the next try already under way. A claim lost at power loss only asks
 * once more.
 */
async function claimQuestion({ db, wallClock }: Services, payment: Payment): Promise<boolean> {
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

/** @param isFresh the provider has just been asked: only then a decline is told as the end of it */
function statusNow(db: Db, orderId: number, paymentId: number | undefined, isFresh: boolean): PaymentStatus {
  const order = orderById(db, orderId)
  if (isPlaced(order.state)) return 'succeeded'
  const payment = paymentId === undefined ? null : latestById(db, paymentId)
  if (payment === null) return 'pending'
  if (payment.status !== 'open') return 'failed'
  return payment.declinedAt !== null && isFresh ? 'failed' : 'pending'
}

const latestById = (db: Db, id: number) => db.select().from(payments).where(eq(payments.id, id)).get() ?? null

/** Why the last try came to nothing, for the page that says so; null when nothing failed. */
export function paymentFailure(db: Db, order: Order): string | null {
  if (isPlaced(order.state)) return null
  const failed = lastFailure(db, order.id)
  if (!failed?.failure || failed.receivedCents === 0) return failed?.failure ?? null
  const amount = formatCents(failed.receivedCents)
  return `We received your payment of ${amount}, but could not keep it. ${failed.failure} The whole amount is on its way back to you, and nothing was ordered.`
}

/** The newest attempt that came to nothing; a still newer one may have begun with the page that tells of it. */
const lastFailure = (db: Db, orderId: number): Payment | null =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.failure)))
    .orderBy(desc(payments.attempt))
    .limit(1)
    .get() ?? null
