import { eq } from 'drizzle-orm'
import { type Db, durably, type Tx } from '#db/client.ts'
import { type Membership, type MembershipBox, membershipBoxes } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { boxById, lastBox, type Planning, planNextBox, plannedBox } from './boxes.ts'
import { closeBox, setMembership } from './end-box.ts'
import { bringBack } from './move-box.ts'
import { type MembershipRefusal, membershipById, problemOf } from './refusals.ts'

export type BoxChange = { ok: true; box: MembershipBox | null } | { ok: false; reason: MembershipRefusal }

/** The next box comes one period later. Skipping a skipped box changes nothing. */
export const skipBox = (db: Db, boxId: number, planning: Planning): Promise<BoxChange> =>
  durably(db, (tx): BoxChange => {
    const { now } = planning
    const box = boxById(tx, boxId)
    const membership = membershipById(tx, box.membershipId)
    if (box.state === 'skipped') return { ok: true, box: plannedBox(tx, membership.id) }
    const problem = box.state === 'planned' ? problemOf(tx, box, now) : 'locked'
    if (problem) return { ok: false, reason: problem }
    closeBox(tx, box, 'skipped', now)
    setMembership(tx, membership.id, { skipsInRow: membership.skipsInRow + 1 }, now)
    return { ok: true, box: planNextBox(tx, membershipById(tx, membership.id), planning) }
  })

/** The skipped box is back, and the one planned in its place goes. */
export const unskipBox = (db: Db, boxId: number, now: Instant): Promise<BoxChange> =>
  durably(db, (tx): BoxChange => {
    const box = boxById(tx, boxId)
    const membership = membershipById(tx, box.membershipId)
    if (box.state === 'planned') return { ok: true, box }
    if (!canUnskip(tx, membership, box, now)) return { ok: false, reason: 'nothing_to_undo' }
    const instead = plannedBox(tx, membership.id)
    if (instead) dropBox(tx, instead, now)
    setMembership(tx, membership.id, { skipsInRow: Math.max(0, membership.skipsInRow - 1) }, now)
    return { ok: true, box: bringBack(tx, membership, box, now) }
  })

/** Only the one before the planned box, so that there's never a second one for a period. */
export function canUnskip(db: Db, membership: Membership, box: MembershipBox, now: Instant): boolean {
  if (membership.state !== 'active' || box.state !== 'skipped' || box.orderId === null) return false
  const planned = plannedBox(db, membership.id)
  const order = orderById(db, box.orderId)
  const isLatest = planned
    ? planned.number === box.number + 1 && planned.tries === 0
    : lastBox(db, membership.id)?.id === box.id
  return isLatest && order.state === 'expired' && now < (order.lockAt ?? 0)
}

/** Its number is free for whatever is planned next. */
function dropBox(tx: Tx, box: MembershipBox, now: Instant) {
  closeBox(tx, box, 'canceled', now)
  tx.delete(membershipBoxes).where(eq(membershipBoxes.id, box.id)).run()
}
