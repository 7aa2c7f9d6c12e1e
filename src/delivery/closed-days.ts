import { addDays, type Day, daysBetween, formatDay, SUNDAY, weekday, weekdayName } from '#src/day.ts'
import { type CalendarFacts, HORIZON_DAYS } from './calendar.ts'
import { lockOf } from './moments.ts'

/**
 * Why a day is closed.
 * - too_soon: the lock of its ship day has passed
 * - beyond_horizon: more than 45 days ahead
 * - sunday: the box would arrive on a Sunday, or spend one on the road
 * - holiday: the carrier is closed on the arrival day, on the ship day, or while the box is on the road
 * - closed: the center closed its ship day
 * - weekday: the center doesn't ship on the weekday this box would have to leave
 * - blocked, weather: staff closed the area for these days
 * - full: every place on the ship day is booked or held
 */
export type ClosedReason =
  | 'too_soon'
  | 'beyond_horizon'
  | 'sunday'
  | 'holiday'
  | 'closed'
  | 'weekday'
  | 'blocked'
  | 'weather'
  | 'full'

export type Refusal = { reason: ClosedReason; sentence: string }

type Trip = { today: Day; date: Day; shipOn: Day }

/**
 * Why a box that ships on `shipOn` can't arrive on `date`; null when it can. Reasons about the day itself come before
 * those about the trip. `full` comes last, because it may still change.
 */
export function refusalOf(facts: CalendarFacts, trip: Trip): Refusal | null {
  return (
    horizonRefusal(facts, trip) ??
    restDayRefusal(facts, trip.date) ??
    lockRefusal(facts, trip) ??
    blockRefusal(facts, trip) ??
    shipDayRefusal(facts, trip) ??
    roadRefusal(facts, trip) ??
    capacityRefusal(facts, trip)
  )
}

function horizonRefusal(_: CalendarFacts, { today, date }: Trip): Refusal | null {
  const daysAhead = daysBetween(today, date)
  if (daysAhead <= 0) return tooSoon(date)
  if (daysAhead <= HORIZON_DAYS) return null
  const opensOn = addDays(date, -HORIZON_DAYS)
  return {
    reason: 'beyond_horizon',
    sentence: `We take orders ${HORIZON_DAYS} days ahead. ${formatDay(date, 'long')} opens on ${formatDay(opensOn, 'long')}.`,
  }
}

function restDayRefusal({ holidays }: CalendarFacts, date: Day): Refusal | null {
  const holiday = holidays.get(date)
  if (holiday)
    return {
      reason: 'holiday',
      sentence: `${formatDay(date, 'long')} is ${holiday}, so there are no deliveries.`,
    }
  if (weekday(date) !== SUNDAY) return null
  return { reason: 'sunday', sentence: 'No deliveries on Sundays.' }
}

const lockRefusal = ({ now, center, holidays }: CalendarFacts, { date, shipOn }: Trip): Refusal | null =>
  now < lockOf(shipOn, center, holidays) ? null : tooSoon(date)

function blockRefusal({ blocks }: CalendarFacts, { date, shipOn }: Trip): Refusal | null {
  const block = blocks.find(
    ({ startsOn, endsOn }) => startsOn <= date && (endsOn === null || shipOn <= endsOn),
  )
  return block ? { reason: block.reason, sentence: block.sentence } : null
}

function shipDayRefusal(
  { center, holidays, shipDays }: CalendarFacts,
  { date, shipOn }: Trip,
): Refusal | null {
  if (!center.shipWeekdays.includes(weekday(shipOn))) {
    const shipWeekday = weekdayName(weekday(shipOn))
    return {
      reason: 'weekday',
      sentence: `We don't ship from ${center.city} on ${shipWeekday}s, so nothing arrives on ${formatDay(date, 'long')}.`,
    }
  }
  const closedFor = shipDays.get(shipOn)?.closedFor
  if (closedFor)
    return {
      reason: 'closed',
      sentence: `We don't ship from ${center.city} on ${formatDay(shipOn, 'long')} (${closedFor}), so nothing arrives on ${formatDay(date, 'long')}.`,
    }
  const holiday = holidays.get(shipOn)
  if (!holiday) return null
  return {
    reason: 'holiday',
    sentence: `We don't ship from ${center.city} on ${holiday}, so nothing arrives on ${formatDay(date, 'long')}.`,
  }
}

function roadRefusal({ holidays }: CalendarFacts, { date, shipOn }: Trip): Refusal | null {
  for (let day = addDays(shipOn, 1); day < date; day = addDays(day, 1)) {
    const wouldSpend = `A box arriving on ${formatDay(date, 'long')} would spend`
    const holiday = holidays.get(day)
    if (holiday) return { reason: 'holiday', sentence: `${wouldSpend} ${holiday} in a truck.` }
    if (weekday(day) === SUNDAY) return { reason: 'sunday', sentence: `${wouldSpend} Sunday in a truck.` }
  }
  return null
}

function capacityRefusal({ center, shipDays }: CalendarFacts, { date, shipOn }: Trip): Refusal | null {
  const { taken, capacity } = shipDays.get(shipOn) ?? { taken: 0, capacity: center.dailyCapacity }
  if (taken < capacity) return null
  return { reason: 'full', sentence: `We're fully booked for ${formatDay(date, 'long')}.` }
}

const tooSoon = (date: Day): Refusal => ({
  reason: 'too_soon',
  sentence: `It's too late to order for ${formatDay(date, 'long')}.`,
})
