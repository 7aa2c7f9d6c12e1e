import { and, eq, ne } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type Membership, memberships, type Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** In the transaction that completes a recurring order. */
export function beginMembership(tx: Tx, order: Order, now: Instant) {
  const { id: firstOrderId, userId, renewPeriodType } = order
  if (!order.recurring || !renewPeriodType) return
  tx.insert(memberships)
    .values({ firstOrderId, userId, renewPeriodType, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .run()
}

export const membershipOfOrder = (db: Db, firstOrderId: number): Membership | null =>
  db.select().from(memberships).where(eq(memberships.firstOrderId, firstOrderId)).get() ?? null

/** The agreement it rests on has ended. Ending it again changes nothing. */
export function cancelMembership(tx: Tx, firstOrderId: number, now: Instant) {
  tx.update(memberships)
    .set({ state: 'canceled', canceledAt: now, updatedAt: now })
    .where(and(eq(memberships.firstOrderId, firstOrderId), ne(memberships.state, 'canceled')))
    .run()
}

/** With the order that began it, when a guest turns out to have an account. */
export const claimMembership = (tx: Tx, firstOrderId: number, userId: number) =>
  void tx.update(memberships).set({ userId }).where(eq(memberships.firstOrderId, firstOrderId)).run()

/** The reason may hold anything a person typed. */
export function releaseMembership(tx: Tx, firstOrderId: number, now: Instant) {
  cancelMembership(tx, firstOrderId, now)
  tx.update(memberships)
    .set({ userId: null, cancelReason: null })
    .where(eq(memberships.firstOrderId, firstOrderId))
    .run()
}
