import { and, eq, ne } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import {
  type Membership,
  membershipBoxes,
  memberships,
  type Order,
  orders,
  type PaidCard,
  storedCards,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { expireOpenOrder, isPaymentInFlight } from './open-order.ts'
import { cardOf } from './paid-with.ts'
import { startsMembership } from './recurring-rules.ts'

/** In the transaction that completes a recurring order, or makes a placed one recurring. */
export function beginMembership(tx: Tx, order: Order, now: Instant, cardId: number | null = null) {
  const { id: firstOrderId, userId, renewPeriodType } = order
  if (!startsMembership(order) || !renewPeriodType) return
  tx.insert(memberships)
    .values({ firstOrderId, userId, renewPeriodType, cardId, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .run()
}

/** In the transaction that completes the order of one of its boxes. */
export function recordBoxPlaced(tx: Tx, { id: orderId, membershipId }: Order, now: Instant) {
  if (membershipId === null) return
  tx.update(membershipBoxes)
    .set({ state: 'placed', trouble: null, updatedAt: now })
    .where(eq(membershipBoxes.orderId, orderId))
    .run()
  tx.update(memberships)
    .set({ failedInRow: 0, skipsInRow: 0, updatedAt: now })
    .where(eq(memberships.id, membershipId))
    .run()
}

export function firstOrderIdOf(db: Db, membershipId: number): number {
  const membership = db.select().from(memberships).where(eq(memberships.id, membershipId)).get()
  if (!membership) throw new Error(`membership ${membershipId} is gone`)
  return membership.firstOrderId
}

export const membershipOfOrder = (db: Db, firstOrderId: number): Membership | null =>
  db.select().from(memberships).where(eq(memberships.firstOrderId, firstOrderId)).get() ?? null

/** The card that pays later boxes: the member's choice, else the card that paid for the first box. */
export function laterCardOf(db: Db, { id, membershipId }: Order): PaidCard | null {
  const firstOrderId = membershipId === null ? id : firstOrderIdOf(db, membershipId)
  const chosen = db
    .select({ brand: storedCards.brand, last4: storedCards.last4 })
    .from(memberships)
    .innerJoin(storedCards, eq(storedCards.id, memberships.cardId))
    .where(eq(memberships.firstOrderId, firstOrderId))
    .get()
  return chosen?.brand && chosen.last4
    ? { brand: chosen.brand, last4: chosen.last4 }
    : cardOf(db, firstOrderId)
}

/** The agreement it rests on has ended. Ending it again changes nothing. A box that is being paid still comes. */
export function cancelMembership(tx: Tx, firstOrderId: number, now: Instant) {
  const ended = tx
    .update(memberships)
    .set({ state: 'canceled', canceledAt: now, updatedAt: now })
    .where(and(eq(memberships.firstOrderId, firstOrderId), ne(memberships.state, 'canceled')))
    .returning({ id: memberships.id })
    .get()
  if (ended) cancelPlannedBox(tx, ended.id, now)
}

function cancelPlannedBox(tx: Tx, membershipId: number, now: Instant) {
  const box = tx
    .select({ id: membershipBoxes.id, order: orders })
    .from(membershipBoxes)
    .innerJoin(orders, eq(orders.id, membershipBoxes.orderId))
    .where(and(eq(membershipBoxes.membershipId, membershipId), eq(membershipBoxes.state, 'planned')))
    .get()
  if (!box || isPaymentInFlight(box.order, now)) return
  expireOpenOrder(tx, box.order, now)
  const isBox = eq(membershipBoxes.id, box.id)
  tx.update(membershipBoxes).set({ state: 'canceled', updatedAt: now }).where(isBox).run()
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
