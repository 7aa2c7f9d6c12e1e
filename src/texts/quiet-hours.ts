import { addDays, type Day, type Instant, isWeekend } from '../day.ts'
import { dayIn, instantOf } from '../delivery/zones.ts'

type Hours = { opens: number; closes: number; isOff(day: Day): boolean }

/** No text between 9 p.m. and 8 a.m. (TRK-3); the law's own hours are the same: 47 CFR 64.1200(c)(1). */
const DELIVERY: Hours = { opens: 8, closes: 21, isOff: () => false }

/** Marketing goes out in office hours, and never on a holiday. */
const marketing = (holidays: ReadonlySet<string>): Hours => ({
  opens: 10,
  closes: 18,
  isOff: (day) => isWeekend(day) || holidays.has(day),
})

export const nextDeliveryTextAt = (at: Instant, zones: readonly string[]): Instant =>
  firstOpen(at, zones, DELIVERY)

export const nextMarketingTextAt = (
  at: Instant,
  zones: readonly string[],
  holidays: ReadonlySet<string>,
): Instant => firstOpen(at, zones, marketing(holidays))

/** The first moment from `at` on at which it's open in each of the zones. */
function firstOpen(at: Instant, zones: readonly string[], hours: Hours): Instant {
  const next = zones.reduce((latest, zone) => Math.max(latest, openIn(latest, zone, hours)), at)
  return next === at ? at : firstOpen(next, zones, hours)
}

function openIn(at: Instant, zone: string, hours: Hours): Instant {
  let day = dayIn(zone, at)
  while (hours.isOff(day) || at >= instantOf(day, hours.closes, zone)) day = addDays(day, 1)
  return Math.max(at, instantOf(day, hours.opens, zone))
}
