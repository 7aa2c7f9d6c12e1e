import { Temporal } from 'temporal-polyfill'
import { addDays, type Day, type Instant } from '#src/day.ts'

/** Where no center's zone applies: in the back office, on account pages, before an order has a center. */
export const SHOP_ZONE = 'America/New_York'

/** Per zone and hour. A calendar needs about 60 days; a full cache starts over. */
const MAX_CACHED_DAYS = 2_000

const instants = new Map<string, Map<Day, Instant>[]>()

/**
 * An hour that daylight saving time skips becomes the next one; a repeated hour means the first. Cached, because
 * Temporal takes tens of microseconds.
 */
export function instantOf(day: Day, hour: number, zone: string): Instant {
  const cached = cachedInstants(zone, hour)
  const found = cached.get(day)
  if (found !== undefined) return found

  if (cached.size >= MAX_CACHED_DAYS) cached.clear()
  const at = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: zone,
    plainTime: { hour },
  }).epochMilliseconds
  cached.set(day, at)
  return at
}

/** A zone's day that was asked for last: most calls are about now. */
const lastDays = new Map<string, { day: Day; from: Instant; until: Instant }>()

export function dayIn(zone: string, at: Instant): Day {
  const last = lastDays.get(zone)
  if (last && last.from <= at && at < last.until) return last.day
  const day = findDay(zone, at)
  lastDays.set(zone, { day, from: instantOf(day, 0, zone), until: instantOf(addDays(day, 1), 0, zone) })
  return day
}

/** The UTC day or one beside it. */
function findDay(zone: string, at: Instant): Day {
  const utcDay = new Date(at).toISOString().slice(0, 10) as Day
  if (at < instantOf(utcDay, 0, zone)) return addDays(utcDay, -1)
  const nextDay = addDays(utcDay, 1)
  return at < instantOf(nextDay, 0, zone) ? utcDay : nextDay
}

function cachedInstants(zone: string, hour: number): Map<Day, Instant> {
  const hours = instants.get(zone) ?? []
  if (hours.length === 0) instants.set(zone, hours)
  const cache = hours[hour] ?? new Map<Day, Instant>()
  hours[hour] = cache
  return cache
}
