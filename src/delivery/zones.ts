import { Temporal } from 'temporal-polyfill'
import type { Day, Instant } from '#src/day.ts'

/** Where no center's zone applies: in the back office, on account pages, before an order has a center. */
export const SHOP_ZONE = 'America/New_York'

/** Per zone, and hour or quarter. A calendar needs about 60 days; a full cache starts over. */
const MAX_CACHED_DAYS = 2_000

const instants = new Map<string, Map<Day, Instant>[]>()
const days = new Map<string, Map<number, Day>>()
/** Every zone's days begin on one. */
const QUARTER_HOUR_MS = 15 * 60_000

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

export function dayIn(zone: string, at: Instant): Day {
  const cached = days.get(zone) ?? new Map<number, Day>()
  if (cached.size === 0) days.set(zone, cached)
  const quarter = Math.floor(at / QUARTER_HOUR_MS)
  const found = cached.get(quarter)
  if (found !== undefined) return found

  if (cached.size >= MAX_CACHED_DAYS) cached.clear()
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const day = local.toPlainDate().toString() as Day
  cached.set(quarter, day)
  return day
}

function cachedInstants(zone: string, hour: number): Map<Day, Instant> {
  const hours = instants.get(zone) ?? []
  if (hours.length === 0) instants.set(zone, hours)
  const cache = hours[hour] ?? new Map<Day, Instant>()
  hours[hour] = cache
  return cache
}
