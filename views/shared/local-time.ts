import { formatDay, type Instant } from '#src/day.ts'
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
  const parts = Object.fromEntries(
    formatterFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const minutes = parts.minute === '00' ? '' : `:${parts.minute}`
  return { time: `${parts.hour}${minutes} ${parts.dayPeriod?.toLowerCase()}`, zoneName: parts.timeZoneName }
}

/** '8:05 am' in `zone`. */
export function formatTime(at: Instant, zone: string): string {
  const parts = formatterFor(zone).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('hour')}:${part('minute')} ${part('dayPeriod').toLowerCase()}`
}

/** 'PST' */
export const zoneName = (at: Instant, zone: string): string => timeIn(zone, at).zoneName ?? ''

/** 'Thu, Dec 3, 8:05 am' in `zone`. */
export const formatShortMoment = (at: Instant, zone: string): string =>
  `${formatDay(dayIn(zone, at), 'short')}, ${formatTime(at, zone)}`

/** Cached, because creating a formatter costs more than a hundred uses. */
function formatterFor(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone)
  if (cached) return cached
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  formatters.set(zone, formatter)
  return formatter
}
