import { addDays, type Day, type Instant } from '../day.ts'
import type { CalendarDay, OpenDay } from '../delivery/calendar.ts'
import type { RenewPeriod } from '../orders/recurring-rules.ts'
import { chargeOf } from './box-moments.ts'

const PERIOD_DAYS: Record<RenewPeriod, number> = {
  two_weeks: 14,
  four_weeks: 28,
  six_weeks: 42,
  eight_weeks: 56,
}

/** No area is closed longer without our stopping to serve it. */
const MAX_SNAP_DAYS = 21
/** A membership that was paused for years finds its weekday again. */
const MAX_PERIODS = 120

/** Whole weeks, so the weekday stays. */
export const nextPeriod = (from: Day, period: RenewPeriod): Day => addDays(from, PERIOD_DAYS[period])

/** `rhythmOn` is the day by the calendar alone; `day` the first open one from there. */
export type BoxDay = { rhythmOn: Day; day: OpenDay }

type Judge = (date: Day) => CalendarDay | null

/** The next box comes one period later, or as many as it takes to remind before its charge. */
export function nextBoxDay(
  from: Day,
  period: RenewPeriod,
  judge: Judge,
  earliestChargeAt: Instant,
): BoxDay | null {
  let rhythmOn = from
  for (let periods = 0; periods < MAX_PERIODS; periods++) {
    rhythmOn = nextPeriod(rhythmOn, period)
    const day = firstOpenFrom(rhythmOn, judge)
    if (day && chargeOf(day) >= earliestChargeAt && day.date < nextPeriod(rhythmOn, period))
      return { rhythmOn, day }
  }
  return null
}

/** The first open day on or after `from` that's charged no earlier than `earliestChargeAt`. */
export function firstOpenFrom(from: Day, judge: Judge, earliestChargeAt = 0): OpenDay | null {
  for (let ahead = 0; ahead <= MAX_SNAP_DAYS; ahead++) {
    const day = judge(addDays(from, ahead))
    if (day?.ok && chargeOf(day) >= earliestChargeAt) return day
  }
  return null
}
