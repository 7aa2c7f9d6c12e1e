import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type Membership, type MembershipBox, type Order, orders } from '#db/schema/index.ts'
import { addDays, DAY_MS, type Instant } from '../day.ts'
import { changeOpenOrder } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { deliveryColumns } from '../orders/prepare.ts'
import { chargeOf, LATEST_REMINDER_MS } from './box-moments.ts'
import { boxById, judgeFor, NOTICE_MS, updateBox } from './boxes.ts'
import { closeBox, reopenBox, setMembership } from './end-box.ts'
import { announceBox } from './notices.ts'
import { firstOpenFrom } from './rhythm.ts'
import { totalOf } from './totals.ts'

export type Tended = { membership: Membership; box: MembershipBox; order: Order; now: Instant }

/** Members hear of a moved box a day before its card is tried again. */
export const MOVED_NOTICE_MS = DAY_MS

type Move = { earliestChargeAt: Instant; set?: Partial<MembershipBox> }

/** It waits for another card, or for its member to pay in person: the old card isn't tried on a new day either. */
const needsMember = ({ trouble }: MembershipBox): boolean => trouble !== null && trouble !== 'declined'

/** When its card would be charged. @returns whether it may be; else its cut-off decides */
export function mayTryCard(tx: DurableTx, box: MembershipBox, order: Order, now: Instant): boolean {
  if (!needsMember(box) || totalOf(tx, order.id, now) === 0) return true
  updateBox(tx, box.id, { tries: Math.max(1, box.tries), waitUntil: order.lockAt ?? now }, now)
  return false
}

/** To the next open day; the rhythm stays. @returns false if none is open */
export function moveBox(
  tx: DurableTx,
  { box, order, now }: Tended,
  { earliestChargeAt, set = {} }: Move,
): boolean {
  const { arrivalOn, fcId } = order
  if (arrivalOn === null || fcId === null) return false
  const day = firstOpenFrom(addDays(arrivalOn, 1), judgeFor(tx, order, now), earliestChargeAt)
  if (!day) return false
  changeOpenOrder(tx, order, now)
  tx.update(orders)
    .set({ arrivalOn: day.date, ...deliveryColumns(fcId, day) })
    .where(eq(orders.id, order.id))
    .run()
  const fresh = { tries: 0, firstTriedAt: null, waitUntil: 0, movedFrom: null, rhythmFrom: null }
  updateBox(tx, box.id, { ...fresh, ...set }, now)
  return true
}

/** Whether its charge is so soon that a reminder would come too late. */
export const isUnreminded = ({ lastRemindedAt }: MembershipBox, order: Order, now: Instant): boolean =>
  lastRemindedAt === null && now >= chargeOf(order) - LATEST_REMINDER_MS

/** A charge without its reminder waits for a later day. */
export function moveUnreminded(tx: DurableTx, tended: Tended): false {
  const fresh = { firstRemindedAt: null, lastRemindedAt: null, remindedCents: null }
  moveBox(tx, tended, { earliestChargeAt: tended.now + NOTICE_MS, set: fresh })
  return false
}

/** A box that was set aside. If it's too late to remind, it comes back on the day that it can have. */
export function bringBack(
  tx: DurableTx,
  membership: Membership,
  set: MembershipBox,
  now: Instant,
): MembershipBox {
  const box = reopenBox(tx, set, now)
  if (box.orderId === null) return box
  const order = orderById(tx, box.orderId)
  if (isUnreminded(box, order, now)) moveUnreminded(tx, { membership, box, order, now })
  return boxById(tx, box.id)
}

/** All tries failed: the box moves once, and the second failed box in a row pauses the membership. */
export function failBox(tx: DurableTx, tended: Tended): false {
  const { membership, box, now } = tended
  if (membership.failedInRow === 0) {
    const isMoved = moveBox(tx, tended, { earliestChargeAt: now + MOVED_NOTICE_MS, set: { moved: true } })
    if (isMoved) {
      setMembership(tx, membership.id, { failedInRow: 1 }, now)
      announceBox(tx, box, { kind: 'moved', totalCents: box.remindedCents ?? 0 }, now)
      return false
    }
  }
  closeBox(tx, box, 'failed', now)
  setMembership(tx, membership.id, { state: 'paused', pausedUntil: null, failedInRow: 2 }, now)
  announceBox(tx, box, { kind: 'paused', totalCents: box.remindedCents ?? 0 }, now)
  return false
}

export const orderOfBox = (tx: DurableTx, { id, orderId }: MembershipBox): Order => {
  if (orderId === null) throw new Error(`box ${id} has no order`)
  return orderById(tx, orderId)
}

/** Nothing that the member wants is left. */
export function skipGone(tx: DurableTx, box: MembershipBox, sentences: string[], now: Instant): false {
  closeBox(tx, box, 'skipped', now)
  announceBox(tx, box, { kind: 'gone', totalCents: 0, sentences }, now)
  return false
}
