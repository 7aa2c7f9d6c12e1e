import { formatDay, type Instant, MINUTE_MS } from '#src/day.ts'
import { dayIn } from '#src/delivery/zones.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** 'Friday, November 20, 2 pm PST': local time in `zone`. */
export function formatMoment(at: Instant, zone: string): string {
  const { time, zoneName } = timeIn(zone, at)
  return `${formatDay(dayIn(zone, at), 'long')}, ${time} ${zoneName}`
}

/** 'Fri, Nov 20, 2 pm', for what is past. */
export const shortMoment = (at: Instant, zone: string): string =>
  `${formatDay(dayIn(zone, at), 'short')}, ${timeIn(zone, at).time}`

/** 'Fri, Nov 20, 2 pm PST', for deadlines and where zones could be mixed up. */
export const shortDeadline = (at: Instant, zone: string): string =>
  `${shortMoment(at, zone)} ${timeIn(zone, at).zoneName}`

function timeIn(zone: string, at: Instant) {
  const { hour, minute, half, zoneName } = clockIn(zone, at)
  return { time: `${hour}${minute === '00' ? '' : `:${minute}`} ${half}`, zoneName }
}

/** '8:05 am' in `zone`. */
export function formatTime(at: Instant, zone: string): string {
  const { hour, minute, half } = clockIn(zone, at)
  return `${hour}:${minute} ${half}`
}

/** 'PST' */
export const zoneName = (at: Instant, zone: string): string => timeIn(zone, at).zoneName

/** 'Thu, Dec 3, 8:05 am' in `zone`. */
export const formatShortMoment = (at: Instant, zone: string): string =>
  `${formatDay(dayIn(zone, at), 'short')}, ${formatTime(at, zone)}`

/** What clocks in a zone show at its start, and the zone's name: neither jumps within a quarter of an hour. */
type Quarter = { minuteOfDay: number; zoneName: string }

const QUARTER_MS = 15 * MINUTE_MS
const MAX_QUARTERS = 10_000

const quarters = new Map<string, Quarter>()

/** Once for each quarter of an hour, because `Intl` takes longer than all else that an order's page does with times. */
function clockIn(zone: string, at: Instant) {
  const since = Math.floor(at / QUARTER_MS) * QUARTER_MS
  const { minuteOfDay, zoneName } = quarterOf(zone, since)
  const shown = minuteOfDay + Math.floor((at - since) / MINUTE_MS)
  return {
    hour: Math.floor(shown / 60) % 12 || 12,
    minute: String(shown % 60).padStart(2, '0'),
    half: shown < NOON ? 'am' : 'pm',
    zoneName,
  }
}

const NOON = 12 * 60

function quarterOf(zone: string, since: Instant): Quarter {
  const key = `${zone} ${since}`
  const known = quarters.get(key)
  if (known) return known
  if (quarters.size >= MAX_QUARTERS) quarters.clear()
  const parts = formatterFor(zone).formatToParts(since)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const quarter = {
    minuteOfDay: Number(part('hour')) * 60 + Number(part('minute')),
    zoneName: part('timeZoneName'),
  }
  quarters.set(key, quarter)
  return quarter
}

/** Cached, because creating a formatter costs more than a hundred uses. */
function formatterFor(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone)
  if (cached) return cached
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  formatters.set(zone, formatter)
  return formatter
}
