import { eq } from 'drizzle-orm'
import { type Db, quickly, type Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import { addDays, type Day, daysBetween, type Instant } from '../day.ts'
import type { CalendarDay, OpenDay } from '../delivery/calendar.ts'
import { calendarDayFor, calendarFor, plannedDayFor } from '../delivery/calendar-facts.ts'
import { recordBoxMoved } from '../orders/box-changed.ts'
import { changeableOrder, changeOpenOrder, type Unchangeable } from '../orders/open-order.ts'

export type DateChange =
  | { ok: true }
  | Unchangeable
  | { ok: false; reason: 'no_address' | 'closed'; message: string }

export const chooseArrival = (db: Db, order: Order, date: Day, now: Instant): Promise<DateChange> =>
  quickly(db, (tx) => chooseArrivalIn(tx, order, date, now))

export function chooseArrivalIn(tx: Tx, order: Order, date: Day, now: Instant): DateChange {
  if (!order.deliveryPostalCode) {
    return { ok: false, reason: 'no_address', message: 'Please enter your delivery address first.' }
  }
  const query = { ...calendarQuery(order, now), date, expedited: true }
  const day = isNearBox(order, date) ? plannedDayFor(tx, query) : calendarDayFor(tx, query)
  if (!day?.ok) {
    return { ok: false, reason: 'closed', message: day?.sentence ?? 'Please choose another delivery date.' }
  }
  const open = changeableOrder(tx, order.id, now)
  if (!open.ok) return open
  changeOpenOrder(tx, open.order, now)
  tx.update(orders).set(dateColumns(day)).where(eq(orders.id, order.id)).run()
  recordBoxMoved(tx, open.order, now)
  return { ok: true }
}

/** Every day of the horizon for an order's address, including expedited days (CAL-3). */
export const datesFor = (db: Db, order: Order, now: Instant): CalendarDay[] =>
  order.deliveryPostalCode ? calendarFor(db, { ...calendarQuery(order, now), expedited: true }) : []

/** How far beyond its day a member's box can be moved, and how far a new address moves it by itself. */
const NEAR_DAYS = 21

/** A member's box may be planned beyond the days that shoppers choose from. */
const isNearBox = ({ membershipId, arrivalOn }: Order, date: Day): boolean =>
  membershipId !== null && arrivalOn !== null && daysBetween(arrivalOn, date) <= NEAR_DAYS

/** The days that a member's box can move to. */
export function boxDays(db: Db, order: Order, now: Instant): Day[] {
  const days = calendarFor(db, calendarQuery(order, now))
  const last = days.at(-1)?.date
  if (!last || !order.arrivalOn) return []
  const beyond = Array.from(
    { length: Math.max(0, daysBetween(last, order.arrivalOn) + NEAR_DAYS) },
    (_, ahead) => plannedDayFor(db, { ...calendarQuery(order, now), date: addDays(last, ahead + 1) }),
  )
  return [...days, ...beyond].flatMap((day) => (day?.ok ? [day.date] : []))
}

/** The day of a member's box, or the next open one for another address: never an earlier one. */
function plannedDay(db: Db, order: Order & { arrivalOn: Day }, zip: string, now: Instant): OpenDay | null {
  for (let ahead = 0; ahead <= NEAR_DAYS; ahead++) {
    const date = addDays(order.arrivalOn, ahead)
    const expedited = ahead === 0 && order.expedited
    const day = plannedDayFor(db, { zip, now, exceptOrderId: order.id, date, expedited })
    if (day?.ok) return day
  }
  return null
}

/**
 * The order's current day if it is open for this ZIP code, else the earliest standard day: never expedited.
 * @param standard the days that need no expedited delivery, if the caller has them
 */
export function preferredDay(
  db: Db,
  order: Order,
  zip: string,
  now: Instant,
  standard?: CalendarDay[],
): OpenDay | null {
  const { arrivalOn } = order
  if (order.membershipId !== null && arrivalOn !== null)
    return plannedDay(db, { ...order, arrivalOn }, zip, now)
  const query = { zip, now, exceptOrderId: order.id }
  const chosen = arrivalOn
    ? calendarDayFor(db, { ...query, date: arrivalOn, expedited: order.expedited })
    : null
  if (chosen?.ok) return chosen
  return (standard ?? calendarFor(db, query)).find((day) => day.ok) ?? null
}

export const dateColumns = (day: OpenDay | null) => ({
  arrivalOn: day?.date ?? null,
  shipOn: day?.shipOn ?? null,
  lockAt: day?.lockAt ?? null,
  chargeAt: day?.chargeAt ?? null,
  expedited: day?.expedited ?? false,
})

const calendarQuery = (order: Order, now: Instant) => ({
  zip: order.deliveryPostalCode ?? '',
  now,
  exceptOrderId: order.id,
})
