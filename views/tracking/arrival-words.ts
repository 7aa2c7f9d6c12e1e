import { DAY_MS, type Day, daysBetween, formatDay, type Instant } from '#src/day.ts'
import { dayIn } from '#src/delivery/zones.ts'
import { isWithCarrier } from '#src/orders/arrival-day.ts'
import { arrivalDay } from '#src/tracking/known-arrival.ts'
import type { Tracking } from '#src/tracking/tracking.ts'
import { formatTime, zoneName } from '../shared/local-time.ts'

export const todayOf = ({ zone, now }: Pick<Tracking, 'zone' | 'now'>): Day => dayIn(zone, now)

/** 'today', 'tomorrow' or 'Thu, Dec 3'. */
export function dayWords(tracking: Pick<Tracking, 'zone' | 'now'>, day: Day): string {
  const days = daysBetween(todayOf(tracking), day)
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : formatDay(day, 'short')
}

export const arrivalWords = (tracking: Tracking): string =>
  byTime(tracking) ?? dayWords(tracking, arrivalDay(tracking))

/** 'today by 4:00 pm EST', if the carrier names a time. One that has passed says nothing. */
export function byTime(tracking: Tracking): string | null {
  const { word, expectedAt, zone, now } = tracking
  if (!isWithCarrier(word) || expectedAt === null || !hasTime(expectedAt) || expectedAt <= now) return null
  return `${dayWords(tracking, arrivalDay(tracking))} by ${formatTime(expectedAt, zone)} ${zoneName(expectedAt, zone)}`
}

const hasTime = (at: Instant) => at % DAY_MS !== 0
