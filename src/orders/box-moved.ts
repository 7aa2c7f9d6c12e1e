import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { membershipBoxes } from '#db/schema/index.ts'
import { DAY_MS, type Day, type Instant } from '../day.ts'
import { orderById } from './orders.ts'
import { pricedOrder } from './priced-order.ts'

/** The last reminder is due this long before the charge. A member who chooses an earlier charge has just seen its total. */
const REMINDED_BY_CHOICE_MS = 2 * DAY_MS

/** A member chose another day for the next box: later ones keep their rhythm from it, and its reminders start over. */
export function recordBoxMoved(tx: Tx, orderId: number, rhythmOn: Day, now: Instant) {
  const order = orderById(tx, orderId)
  if (order.membershipId === null || order.chargeAt === null) return
  const isSoon = order.chargeAt - now < REMINDED_BY_CHOICE_MS
  const reminded = isSoon
    ? {
        firstRemindedAt: now,
        lastRemindedAt: now,
        remindedCents: pricedOrder(tx, order, now).totals.totalCents,
      }
    : { firstRemindedAt: null, lastRemindedAt: null }
  const fresh = { rhythmOn, tries: 0, firstTriedAt: null, waitUntil: 0, trouble: null, updatedAt: now }
  tx.update(membershipBoxes)
    .set({ ...fresh, ...reminded })
    .where(eq(membershipBoxes.orderId, orderId))
    .run()
}

/** An open box of a membership can't change anymore. */
export const isLockedBox = (
  { membershipId, lockAt }: { membershipId: number | null; lockAt: Instant | null },
  now: Instant,
): boolean => membershipId !== null && now >= (lockAt ?? 0)
