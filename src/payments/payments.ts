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

/** The provider has not been asked yet, so the next poll asks it. */
const NEVER_ASKED = 0

export const latestPayment = (db: Db, orderId: number): Payment | null =>
  statements(db).latest.get({ orderId }) ?? null

export const paymentByIntent = (db: Db, intentId: string): Payment | null =>
  statements(db).byIntent.get({ intentId }) ?? null

export function paymentById(db: Db, id: number): Payment {
  const payment = db.select().from(payments).where(eq(payments.id, id)).get()
  if (!payment) throw new Error(`payment ${id} is gone`)
  return payment
}

/** Committed before the provider is called, so a repeat finds the same attempt and key. Null: placed meanwhile. */
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
        snapshotAt: NEVER_ASKED,
        createdAt,
      })
      .returning()
      .get()
  })
}

/** Never replaces an id that is already saved. */
export function saveIntentId(db: Db, payment: Payment, intentId: string): Promise<void> {
  return durably(db, (tx) => {
    tx.update(payments)
      .set({ intentId })
      .where(and(eq(payments.id, payment.id), sql`${payments.intentId} is null`))
      .run()
  })
}

export function saveAmount(db: Db, payment: Payment, amountCents: number): Promise<void> {
  return durably(db, (tx) => {
    tx.update(payments).set({ amountCents }).where(eq(payments.id, payment.id)).run()
  })
}

/** Forgets the last decline, and makes the next poll ask the provider. */
export function beginAttempt(db: Db, orderId: number): Promise<void> {
  return quickly(db, (tx) => {
    tx.update(payments)
      .set({ declinedAt: null, failure: null, snapshotAt: NEVER_ASKED })
      .where(and(eq(payments.orderId, orderId), eq(payments.status, 'open')))
      .run()
  })
}

/** This many declined cards in an hour look like someone testing stolen cards. */
export const MAX_DECLINES = 5
const DECLINE_WINDOW_MS = 3600_000

export function isDeclinedTooOften(db: Db, orderId: number, wallNow: Instant): boolean {
  const payment = latestPayment(db, orderId)
  if (payment?.status !== 'open' || payment.declines < MAX_DECLINES) return false
  return wallNow - (payment.lastDeclineAt ?? 0) < DECLINE_WINDOW_MS
}
