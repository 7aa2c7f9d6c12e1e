import { addDays, type Day, formatDay, monthName, weekday } from '#src/day.ts'

export type { Day } from '#src/day.ts'

/** A month in weeks that start on Sunday; null is a square without a day. */
export type CalendarMonth<Dated> = { name: string; weeks: (Dated | null)[][] }

export const DAYS_A_WEEK = 7

export function monthsOf<Dated extends { date: Day }>(dates: readonly Dated[]): CalendarMonth<Dated>[] {
  const months = new Map<string, Dated[]>()
  for (const day of dates) {
    const name = `${monthName(day.date)} ${day.date.slice(0, 4)}`
    months.set(name, [...(months.get(name) ?? []), day])
  }
  return [...months].map(([name, days]) => ({ name, weeks: weeksOf(days) }))
}

/** The day a grid key moves to, clamped to `first` and `last`; null for any other key. */
export function dayByKey(key: string, from: Day, first: Day, last: Day): Day | null {
  const step = STEPS[key]?.(from)
  if (step === undefined) return null
  const to = addDays(from, step)
  return to < first ? first : to > last ? last : to
}

export const CALENDAR_LABEL = 'Delivery dates'

export type DayMark = 'earliest' | 'no extra' | ''

type Sellable = { ok: boolean; expedited?: boolean }

/** Marks the first day we sell, and where that one costs extra, also the first that doesn't. */
export function dayMarks<Dated extends Sellable>(days: readonly Dated[]): (day: Dated) => DayMark {
  const first = days.find(({ ok }) => ok)
  const standard = days.find(({ ok, expedited }) => ok && !expedited)
  return (day) => (day === first ? 'earliest' : day === standard ? 'no extra' : '')
}

/** For screen readers. */
export const openDayLabel = ({ date, expedited }: { date: Day; expedited: boolean }, mark: DayMark) =>
  [formatDay(date, 'long'), mark, expedited && 'expedited'].filter(Boolean).join(', ')

/** For screen readers; the sentence that says why follows. */
export const closedDayLabel = (date: Day) => `${formatDay(date, 'long')}, unavailable.`

export const noteOf = (reason: string | null): string => NOTES[reason ?? ''] ?? 'closed'

const NOTES: Readonly<Record<string, string>> = {
  too_soon: 'too soon',
  beyond_horizon: 'not yet',
  sunday: 'Sunday',
  holiday: 'holiday',
  weekday: 'no delivery',
  blocked: 'closed',
  weather: 'weather',
  full: 'full',
}

const STEPS: Readonly<Record<string, (from: Day) => number>> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: () => -DAYS_A_WEEK,
  ArrowDown: () => DAYS_A_WEEK,
  Home: (from) => -weekday(from),
  End: (from) => DAYS_A_WEEK - 1 - weekday(from),
  PageUp: () => -4 * DAYS_A_WEEK,
  PageDown: () => 4 * DAYS_A_WEEK,
}

function weeksOf<Dated extends { date: Day }>(days: Dated[]): (Dated | null)[][] {
  const weeks: (Dated | null)[][] = []
  for (const day of days) {
    const column = weekday(day.date)
    if (weeks.length === 0 || column === 0) weeks.push(Array<null>(DAYS_A_WEEK).fill(null))
    const week = weeks.at(-1)
    if (week) week[column] = day
  }
  return weeks
}
