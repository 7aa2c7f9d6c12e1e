import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import type { CalendarDay } from '../delivery/calendar.ts'
import { calendarFor, deliveryZone } from '../delivery/calendar-facts.ts'
import { lotMoveSentences } from '../orders/moved-lots.ts'
import { rateFor } from '../pricing/promised-terms.ts'

export type DaysToMoveTo = { days: CalendarDay[]; currentOn: Day; expeditedCents: number }

/** Every day of the horizon at the order's address. Days that only expedited delivery reaches cost extra. */
export function daysToMoveTo(db: Db, order: Order, now: Instant): DaysToMoveTo {
  const zip = order.deliveryPostalCode ?? ''
  const zone = deliveryZone(db, zip)
  if (order.arrivalOn === null) throw new Error(`order ${order.id} is not placed`)
  if (!zone.served) return { days: [], currentOn: order.arrivalOn, expeditedCents: 0 }
  const query = { zip, zone, now, exceptOrderId: order.id, bookedOn: order.shipOn, expedited: true }
  const lotSentence = lotMoveSentences(db, order, now)
  return {
    days: calendarFor(db, query).map((day) => {
      const sentence = day.ok ? lotSentence({ ...order, arrivalOn: day.date }) : null
      return sentence ? { date: day.date, ok: false, reason: 'closed', sentence } : day
    }),
    currentOn: order.arrivalOn,
    expeditedCents: order.expedited ? 0 : rateFor(db, order, zone.transitDays, now).expeditedCents,
  }
}
