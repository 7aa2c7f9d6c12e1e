import { addDays, type Day, HOUR_MS, type Instant, isWeekend } from '#src/day.ts'
import { RESCHEDULE_WARNING_HOURS } from './rules.ts'
import { instantOf } from './zones.ts'

const CHARGE_DAYS_BEFORE_ARRIVAL = 2

export type PackingClock = { zone: string; lockHour: number }

/** The carrier's holidays by name. */
export type Holidays = ReadonlyMap<Day, string>

/** A box can change until `lockAt` and is charged at `chargeAt`. A new date after `warnAt` shows a warning. */
export type Moments = { lockAt: Instant; chargeAt: Instant; warnAt: Instant }

export function momentsOf(arrivesOn: Day, shipOn: Day, clock: PackingClock, holidays: Holidays): Moments {
  const lockAt = lockOf(shipOn, clock, holidays)
  const chargeOn = addDays(arrivesOn, -CHARGE_DAYS_BEFORE_ARRIVAL)
  return {
    lockAt,
    chargeAt: Math.min(instantOf(chargeOn, 0, clock.zone), lockAt),
    warnAt: lockAt - RESCHEDULE_WARNING_HOURS * HOUR_MS,
  }
}

/** The last business day before the ship day, at the center's lock hour. */
export function lockOf(shipOn: Day, { zone, lockHour }: PackingClock, holidays: Holidays): Instant {
  let day = addDays(shipOn, -1)
  while (isWeekend(day) || holidays.has(day)) day = addDays(day, -1)
  return instantOf(day, lockHour, zone)
}
