/** A moment: milliseconds since 1970 in UTC. Names end in `…At`. */
export type Instant = number

declare const brand: unique symbol

/** A calendar date without time or zone, 'YYYY-MM-DD', so that text order is date order. Names end in `…On`. */
export type Day = string & { readonly [brand]: 'Day' }

/** Counted from Sunday, 0. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** As long as 24 hours: for what is over after so many of them, whatever the date. */
export const DAY_MS = 86_400_000

export const SUNDAY: Weekday = 0
export const SATURDAY: Weekday = 6

/** A date that exists, or null: '2026-02-30', '2026-2-3' and ' 2026-02-03' are none. */
export function asDay(text: string): Day | null {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return null
  const number = numberOf(text)
  return Number.isFinite(number) && dayNumbered(number) === text ? (text as Day) : null
}

/** For dates we wrote ourselves (columns, literals). Throws on anything else: that is a bug, not a visitor. */
export function knownDay(text: string): Day {
  const day = asDay(text)
  if (!day) throw new Error(`not a day: ${text}`)
  return day
}

export const addDays = (day: Day, days: number): Day => dayNumbered(numberOf(day) + days)

/** Whole days from one date to the other; negative when `to` comes first. */
export const daysBetween = (from: Day, to: Day): number => numberOf(to) - numberOf(from)

export const weekday = (day: Day): Weekday => weekdayNumbered(numberOf(day))

export const isWeekend = (day: Day): boolean => weekday(day) === SUNDAY || weekday(day) === SATURDAY

/** 'long' reads "Tuesday, November 24", 'short' "Tue, Nov 24". Spelled here: Intl's commas differ by version. */
export function formatDay(day: Day, style: 'long' | 'short'): string {
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? ''
  const date = Number(day.slice(8))
  if (style === 'long') return `${weekdayName(weekday(day))}, ${month} ${date}`
  return `${weekdayName(weekday(day)).slice(0, 3)}, ${month.slice(0, 3)} ${date}`
}

export const weekdayName = (day: Weekday): string => WEEKDAYS[day] ?? ''

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
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

/** Days since 1970-01-01. UTC has neither summer time nor leap seconds, so every one of its days is 24 hours. */
const numberOf = (day: string): number =>
  Date.UTC(digits(day, 0) * 100 + digits(day, 2), digits(day, 5) - 1, digits(day, 8)) / DAY_MS

/** Two digits as a number; by their codes, since slicing and parsing is most of what a calendar costs. */
const digits = (text: string, at: number): number =>
  (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48

/** Calendars ask for the same few weeks again and again, and spelling a date costs more than finding it. */
const SPELLINGS_KEPT = 4_000
const spellings = new Map<number, Day>()

function dayNumbered(number: number): Day {
  const known = spellings.get(number)
  if (known !== undefined) return known

  if (spellings.size >= SPELLINGS_KEPT) spellings.clear()
  const day = new Date(number * DAY_MS).toISOString().slice(0, 10) as Day
  spellings.set(number, day)
  return day
}

// 1970-01-01 was a Thursday.
const weekdayNumbered = (number: number) => ((((number + 4) % 7) + 7) % 7) as Weekday
