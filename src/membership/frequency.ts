import { and, desc, eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import {
  type Membership,
  type MembershipBox,
  membershipBoxes,
  orders,
  recurringConsents,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { recordConsent, withdrawConsent } from '../orders/recurring.ts'
import type { RenewPeriod } from '../orders/recurring-rules.ts'
import { type Planning, planNextBox, plannedBox, updateBox } from './boxes.ts'
import { closeBox, setMembership } from './end-box.ts'
import { type MembershipChange, membershipById, OK, problemOf, refusal } from './refusals.ts'
import { totalOf } from './totals.ts'

/** The old consent ends and a new one begins, because the frequency is part of it. */
export const changeFrequency = (
  db: Db,
  id: number,
  { period, movesNext }: { period: RenewPeriod; movesNext: boolean },
  planning: Planning,
): Promise<MembershipChange> =>
  durably(db, (tx): MembershipChange => {
    const { now } = planning
    const membership = membershipById(tx, id)
    if (membership.state === 'canceled') return refusal('canceled')
    const box = plannedBox(tx, id)
    const problem = box ? problemOf(tx, box, now) : null
    if (problem && (movesNext || problem === 'being_paid')) return refusal(problem)
    if (membership.renewPeriodType !== period) {
      renewConsent(tx, membership, period, now)
      setMembership(tx, id, { renewPeriodType: period }, now)
    }
    if (box?.orderId && !problem) {
      tx.update(orders).set({ renewPeriodType: period }).where(eq(orders.id, box.orderId)).run()
      if (movesNext) replan(tx, box, planning)
    }
    return OK
  })

/** The box keeps its items: the new one copies them before the old one goes. */
function replan(tx: DurableTx, box: MembershipBox, planning: Planning) {
  const { now } = planning
  const anchor = boxBefore(tx, box)
  closeBox(tx, box, 'canceled', now)
  updateBox(tx, box.id, { rhythmOn: anchor }, now)
  planNextBox(tx, membershipById(tx, box.membershipId), planning)
}

function boxBefore(db: Db, { membershipId, number }: MembershipBox) {
  const before = db
    .select()
    .from(membershipBoxes)
    .where(and(eq(membershipBoxes.membershipId, membershipId), eq(membershipBoxes.number, number - 1)))
    .get()
  if (before) return before.rhythmOn
  const { arrivalOn } = orderById(db, membershipById(db, membershipId).firstOrderId)
  if (arrivalOn === null) throw new Error(`the first order of membership ${membershipId} has no day`)
  return arrivalOn
}

export function renewConsent(
  tx: Tx,
  { firstOrderId, id }: Membership,
  renewPeriodType: RenewPeriod,
  now: Instant,
) {
  const old = tx
    .select()
    .from(recurringConsents)
    .where(eq(recurringConsents.orderId, firstOrderId))
    .orderBy(desc(recurringConsents.id))
    .limit(1)
    .get()
  if (!old) throw new Error(`membership ${id} began without a consent`)
  withdrawConsent(tx, firstOrderId, now)
  const box = plannedBox(tx, id)
  const priceCents = box?.orderId ? totalOf(tx, box.orderId, now) : old.priceCents
  tx.update(orders).set({ renewPeriodType }).where(eq(orders.id, firstOrderId)).run()
  recordConsent(tx, orderById(tx, firstOrderId), { words: old.words, priceCents }, now)
}
