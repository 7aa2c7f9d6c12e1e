import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { CalendarDay } from '../delivery/calendar.ts'
import { deliveryZone } from '../delivery/calendar-facts.ts'
import { isPaymentInFlight } from '../orders/open-order.ts'
import { openDay, type Refusal } from '../orders/readiness.ts'
import { isOpen } from '../orders/states.ts'

/** Such a box is asked for another day before it's paid. A membership's box moves by itself. */
export const isDayPassed = ({ state, membershipId, lockAt }: Order, now: Instant): boolean =>
  isOpen(state) && membershipId === null && lockAt !== null && now >= lockAt

/** Why the chosen day can't be paid for anymore. @param days as the page shows them */
export function closedDay(db: Db, order: Order, days: CalendarDay[], now: Instant): Refusal | null {
  const { arrivalOn, expedited, membershipId } = order
  if (arrivalOn === null || membershipId !== null || isPaymentInFlight(order, now)) return null
  const isSold = days.some((day) => day.ok && day.date === arrivalOn && (expedited || !day.expedited))
  if (isSold) return null
  const day = openDay(db, order, deliveryZone(db, order.deliveryPostalCode ?? ''), now)
  return 'code' in day ? day : null
}
