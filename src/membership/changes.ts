import { eq } from 'drizzle-orm'
import { type Db, durably, type Tx } from '#db/client.ts'
import { type Membership, memberships } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { endAgreementIn } from '../orders/agreement.ts'
import { orderById } from '../orders/orders.ts'

export type MembershipChange = { ok: true } | { ok: false; reason: 'canceled' }

/** No boxes, charges or member prices until it is resumed. Pausing it again changes nothing. */
export const pauseMembership = (db: Db, id: number, now: Instant) => setState(db, id, 'paused', now)

export const resumeMembership = (db: Db, id: number, now: Instant) => setState(db, id, 'active', now)

/** Withdraws the consent with its email, at once. Boxes that are paid still come. */
export const cancelMembership = (db: Db, id: number, reason: string, now: Instant): Promise<void> =>
  durably(db, (tx) => {
    const membership = membershipById(tx, id)
    if (membership.state === 'canceled') return
    endAgreementIn(tx, orderById(tx, membership.firstOrderId), now)
    tx.update(memberships)
      .set({ cancelReason: reason || null })
      .where(eq(memberships.id, id))
      .run()
  })

const setState = (db: Db, id: number, state: 'active' | 'paused', now: Instant): Promise<MembershipChange> =>
  durably(db, (tx): MembershipChange => {
    const membership = membershipById(tx, id)
    if (membership.state === 'canceled') return { ok: false, reason: 'canceled' }
    if (membership.state === state) return { ok: true }
    tx.update(memberships).set({ state, updatedAt: now }).where(eq(memberships.id, id)).run()
    return { ok: true }
  })

export function membershipById(db: Db | Tx, id: number): Membership {
  const membership = db.select().from(memberships).where(eq(memberships.id, id)).get()
  if (!membership) throw new Error(`membership ${id} is gone`)
  return membership
}
