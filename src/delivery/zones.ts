import { Temporal } from 'temporal-polyfill'
import { addDays, type Day, type Instant } from '#src/day.ts'

/** A calendar asks for two months of days. Beyond this many at one hour in one zone we forget and start over. */
const DAYS_KEPT = 2_000

const readings = new Map<string, Map<Day, Instant>[]>()
const spans = new Map<string, { day: Day; startsAt: Instant; endsAt: Instant }>()

/**
 * The moment a clock in `zone` reads `hour`:00 on `day`. An hour that summer time skips is the one after it;
 * one that comes twice is the first. Temporal takes tens of microseconds, so answers are kept.
 */
export function instantOf(day: Day, hour: number, zone: string): Instant {
  const known = keptReadings(zone, hour)
  const found = known.get(day)
  if (found !== undefined) return found

  if (known.size >= DAYS_KEPT) known.clear()
  const at = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: zone,
    plainTime: { hour },
  }).epochMilliseconds
  known.set(day, at)
  return at
}

/** The date on the wall calendar in `zone` at that moment. */
export function dayIn(zone: string, at: Instant): Day {
  const span = spans.get(zone)
  if (span && span.startsAt <= at && at < span.endsAt) return span.day

  const day = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString() as Day
  spans.set(zone, { day, startsAt: instantOf(day, 0, zone), endsAt: instantOf(addDays(day, 1), 0, zone) })
  return day
}

function keptReadings(zone: string, hour: number): Map<Day, Instant> {
  const hours = readings.get(zone) ?? []
  if (hours.length === 0) readings.set(zone, hours)
  const kept = hours[hour] ?? new Map<Day, Instant>()
  hours[hour] = kept
  return kept
}
