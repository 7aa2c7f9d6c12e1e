import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { type MembershipBox, memberships, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { expireOpenOrder } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { updateBox } from './boxes.ts'

/** The box won't be packed or charged. Its order stays, so the box can come back. */
export function closeBox(
  tx: Tx,
  box: MembershipBox,
  state: 'skipped' | 'failed' | 'canceled',
  now: Instant,
): MembershipBox {
  const order = box.orderId === null ? null : orderById(tx, box.orderId)
  if (order) expireOpenOrder(tx, order, now)
  return updateBox(tx, box.id, { state }, now)
}

/** Undoes `closeBox`. The box starts over with its reminders. */
export function reopenBox(tx: Tx, box: MembershipBox, now: Instant): MembershipBox {
  if (box.orderId !== null) {
    const isExpired = and(eq(orders.id, box.orderId), eq(orders.state, 'expired'))
    tx.update(orders).set({ state: 'addressed', updatedAt: now }).where(isExpired).run()
  }
  return updateBox(tx, box.id, { state: 'planned', waitUntil: 0 }, now)
}

export const setMembership = (
  tx: Tx,
  id: number,
  set: Partial<typeof memberships.$inferInsert>,
  now: Instant,
) =>
  void tx
    .update(memberships)
    .set({ ...set, updatedAt: now })
    .where(eq(memberships.id, id))
    .run()
