import { addDays, type Day, formatDay, weekday } from '#src/day.ts'
import type { WireDate } from './props.ts'

/** A month of the horizon in weeks from Sunday on; null stands for a square without a day. */
export type CalendarMonth = { name: string; weeks: (WireDate | null)[][] }

const DAYS_A_WEEK = 7

export function monthsOf(dates: readonly WireDate[]): CalendarMonth[] {
  const months = new Map<string, WireDate[]>()
  for (const day of dates) {
    const name = monthName(day.date)
    months.set(name, [...(months.get(name) ?? []), day])
  }
  return [...months].map(([name, days]) => ({ name, weeks: weeksOf(days) }))
}

export const earliestOpen = (dates: readonly WireDate[]): WireDate | null =>
  dates.find((day) => day.ok) ?? null

/** The day chosen before, while it can still be had. */
export const stillOpen = (dates: readonly WireDate[], day: Day | null): Day | null =>
  dates.some(({ date, ok }) => ok && date === day) ? day : null

/** The day a grid key leads to, kept within the horizon; null for keys that are none of the grid's. */
export function dayByKey(key: string, from: Day, dates: readonly WireDate[]): Day | null {
  const step = STEPS[key]?.(from)
  const [first, last] = [dates[0]?.date, dates.at(-1)?.date]
  if (step === undefined || !first || !last) return null
  const to = addDays(from, step)
  return to < first ? first : to > last ? last : to
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

function weeksOf(days: WireDate[]): (WireDate | null)[][] {
  const weeks: (WireDate | null)[][] = []
  for (const day of days) {
    const column = weekday(day.date)
    if (weeks.length === 0 || column === 0) weeks.push(Array<null>(DAYS_A_WEEK).fill(null))
    const week = weeks.at(-1)
    if (week) week[column] = day
  }
  return weeks
}

/** 'November 2026' for any day of it. */
const monthName = (day: Day) => `${formatDay(day, 'long').split(' ')[1] ?? ''} ${day.slice(0, 4)}`
