import { addDays, type Day, type Instant, isWeekend } from '#src/day.ts'
import { RESCHEDULE_WARNING_HOURS } from './rules.ts'
import { instantOf } from './zones.ts'

const HOUR_MS = 3_600_000
const CHARGED_DAYS_BEFORE = 2

/** The clock a center keeps its promises by. */
export type PackingClock = { zone: string; lockHour: number }

/** Days the carrier rests, by name. */
export type Holidays = ReadonlyMap<Day, string>

/** Until `lockAt` a box can be changed; a box is charged at `chargeAt`; after `warnAt` moving it gets a warning. */
export type Moments = { lockAt: Instant; chargeAt: Instant; warnAt: Instant }

export function momentsOf(arrivesOn: Day, shipOn: Day, clock: PackingClock, holidays: Holidays): Moments {
  const lockAt = lockOf(shipOn, clock, holidays)
  const chargedOn = addDays(arrivesOn, -CHARGED_DAYS_BEFORE)
  return {
    lockAt,
    chargeAt: Math.min(instantOf(chargedOn, 0, clock.zone), lockAt),
    warnAt: lockAt - RESCHEDULE_WARNING_HOURS * HOUR_MS,
  }
}

/** The last business day before the ship day, at the center's own hour. */
export function lockOf(shipOn: Day, { zone, lockHour }: PackingClock, holidays: Holidays): Instant {
  let day = addDays(shipOn, -1)
  while (isWeekend(day) || holidays.has(day)) day = addDays(day, -1)
  return instantOf(day, lockHour, zone)
}
