import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, quickly } from '#db/client.ts'
import { type Order, orders, type Payment, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { formatCents } from '../money.ts'
import { isPlaced } from '../orders/states.ts'
import type { Services } from '../services.ts'
import { settle } from './finalize.ts'
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
  const { latest, byIntent, byId } = statements(services.db)
  const polled =
    intentId === undefined ? latest.get({ orderId: order.id }) : byIntent.get({ orderId: order.id, intentId })
  if (!polled) return intentId !== undefined ? null : isPlaced(order.state) ? 'succeeded' : 'pending'
  if (!isDue(polled, services.wallClock.now())) return statusOf(polled, false)
  const isFresh = (await claimRefresh(services, polled)) && (await refreshPayment(services, polled.intentId))
  return statusOf(byId.get({ id: polled.id }) ?? polled, isFresh)
}

/** Read in one statement: a payment that succeeded must not be seen beside its order from before. */
type Polled = Pick<Payment, 'id' | 'status' | 'intentId' | 'snapshotAt' | 'declinedAt'> & Pick<Order, 'state'>

/** A decline is always checked again, because it may be from an earlier try. */
const isDue = (polled: Polled, now: Instant): polled is Polled & { intentId: string } =>
  polled.status === 'open' &&
  polled.intentId !== null &&
  (polled.declinedAt !== null || now - polled.snapshotAt >= FRESH_MS)

/** Only the poll that updates `snapshotAt` asks the provider; losing that write in a power cut costs one extra call. */
const claimRefresh = ({ db, wallClock }: Services, { id, snapshotAt }: Polled): Promise<boolean> =>
  quickly(db, (tx) => statements(tx).claim.run({ id, snapshotAt, now: wallClock.now() }).changes === 1)

/** @returns whether the provider answered this request; another one may have asked just now */
async function refreshPayment(services: Services, intentId: string): Promise<boolean> {
  const settlement = await ifAnswered(services, async () =>
    settle(services, await fetchIntent(services.stripe, intentId)),
  )
  return settlement !== null
}

/** @param isFresh the provider has just answered; only then is a decline final */
function statusOf({ state, status, declinedAt }: Polled, isFresh: boolean): PaymentStatus {
  if (isPlaced(state)) return 'succeeded'
  if (status !== 'open') return 'failed'
  return declinedAt !== null && isFresh ? 'failed' : 'pending'
}

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
  statements(db).lastFailure.get({ orderId }) ?? null

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => {
  const polled = () =>
    db
      .select({
        id: payments.id,
        status: payments.status,
        intentId: payments.intentId,
        snapshotAt: payments.snapshotAt,
        declinedAt: payments.declinedAt,
        state: orders.state,
      })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
  const ofOrder = eq(payments.orderId, placeholder('orderId'))
  return {
    latest: polled().where(ofOrder).orderBy(desc(payments.attempt)).prepare(),
    byIntent: polled()
      .where(and(ofOrder, eq(payments.intentId, placeholder('intentId'))))
      .prepare(),
    byId: polled()
      .where(eq(payments.id, placeholder('id')))
      .prepare(),
    claim: db
      .update(payments)
      .set({ snapshotAt: sql`${placeholder('now')}` })
      .where(
        and(
          eq(payments.id, placeholder('id')),
          eq(payments.snapshotAt, placeholder('snapshotAt')),
          eq(payments.status, 'open'),
        ),
      )
      .prepare(),
    lastFailure: db
      .select()
      .from(payments)
      .where(and(ofOrder, isNotNull(payments.failure)))
      .orderBy(desc(payments.attempt))
      .prepare(),
  }
})
