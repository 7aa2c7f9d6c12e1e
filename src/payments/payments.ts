import { and, desc, eq, sql } from 'drizzle-orm'
import { type Db, durably, oncePerDatabase, quickly } from '#db/client.ts'
import { type Order, type Payment, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { isOpen } from '../orders/states.ts'
import type { Flow } from './flow.ts'

const statements = oncePerDatabase((db) => ({
  latest: db
    .select()
    .from(payments)
    .where(eq(payments.orderId, sql.placeholder('orderId')))
    .orderBy(desc(payments.attempt))
    .limit(1)
    .prepare(),
  byIntent: db
    .select()
    .from(payments)
    .where(eq(payments.intentId, sql.placeholder('intentId')))
    .prepare(),
}))

/** The provider has said nothing yet: whoever asks next asks it. */
const NO_NEWS = 0

export const latestPayment = (db: Db, orderId: number): Payment | null =>
  statements(db).latest.get({ orderId }) ?? null

export const paymentByIntent = (db: Db, intentId: string): Payment | null =>
  statements(db).byIntent.get({ intentId }) ?? null

export function paymentById(db: Db, id: number): Payment {
  const payment = db.select().from(payments).where(eq(payments.id, id)).get()
  if (!payment) throw new Error(`payment ${id} is gone`)
  return payment
}

/**
 * The order's one open payment, begun here if there is none; null when the order was placed meanwhile, because then
 * another attempt would be one too many. Committed before the provider is called: whatever
 * happens to that call, the next one finds the same attempt, and with it the same idempotency key.
 */
export function openPayment(
  db: Db,
  order: Order,
  flow: Flow,
  amountCents: number,
  createdAt: Instant,
): Promise<Payment | null> {
  return durably(db, (tx) => {
    const latest = latestPayment(tx, order.id)
    if (!isOpen(orderById(tx, order.id).state)) return null
    if (latest?.status === 'open') return latest
    const attempt = (latest?.attempt ?? 0) + 1
    return tx
      .insert(payments)
      .values({
        orderId: order.id,
        attempt,
        flow,
        amountCents,
        status: 'open',
        snapshotAt: NO_NEWS,
        createdAt,
      })
      .returning()
      .get()
  })
}

/** Notes the provider's id for a payment. The first id stands. */
export function noteIntent(db: Db, payment: Payment, intentId: string): Promise<void> {
  return durably(db, (tx) => {
    tx.update(payments)
      .set({ intentId })
      .where(and(eq(payments.id, payment.id), sql`${payments.intentId} is null`))
      .run()
  })
}

/** Notes what amount the provider agreed to last. */
export function noteAmount(db: Db, payment: Payment, amountCents: number): Promise<void> {
  return durably(db, (tx) => {
    tx.update(payments).set({ amountCents }).where(eq(payments.id, payment.id)).run()
  })
}

/** A new try begins: an earlier refusal no longer speaks for it, and the next question goes to the provider. */
export function beginAttempt(db: Db, orderId: number): Promise<void> {
  return quickly(db, (tx) => {
    tx.update(payments)
      .set({ declinedAt: null, failure: null, snapshotAt: NO_NEWS })
      .where(and(eq(payments.orderId, orderId), eq(payments.status, 'open')))
      .run()
  })
}

/** So many refused cards on one order in an hour look like somebody trying out stolen ones. */
export const MAX_DECLINES = 5
const DECLINE_WINDOW_MS = 3600_000

export function isDeclinedTooOften(db: Db, orderId: number, wallNow: Instant): boolean {
  const payment = latestPayment(db, orderId)
  if (payment?.status !== 'open' || payment.declines < MAX_DECLINES) return false
  return wallNow - (payment.lastDeclineAt ?? 0) < DECLINE_WINDOW_MS
}
