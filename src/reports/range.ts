import { addDays, type Day, daysBetween, parseDay } from '../day.ts'

export type Period = 'day' | 'week' | 'month'
export const PERIODS: readonly Period[] = ['day', 'week', 'month']

export type Range = { from: Day; to: Day; by: Period }

/** A longer range has too many rows to add up in a request. */
export const MAX_DAYS = 400
const USUAL_DAYS = 30
const DAYS_SHOWN = 62
const WEEKS_SHOWN_DAYS = 190

/** Null for dates that don't exist, end before they begin, or are too far apart. */
/** @param ahead whether the usual days are the next ones instead of the last */
export function rangeOf(query: Record<string, string | undefined>, today: Day, ahead = false): Range | null {
  const to = query.to ? parseDay(query.to) : ahead ? addDays(today, USUAL_DAYS - 1) : today
  const from = query.from ? parseDay(query.from) : to && addDays(to, 1 - USUAL_DAYS)
  if (!from || !to) return null
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > MAX_DAYS) return null
  return { from, to, by: PERIODS.find((one) => one === query.by) ?? usualPeriod(days) }
}

const usualPeriod = (days: number): Period =>
  days <= DAYS_SHOWN ? 'day' : days <= WEEKS_SHOWN_DAYS ? 'week' : 'month'

/** The same length right before, to compare with. */
export const rangeBefore = ({ from, to, by }: Range): Range => {
  const days = daysBetween(from, to) + 1
  return { from: addDays(from, -days), to: addDays(from, -1), by }
}

/** The first day of a period, which is its name. Weeks count from the range's beginning. */
export function periodOf(day: Day, { from, by }: Range): Day {
  if (by === 'day') return day
  if (by === 'week') return addDays(from, Math.floor(daysBetween(from, day) / 7) * 7)
  const first = `${day.slice(0, 8)}01` as Day
  return first < from ? from : first
}

/** Every period, also those in which nothing happened. */
export function periodsOf(range: Range): Day[] {
  const periods: Day[] = []
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) {
    const period = periodOf(day, range)
    if (periods.at(-1) !== period) periods.push(period)
  }
  return periods
}
