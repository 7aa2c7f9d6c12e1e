import { eq } from 'drizzle-orm'
import { type Db, quickly } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import type { CalendarDay, OpenDay } from '../delivery/calendar.ts'
import { calendarDayFor, calendarFor } from '../delivery/calendar-facts.ts'
import { recordBoxMoved } from '../orders/box-moved.ts'
import { changeableOrder, changeOpenOrder, type Unchangeable } from '../orders/open-order.ts'

export type DateChange =
  | { ok: true }
  | Unchangeable
  | { ok: false; reason: 'no_address' | 'closed'; message: string }

export function chooseArrival(db: Db, order: Order, date: Day, now: Instant): Promise<DateChange> {
  return quickly(db, (tx): DateChange => {
    if (!order.deliveryPostalCode) {
      return { ok: false, reason: 'no_address', message: 'Please enter your delivery address first.' }
    }
    const day = calendarDayFor(tx, { ...calendarQuery(order, now), date, expedited: true })
    if (!day?.ok) {
      return { ok: false, reason: 'closed', message: day?.sentence ?? 'Please choose another delivery date.' }
    }
    const open = changeableOrder(tx, order.id, now)
    if (!open.ok) return open
    changeOpenOrder(tx, open.order, now)
    tx.update(orders).set(dateColumns(day)).where(eq(orders.id, order.id)).run()
    if (order.membershipId !== null) recordBoxMoved(tx, order.id, day.date, now)
    return { ok: true }
  })
}

/** Every day of the horizon for an order's address, including expedited days (CAL-3). */
export const datesFor = (db: Db, order: Order, now: Instant): CalendarDay[] =>
  order.deliveryPostalCode ? calendarFor(db, { ...calendarQuery(order, now), expedited: true }) : []

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
  const query = { zip, now, exceptOrderId: order.id }
  const chosen = order.arrivalOn
    ? calendarDayFor(db, { ...query, date: order.arrivalOn, expedited: order.expedited })
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
