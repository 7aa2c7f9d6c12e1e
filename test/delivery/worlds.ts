import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { holidayRows } from '#db/data/holidays.ts'
import { addDays, assertDay, type Day, type Weekday } from '#src/day.ts'
import type { CalendarFacts } from '#src/delivery/calendar.ts'

/** The centers' three zones, one without DST, and two that change at midnight or by half an hour. */
const ZONES = [
  'America/Los_Angeles',
  'America/Chicago',
  'America/New_York',
  'America/Phoenix',
  'America/Havana',
  'Australia/Lord_Howe',
]

const REAL_HOLIDAYS = holidayRows().filter(({ observed }) => observed)

/** Any day from 2024 to 2035, half of them within two weeks of a DST change or year end. */
const someDay = fc.oneof(
  fc.integer({ min: 0, max: 12 * 365 - 60 }).map((n) => addDays(assertDay('2024-01-02'), n)),
  fc
    .tuple(
      fc.integer({ min: 2024, max: 2035 }),
      fc.constantFrom('03-12', '11-04', '12-28'),
      fc.integer({ min: -14, max: 7 }),
    )
    .map(([year, date, n]) => addDays(assertDay(`${year}-${date}`), n)),
)

const weekdays = fc.uniqueArray(
  fc.integer({ min: 0, max: 6 }).map((day) => day as Weekday),
  { maxLength: 7 },
)

/** Any input a calendar may get: center, ship week, transit days, holidays and time. */
export const worlds: fc.Arbitrary<CalendarFacts> = fc
  .record({
    day: someDay,
    minute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
    zone: fc.constantFrom(...ZONES),
    lockHour: fc.integer({ min: 0, max: 23 }),
    shipWeekdays: fc.oneof(
      { weight: 3, arbitrary: fc.constant([1, 2, 3, 4, 5] as Weekday[]) },
      { weight: 2, arbitrary: weekdays },
    ),
    dailyCapacity: fc.constantFrom(500, 500, 500, 1, 0),
    transitDays: fc.integer({ min: 1, max: 3 }),
    expedited: fc.boolean(),
    restDays: fc.array(fc.integer({ min: -14, max: 50 }), { maxLength: 6 }),
    places: fc.array(fc.tuple(fc.integer({ min: 0, max: 45 }), fc.nat(3), fc.nat(3)), { maxLength: 12 }),
    blocks: fc.array(
      fc.record({
        from: fc.integer({ min: -5, max: 50 }),
        length: fc.option(fc.nat(9)),
        reason: fc.constantFrom('blocked' as const, 'weather' as const),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ day, minute, zone, restDays, places, blocks, transitDays, expedited, ...center }) => ({
    now: momentOf(day, minute, zone),
    center: { city: 'Reno', zone, ...center },
    transitDays,
    expedited,
    holidays: holidaysNear(day, restDays),
    shipDays: new Map(places.map(([n, taken, capacity]) => [addDays(day, n), { taken, capacity }])),
    blocks: blocks.map(({ from, length, reason }) => ({
      startsOn: addDays(day, from),
      endsOn: length === null ? null : addDays(day, from + length),
      reason,
      sentence: 'Snow on the passes.',
    })),
  }))

const momentOf = (day: Day, minute: number, zone: string) =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone).add({ minutes: minute }).epochMilliseconds

function holidaysNear(day: Day, restDays: number[]): Map<Day, string> {
  const near = REAL_HOLIDAYS.filter(
    (holiday) => holiday.day >= addDays(day, -14) && holiday.day <= addDays(day, 46),
  )
  return new Map([
    ...near.map(({ day: held, name }): [Day, string] => [held, name]),
    ...restDays.map((n): [Day, string] => [addDays(day, n), 'Inventory Day']),
  ])
}
