import { formatDay, type Instant } from '#src/day.ts'
import { dayIn } from '#src/delivery/zones.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

/** 'Friday, November 20, 2 pm PST': a moment as the clock on the wall in `zone` tells it. */
export function formatMoment(at: Instant, zone: string): string {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const minutes = parts.minute === '00' ? '' : `:${parts.minute}`
  const time = `${parts.hour}${minutes} ${parts.dayPeriod?.toLowerCase()} ${parts.timeZoneName}`
  return `${formatDay(dayIn(zone, at), 'long')}, ${time}`
}

/** Making a formatter takes longer than using it a hundred times. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  clocks.set(zone, clock)
  return clock
}
