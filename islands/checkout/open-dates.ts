import type { Day } from '#src/day.ts'
import type { WireDate } from './props.ts'

/** The first day that costs nothing extra: nobody is given the faster way who has not chosen it. */
export const earliestOpen = (dates: readonly WireDate[]): WireDate | null =>
  dates.find((day) => day.ok && !day.expedited) ?? null

/** The day chosen before, while it can still be had. */
export const stillOpen = (dates: readonly WireDate[], day: Day | null): Day | null =>
  dates.some(({ date, ok }) => ok && date === day) ? day : null

export const earliestExpedited = (dates: readonly WireDate[]): WireDate | null =>
  dates.find((day) => day.ok && day.expedited) ?? null

/** What delivery costs at least, on whichever day. */
export const cheapestCents = (dates: readonly WireDate[]): number =>
  Math.min(...dates.flatMap((day) => (day.ok ? [day.shipping_cents ?? 0] : [])))
