import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  type Membership,
  membershipBoxes,
  memberships,
  type Order,
  offers,
  varieties,
} from '#db/schema/index.ts'
import { iso } from './iso.ts'

/** The memberships that these orders began, guests' ones included. */
export function membershipsOf(db: Db, orders: Order[]) {
  const firstOrders = new Map(orders.map((order) => [order.id, order]))
  return [...firstOrders.values()].flatMap((order) => {
    const began = db.select().from(memberships).where(eq(memberships.firstOrderId, order.id)).get()
    return began ? [membershipOf(db, began, order, firstOrders)] : []
  })
}

const membershipOf = (db: Db, membership: Membership, first: Order, mine: Map<number, Order>) => ({
  began_with: first.identifier,
  state: membership.state,
  renew_period_type: membership.renewPeriodType,
  when_gone: membership.whenGone,
  chosen_free_item: freeItemName(db, membership.freeItemId),
  paused_until: iso(membership.pausedUntil),
  canceled_at: iso(membership.canceledAt),
  year_reminded_at: iso(membership.yearRemindedAt),
  cancel_reason: membership.cancelReason,
  boxes: db
    .select()
    .from(membershipBoxes)
    .where(eq(membershipBoxes.membershipId, membership.id))
    .orderBy(membershipBoxes.number)
    .all()
    .map(({ number, state, orderId, remindedCents, lastRemindedAt, tries, trouble }) => ({
      number,
      state,
      order_identifier: (orderId !== null && mine.get(orderId)?.identifier) || null,
      announced_total_cents: remindedCents,
      last_reminded_at: iso(lastRemindedAt),
      declined_charges: tries,
      trouble,
    })),
})

function freeItemName(db: Db, offerId: number | null): string | null {
  if (offerId === null) return null
  const name = sql<string>`${varieties.name} || ', ' || ${offers.label}`
  const ofVariety = eq(varieties.id, offers.varietyId)
  return (
    db.select({ name }).from(offers).innerJoin(varieties, ofVariety).where(eq(offers.id, offerId)).get()
      ?.name ?? null
  )
}
