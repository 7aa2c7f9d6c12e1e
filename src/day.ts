/** Milliseconds since 1970 in UTC. Names end in `…At`. */
export type Instant = number

declare const brand: unique symbol

/** 'YYYY-MM-DD', so that text order is date order. Names end in `…On`. */
export type Day = string & { readonly [brand]: 'Day' }

/** 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** 24 hours: for durations, not for calendar dates. */
export const DAY_MS = 24 * HOUR_MS

export const SUNDAY: Weekday = 0
export const SATURDAY: Weekday = 6

/**
 * Null unless the date exists: not for '2026-02-30', '2026-2-3' or ' 2026-02-03'. Nor from the year 9000 on: a year of
 * five digits, which a loop over days could reach, sorts before all others.
 */
export function parseDay(text: string): Day | null {
  if (!/^[1-8]\d{3}-\d{2}-\d{2}$/.test(text)) return null
  const number = numberOf(text)
  return Number.isFinite(number) && dayNumbered(number) === text ? (text as Day) : null
}

/** For dates that we wrote ourselves. @throws for anything else, because that's a bug */
export function assertDay(text: string): Day {
  const day = parseDay(text)
  if (!day) throw new Error(`not a day: ${text}`)
  return day
}

export const addDays = (day: Day, days: number): Day => dayNumbered(numberOf(day) + days)

export const daysBetween = (from: Day, to: Day): number => numberOf(to) - numberOf(from)

export const weekday = (day: Day): Weekday => weekdayNumbered(numberOf(day))

export const isWeekend = (day: Day): boolean => weekday(day) === SUNDAY || weekday(day) === SATURDAY

/** 'long': "Tuesday, November 24"; 'short': "Tue, Nov 24"; 'date': "Nov 24". Not by Intl, whose commas differ. */
export function formatDay(day: Day, style: 'long' | 'short' | 'date'): string {
  const [month, date] = [monthName(day), dayOfMonth(day)]
  if (style === 'date') return `${month.slice(0, 3)} ${date}`
  if (style === 'long') return `${weekdayName(weekday(day))}, ${month} ${date}`
  return `${weekdayName(weekday(day)).slice(0, 3)}, ${month.slice(0, 3)} ${date}`
}

/** 'Aug 21, 2027', for days that may be in another year. */
export const formatDate = (day: Day): string => `${formatDay(day, 'date')}, ${day.slice(0, 4)}`

export const dayOfMonth = (day: Day): number => Number(day.slice(8))

export const monthName = (day: Day): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? ''

export const weekdayName = (day: Weekday): string => WEEKDAYS[day] ?? ''

export const WEEKDAYS: readonly string[] = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
]
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Days since 1970-01-01; every UTC day has 24 hours. */
const numberOf = (day: string): number =>
  Date.UTC(digits(day, 0) * 100 + digits(day, 2), digits(day, 5) - 1, digits(day, 8)) / DAY_MS

/** Two digits as a number. By char code, because parsing is most of a calendar's cost. */
const digits = (text: string, at: number): number =>
  (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48

/** Calendars ask for the same few weeks, and formatting a date costs more than a lookup. */
const MAX_CACHED_DAYS = 4_000
const cachedDays = new Map<number, Day>()

function dayNumbered(number: number): Day {
  const cached = cachedDays.get(number)
  if (cached !== undefined) return cached

  if (cachedDays.size >= MAX_CACHED_DAYS) cachedDays.clear()
  const day = new Date(number * DAY_MS).toISOString().slice(0, 10) as Day
  cachedDays.set(number, day)
  return day
}

// 1970-01-01 was a Thursday.
const weekdayNumbered = (number: number) => ((((number + 4) % 7) + 7) % 7) as Weekday
