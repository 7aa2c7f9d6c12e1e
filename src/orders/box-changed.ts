import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type MembershipBox, membershipBoxes, type Order } from '#db/schema/index.ts'
import { DAY_MS, formatDay, type Instant } from '../day.ts'
import { formatCents } from '../money.ts'
import { orderById } from './orders.ts'
import { pricedOrder } from './priced-order.ts'

/** The last reminder is due this long before the charge. A member who chooses an earlier charge has just seen its total. */
const REMINDED_BY_CHOICE_MS = 2 * DAY_MS

/** A member chose another day for the next box: later ones keep their rhythm from it, and its reminders start over. */
export function recordBoxMoved(tx: Tx, before: Order, now: Instant) {
  const box = boxOf(tx, before)
  if (!box) return
  const { arrivalOn } = orderById(tx, before.id)
  if (arrivalOn === null || arrivalOn === before.arrivalOn) return
  const isUndone = arrivalOn === box.movedFrom
  const rhythm = isUndone
    ? { rhythmOn: box.rhythmFrom ?? arrivalOn, movedFrom: null, rhythmFrom: null }
    : { rhythmOn: arrivalOn, movedFrom: before.arrivalOn, rhythmFrom: box.rhythmOn }
  startOver(tx, before.id, rhythm, now)
}

/** With another address, a box may come on another day. The rhythm stays. */
export function recordBoxReaddressed(tx: Tx, before: Order, now: Instant) {
  if (before.membershipId === null) return
  const hasMoved = orderById(tx, before.id).arrivalOn !== before.arrivalOn
  if (hasMoved) startOver(tx, before.id, { movedFrom: null, rhythmFrom: null }, now)
  else recordBoxChanged(tx, before, now)
}

/** Its reminders and tries. A card that only the member can help still waits. */
function startOver(tx: Tx, orderId: number, set: Partial<MembershipBox>, now: Instant) {
  const order = orderById(tx, orderId)
  const isSoon = (order.chargeAt ?? now) - now < REMINDED_BY_CHOICE_MS
  const reminded = isSoon
    ? { firstRemindedAt: now, lastRemindedAt: now, remindedCents: totalOf(tx, order, now) }
    : { firstRemindedAt: null, lastRemindedAt: null }
  const fresh = { tries: 0, firstTriedAt: null, waitUntil: 0, updatedAt: now }
  tx.update(membershipBoxes)
    .set({ ...fresh, ...reminded, ...set, trouble: sql`nullif(${membershipBoxes.trouble}, 'declined')` })
    .where(eq(membershipBoxes.orderId, orderId))
    .run()
}

const totalOf = (tx: Tx, order: Order, now: Instant): number => pricedOrder(tx, order, now).totals.totalCents

const boxOf = (db: Db, { id, membershipId }: Pick<Order, 'id' | 'membershipId'>): MembershipBox | null =>
  membershipId === null
    ? null
    : (db.select().from(membershipBoxes).where(eq(membershipBoxes.orderId, id)).get() ?? null)

/** A member changed an open box and saw its new total. If that is above the reminder's, it was agreed to by the change. */
export function recordBoxChanged(tx: Tx, order: Order, now: Instant) {
  const box = boxOf(tx, order)
  if (!box || box.remindedCents === null) return
  const remindedCents = Math.max(box.remindedCents, totalOf(tx, orderById(tx, order.id), now))
  tx.update(membershipBoxes).set({ remindedCents }).where(eq(membershipBoxes.id, box.id)).run()
}

/** An open box of a membership can't change anymore. */
export const isLockedBox = (
  { membershipId, lockAt }: { membershipId: number | null; lockAt: Instant | null },
  now: Instant,
): boolean => membershipId !== null && now >= (lockAt ?? 0)

const TOO_LATE = "It's too late to change this box"

/** Why a locked box can't change, and what happens instead. */
export function lockedBoxSentence(db: Db, order: Order): string {
  const { arrivalOn, totalCents, placedAt } = order
  const box = boxOf(db, order)
  if (placedAt === null && box?.trouble)
    return `${TOO_LATE}. We couldn't charge your card for it, so it isn't packed. We'll email you what happens next.`
  const cents = totalCents ?? box?.remindedCents ?? null
  const comes = `${TOO_LATE}: it comes ${arrivalOn ? formatDay(arrivalOn, 'long') : 'as planned'}`
  const charge = placedAt === null ? 'we charge at most' : 'you paid'
  const money = cents === null ? '' : `, and ${charge} ${formatCents(cents)} for it`
  return `${comes}${money}. You can still change the one after it.`
}
