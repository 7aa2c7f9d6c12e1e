import { addDays, type Day, type Instant, type Weekday } from '#src/day.ts'
import { type ClosedReason, refusalOf } from './closed-days.ts'
import { type Moments, momentsOf } from './moments.ts'
import { HORIZON_DAYS } from './rules.ts'
import { dayIn } from './zones.ts'

export { HORIZON_DAYS }

export const EXPEDITED_TRANSIT_DAYS = 1

/** No box may be on the road from `startsOn` to `endsOn` (null: until further notice). */
export type Block = { startsOn: Day; endsOn: Day | null; reason: 'blocked' | 'weather'; sentence: string }

/** With `closedFor`, the center doesn't ship that day at all. */
export type ShipDayPlaces = { taken: number; capacity: number; closedFor?: string | null }

export type CalendarFacts = {
  now: Instant
  center: {
    city: string
    zone: string
    lockHour: number
    shipWeekdays: readonly Weekday[]
    dailyCapacity: number
  }
  transitDays: number
  /** Also offer the days that only expedited delivery reaches. */
  expedited: boolean
  holidays: ReadonlyMap<Day, string>
  /** Places booked and held by other orders; a ship day that isn't listed is empty. */
  shipDays: ReadonlyMap<Day, ShipDayPlaces>
  blocks: readonly Block[]
}

export type OpenDay = { date: Day; ok: true; shipOn: Day; expedited: boolean } & Moments
export type ClosedDay = { date: Day; ok: false; reason: ClosedReason; sentence: string }
export type CalendarDay = OpenDay | ClosedDay

export function deliveryCalendar(facts: CalendarFacts): CalendarDay[] {
  const today = dayIn(facts.center.zone, facts.now)
  return Array.from({ length: HORIZON_DAYS }, (_, ahead) => judge(facts, today, addDays(today, ahead + 1)))
}

/** One day by the same rules, even outside the horizon. */
export const judgeDay = (facts: CalendarFacts, date: Day): CalendarDay =>
  judge(facts, dayIn(facts.center.zone, facts.now), date)

export function firstOpenDay(facts: CalendarFacts): OpenDay | null {
  const today = dayIn(facts.center.zone, facts.now)
  for (let ahead = 1; ahead <= HORIZON_DAYS; ahead++) {
    const day = judge(facts, today, addDays(today, ahead))
    if (day.ok) return day
  }
  return null
}

function judge(facts: CalendarFacts, today: Day, date: Day): CalendarDay {
  const standard = judgeTrip(facts, today, { date, transitDays: facts.transitDays, expedited: false })
  if (standard.ok || !facts.expedited || facts.transitDays === EXPEDITED_TRANSIT_DAYS) return standard

  const expedited = judgeTrip(facts, today, { date, transitDays: EXPEDITED_TRANSIT_DAYS, expedited: true })
  return expedited.ok ? expedited : standard
}

type Trip = { date: Day; transitDays: number; expedited: boolean }

function judgeTrip(facts: CalendarFacts, today: Day, { date, transitDays, expedited }: Trip): CalendarDay {
  const shipOn = addDays(date, -transitDays)
  const refusal = refusalOf(facts, { today, date, shipOn })
  if (refusal) return { date, ok: false, ...refusal }
  return { date, ok: true, shipOn, expedited, ...momentsOf(date, shipOn, facts.center, facts.holidays) }
}
