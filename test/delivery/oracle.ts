import { Temporal } from 'temporal-polyfill'
import type { CalendarFacts } from '#src/delivery/calendar.ts'

export type Trouble =
  | 'not after today'
  | 'beyond the horizon'
  | 'arrives on a Sunday'
  | 'arrives on a holiday'
  | 'locked'
  | 'blocked'
  | 'weather'
  | 'no ship weekday'
  | 'ships on a holiday'
  | 'Sunday on the road'
  | 'holiday on the road'
  | 'full'

type Rules = Omit<CalendarFacts, 'expedited'>

/**
 * The rules again, written as simply as possible: each rule checked for each day, with nothing but Temporal.
 * Shares nothing with the calendar under test except the shape of the facts.
 */
export function troublesOf(facts: Rules, date: string): Set<Trouble> {
  const arrival = Temporal.PlainDate.from(date)
  const ship = arrival.subtract({ days: facts.transitDays })
  const today = localNow(facts).toPlainDate()
  const road = daysFrom(ship, arrival).slice(1, -1)
  const ahead = today.until(arrival).days
  const troubles = new Set<Trouble>()
  const note = (trouble: Trouble, happens: boolean) => happens && troubles.add(trouble)

  note('not after today', ahead < 1)
  note('beyond the horizon', ahead > 45)
  note('arrives on a Sunday', isSunday(arrival))
  note('arrives on a holiday', isHoliday(facts, arrival))
  note('locked', facts.now >= oracleMoments(facts, date).lockAt)
  note('no ship weekday', !facts.center.shipWeekdays.some((day) => day === ship.dayOfWeek % 7))
  note('ships on a holiday', isHoliday(facts, ship))
  note('Sunday on the road', road.some(isSunday))
  note(
    'holiday on the road',
    road.some((day) => isHoliday(facts, day)),
  )
  for (const block of facts.blocks) {
    const touched = daysFrom(ship, arrival).some(
      (day) => day.toString() >= block.startsOn && (!block.endsOn || day.toString() <= block.endsOn),
    )
    note(block.reason, touched)
  }
  const places = [...facts.shipDays].find(([day]) => day === ship.toString())?.[1]
  note('full', places ? places.taken >= places.capacity : facts.center.dailyCapacity < 1)
  return troubles
}

/** lock_at, charge_at and warn_at straight from their definitions. */
export function oracleMoments(facts: Rules, date: string) {
  const { zone, lockHour } = facts.center
  const arrival = Temporal.PlainDate.from(date)
  const ship = arrival.subtract({ days: facts.transitDays })
  const before = Array.from({ length: 60 }, (_, i) => ship.subtract({ days: i + 1 }))
  const lockDay = before.find((day) => day.dayOfWeek <= 5 && !isHoliday(facts, day))
  if (!lockDay) throw new Error('sixty days without business')
  const lock = lockDay.toZonedDateTime({
    timeZone: zone,
    plainTime: Temporal.PlainTime.from({ hour: lockHour }),
  })
  const midnight = arrival.subtract({ days: 2 }).toZonedDateTime({ timeZone: zone })
  const charge = Temporal.ZonedDateTime.compare(midnight, lock) < 0 ? midnight : lock
  return {
    lockAt: lock.epochMilliseconds,
    chargeAt: charge.epochMilliseconds,
    warnAt: lock.subtract({ hours: 26 }).epochMilliseconds,
  }
}

const localNow = ({ now, center }: Rules) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(center.zone)

const daysFrom = (first: Temporal.PlainDate, last: Temporal.PlainDate) =>
  Array.from({ length: first.until(last).days + 1 }, (_, i) => first.add({ days: i }))

const isSunday = (day: Temporal.PlainDate) => day.dayOfWeek === 7

const isHoliday = (facts: Rules, day: Temporal.PlainDate) =>
  [...facts.holidays.keys()].some((held) => held === day.toString())
