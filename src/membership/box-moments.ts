import { sql } from 'drizzle-orm'
import { type MembershipBox, type Order, orders } from '#db/schema/index.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../day.ts'

export const FIRST_REMINDER_MS = 5 * DAY_MS
export const LAST_REMINDER_MS = 2 * DAY_MS
/** Nobody is charged on a reminder that came later than this before the charge. */
export const LATEST_REMINDER_MS = DAY_MS
const RETRIES_MS = [6 * HOUR_MS, 24 * HOUR_MS]
/** A charge at the cut-off itself would come after the day has closed; an earlier one would end changes too soon. */
const BEFORE_LOCK_MS = 30 * MINUTE_MS
/** How long a try without an outcome keeps others away: longer than a hold, so reconciliation has settled it. */
export const UNKNOWN_MS = 15 * MINUTE_MS

type Dated = Pick<Order, 'chargeAt' | 'lockAt'>

/** When the card is tried first: at the charge moment, in any case shortly before the cut-off. */
export const chargeOf = ({ chargeAt, lockAt }: Dated): Instant =>
  Math.min(chargeAt ?? Number.POSITIVE_INFINITY, (lockAt ?? Number.POSITIVE_INFINITY) - BEFORE_LOCK_MS)

/** The same, in a query. */
export const chargeAt = sql<Instant>`min(coalesce(${orders.chargeAt}, ${orders.lockAt}), ${orders.lockAt} - ${BEFORE_LOCK_MS})`

/** Null: after this try, there's none left before the cut-off. */
export function nextTryAt(
  { tries, firstTriedAt }: Pick<MembershipBox, 'tries' | 'firstTriedAt'>,
  now: Instant,
  { lockAt }: Dated,
): Instant | null {
  const wait = RETRIES_MS[tries - 1]
  if (wait === undefined) return null
  const at = (firstTriedAt ?? now) + wait
  return lockAt !== null && at < lockAt ? at : null
}

/** Every moment at which a planned box may need something. */
export const momentsOfBox = (box: MembershipBox, order: Dated, noticeMs: number): Instant[] => {
  const charge = chargeOf(order)
  return [
    charge - noticeMs,
    charge - FIRST_REMINDER_MS,
    charge - LAST_REMINDER_MS,
    charge,
    box.waitUntil,
    order.lockAt ?? 0,
  ]
}
