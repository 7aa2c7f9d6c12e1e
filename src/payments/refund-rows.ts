import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { isCountedRefund, type Payment, type Refund, refunds } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { disputesOfPayment, takenCents } from './dispute-rows.ts'

export const isUnsent = inArray(refunds.status, ['owed', 'asked'])

/** What came back, and nobody has sent another way yet. */
export const isFailed = and(eq(refunds.status, 'failed'), isNull(refunds.resolution))

export const isOwed = or(isUnsent, isFailed)

export function refundById(db: Db, id: number): Refund {
  const refund = db.select().from(refunds).where(eq(refunds.id, id)).get()
  if (!refund) throw new Error(`refund ${id} is gone`)
  return refund
}

export const insertRefund = (
  tx: DurableTx,
  { id, orderId }: Payment,
  facts: Pick<Refund, 'cause' | 'amountCents' | 'status'> & Partial<Pick<Refund, 'failure' | 'resolution'>>,
  now: Instant,
): Refund =>
  tx
    .insert(refunds)
    .values({ ...facts, orderId, paymentId: id, createdAt: now, updatedAt: now })
    .returning()
    .get()

/** What of a payment nobody has refunded, asked to refund or settled otherwise. Doesn't look at disputes. */
export function unrefundedCents(db: Db, { id, receivedCents }: Payment): number {
  const counted = db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), isCountedRefund))
    .get()
  return receivedCents - (counted?.cents ?? 0)
}

/** The same, less what a lost dispute took: the provider doesn't refund that. */
export function returnableCents(db: Db, payment: Payment): number {
  const lost = disputesOfPayment(db, payment).filter(({ closedAt }) => closedAt !== null)
  return unrefundedCents(db, payment) - Math.max(0, takenCents(lost))
}

/** What the provider has sent of a payment, less what came back. */
export const refundedCents = (db: Db, { id }: Payment): number =>
  db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), inArray(refunds.status, ['pending', 'succeeded'])))
    .get()?.cents ?? 0
