import { addDays, assertDay, type Day, SATURDAY, SUNDAY, type Weekday, weekday } from '#src/day.ts'

/**
 * The eleven federal holidays: 5 U.S.C. § 6103(a), https://www.law.cornell.edu/uscode/text/5/6103. `carrierRests`
 * follows the calendars of the large ground carriers. `nth: -1` is the last such weekday of the month.
 */
const FEDERAL_HOLIDAYS: readonly Holiday[] = [
  { name: "New Year's Day", month: 1, date: 1, carrierRests: true },
  { name: 'Martin Luther King Jr. Day', month: 1, nth: 3, weekday: 1, carrierRests: false },
  { name: "Washington's Birthday", month: 2, nth: 3, weekday: 1, carrierRests: false },
  { name: 'Memorial Day', month: 5, nth: -1, weekday: 1, carrierRests: true },
  { name: 'Juneteenth', month: 6, date: 19, carrierRests: false },
  { name: 'Independence Day', month: 7, date: 4, carrierRests: true },
  { name: 'Labor Day', month: 9, nth: 1, weekday: 1, carrierRests: true },
  { name: 'Columbus Day', month: 10, nth: 2, weekday: 1, carrierRests: false },
  { name: 'Veterans Day', month: 11, date: 11, carrierRests: false },
  { name: 'Thanksgiving Day', month: 11, nth: 4, weekday: 4, carrierRests: true },
  { name: 'Christmas Day', month: 12, date: 25, carrierRests: true },
]

const FIRST_YEAR = 2024
const LAST_YEAR = 2035

type Holiday = { name: string; month: number; carrierRests: boolean } & (
  | { date: number }
  | { nth: number; weekday: Weekday }
)

export type HolidayRow = { day: Day; name: string; observed: boolean }

/**
 * A holiday on a weekend gets a substitute day (Executive Order 11582), which carriers treat differently each
 * year. We close on both: a box that waits a day too long spoils, and an order a day later doesn't.
 */
export function holidayRows(): HolidayRow[] {
  const rows: HolidayRow[] = []
  // One year more, because New Year's Day of 2036 may be observed in 2035.
  for (let year = FIRST_YEAR; year <= LAST_YEAR + 1; year++) {
    for (const holiday of FEDERAL_HOLIDAYS) rows.push(...daysOff(holiday, year))
  }
  return rows.filter(({ day }) => day.slice(0, 4) >= `${FIRST_YEAR}` && day.slice(0, 4) <= `${LAST_YEAR}`)
}

function daysOff(holiday: Holiday, year: number): HolidayRow[] {
  const { name, carrierRests: observed } = holiday
  const day = dayOf(holiday, year)
  const substitute = { observed, name: `${name} (observed)` }
  if (weekday(day) === SATURDAY)
    return [
      { day: addDays(day, -1), ...substitute },
      { day, name, observed },
    ]
  if (weekday(day) === SUNDAY)
    return [
      { day, name, observed },
      { day: addDays(day, 1), ...substitute },
    ]
  return [{ day, name, observed }]
}

function dayOf(holiday: Holiday, year: number): Day {
  if ('date' in holiday) return dayAt(year, holiday.month, holiday.date)
  if (holiday.nth < 0)
    return onOrAfter(dayAt(year, holiday.month, lastWeekStart(year, holiday.month)), holiday.weekday)
  return onOrAfter(dayAt(year, holiday.month, 1 + 7 * (holiday.nth - 1)), holiday.weekday)
}

const onOrAfter = (day: Day, wanted: Weekday): Day => addDays(day, (wanted - weekday(day) + 7) % 7)

const lastWeekStart = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate() - 6

const dayAt = (year: number, month: number, date: number): Day =>
  assertDay(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`)
