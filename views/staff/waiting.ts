import { counted } from '#src/counted.ts'
import { DAY_MS, formatDay, HOUR_MS, type Instant, MINUTE_MS } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'

/** '2 days', '5 hours', '1 minute': rounded down, but never to nothing. */
export function formatAge(milliseconds: number): string {
  const [size, unit] =
    milliseconds >= DAY_MS
      ? [DAY_MS, 'day']
      : milliseconds >= HOUR_MS
        ? [HOUR_MS, 'hour']
        : [MINUTE_MS, 'minute']
  const count = Math.max(1, Math.floor(milliseconds / (size as number)))
  return counted(count, unit as string, `${unit}s`)
}

export const formatDue = (at: Instant) => formatDay(dayIn(SHOP_ZONE, at), 'short')

type Waiting = { createdAt: Instant; dueAt: Instant | null }

/** Due within three days, or waiting for more than two. */
export const isPressing = ({ createdAt, dueAt }: Waiting, now: Instant) =>
  dueAt === null ? now - createdAt > 2 * DAY_MS : dueAt - now < 3 * DAY_MS

/** '3 things need a person. The oldest has waited 2 days.' */
export function waitingSentence(
  { total, oldestAt }: { total: number; oldestAt: Instant | null },
  now: Instant,
): string {
  if (oldestAt === null) return 'Nothing needs a person right now.'
  const things = total === 1 ? '1 thing needs a person.' : `${total} things need a person.`
  return `${things} The oldest has waited ${formatAge(now - oldestAt)}.`
}
