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
export const NEVER_ASKED = 0

export const latestPayment = (db: Db, orderId: number): Payment | null =>
  statements(db).latest.get({ orderId }) ?? null

export const paymentByIntent = (db: Db, intentId: string): Payment | null =>
  statements(db).byIntent.get({ intentId }) ?? null

export const hasSucceededPayment = (db: Db, orderId: number): boolean =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), sql`${payments.status} = 'succeeded'`))
    .get() !== undefined

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
  { network, createdAt }: { network: string | null; createdAt: Instant },
): Promise<Payment | null> {
  return durably(db, (tx) => {
    const latest = latestPayment(tx, order.id)
    if (!isOpen(orderById(tx, order.id).state)) return null
    if (latest?.status === 'open') {
      tx.update(payments).set({ network }).where(eq(payments.id, latest.id)).run()
      return latest
    }
    const attempt = (latest?.attempt ?? 0) + 1
    return tx
      .insert(payments)
      .values({
        orderId: order.id,
        attempt,
        flow,
        amountCents,
        status: 'open',
        network,
        snapshotAt: NEVER_ASKED,
        createdAt,
      })
      .returning()
      .get()
  })
}

/** Never replaces an id that is already saved. */
export function saveIntentId(
  db: Db,
  payment: Payment,
  intent: Pick<Payment, 'intentId' | 'providerAccount' | 'livemode'>,
): Promise<void> {
  return durably(db, (tx) => {
    tx.update(payments)
      .set(intent)
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
