import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { type Membership, type MembershipBox, memberships } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isPaymentInFlight } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'

export type MembershipRefusal = 'canceled' | 'locked' | 'being_paid' | 'unknown' | 'nothing_to_undo'
export type MembershipChange = { ok: true } | { ok: false; reason: MembershipRefusal }

export const OK: MembershipChange = { ok: true }

export const refusal = (reason: MembershipRefusal): MembershipChange & { ok: false } => ({
  ok: false,
  reason,
})

/** Why a planned box can't change anymore. */
export function problemOf(db: Db, { orderId }: MembershipBox, now: Instant): 'locked' | 'being_paid' | null {
  if (orderId === null) return 'locked'
  const order = orderById(db, orderId)
  if (isPaymentInFlight(order, now)) return 'being_paid'
  return now >= (order.lockAt ?? 0) ? 'locked' : null
}

export function membershipById(db: Db | Tx, id: number): Membership {
  const membership = statement(db).get({ id })
  if (!membership) throw new Error(`membership ${id} is gone`)
  return membership
}

const statement = oncePerDatabase((db) =>
  db
    .select()
    .from(memberships)
    .where(eq(memberships.id, sql.placeholder('id')))
    .prepare(),
)
