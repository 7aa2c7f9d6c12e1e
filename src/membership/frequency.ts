import { and, desc, eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import {
  type Membership,
  type MembershipBox,
  membershipBoxes,
  type Order,
  orders,
  recurringConsents,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { changeOpenOrder } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { deliveryColumns } from '../orders/prepare.ts'
import { recordConsent, withdrawConsent } from '../orders/recurring.ts'
import type { RenewPeriod } from '../orders/recurring-rules.ts'
import { judgeFor, NOTICE_MS, plannedBox, updateBox } from './boxes.ts'
import { setMembership } from './end-box.ts'
import { type MembershipChange, membershipById, OK, problemOf, refusal } from './refusals.ts'
import { nextBoxDay } from './rhythm.ts'
import { totalOf } from './totals.ts'

/** The old consent ends and a new one begins, because the frequency is part of it. */
export const changeFrequency = (
  db: Db,
  id: number,
  { period, movesNext }: { period: RenewPeriod; movesNext: boolean },
  now: Instant,
): Promise<MembershipChange> =>
  durably(db, (tx): MembershipChange => {
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
      if (movesNext) replan(tx, box, orderById(tx, box.orderId), period, now)
    }
    return OK
  })

/** The same box on another day, so that its items stay, and a skip before it can still be undone. */
function replan(tx: DurableTx, box: MembershipBox, order: Order, period: RenewPeriod, now: Instant) {
  const when = movedDay(tx, box, order, period, now)
  if (!when || order.fcId === null) return
  changeOpenOrder(tx, order, now)
  tx.update(orders)
    .set({ arrivalOn: when.day.date, ...deliveryColumns(order.fcId, when.day), pricesHeldAt: null })
    .where(eq(orders.id, order.id))
    .run()
  updateBox(tx, box.id, { rhythmOn: when.rhythmOn, ...UNANNOUNCED }, now)
}

const UNANNOUNCED = {
  firstRemindedAt: null,
  lastRemindedAt: null,
  remindedCents: null,
  tries: 0,
  firstTriedAt: null,
  waitUntil: 0,
  movedFrom: null,
  rhythmFrom: null,
}

/** Where the next box would go if the frequency changed with it. */
export const movedDay = (db: Db, box: MembershipBox, order: Order, period: RenewPeriod, now: Instant) =>
  nextBoxDay(boxBefore(db, box), period, judgeFor(db, order, now), now + NOTICE_MS)

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
  recordConsent(
    tx,
    orderById(tx, firstOrderId),
    { words: old.words, termsVersion: old.termsVersion, priceCents },
    now,
  )
}
