import type { Day } from '#src/day.ts'
import type { WireDate } from './props.ts'

/** The first standard day: expedited is never a default. */
export const earliestOpen = (dates: readonly WireDate[]): WireDate | null =>
  dates.find((day) => day.ok && !day.expedited) ?? null

export const stillOpen = (dates: readonly WireDate[], day: Day | null): Day | null =>
  dates.some(({ date, ok }) => ok && date === day) ? day : null

export const earliestExpedited = (dates: readonly WireDate[]): WireDate | null =>
  dates.find((day) => day.ok && day.expedited) ?? null

export const cheapestCents = (dates: readonly WireDate[]): number =>
  Math.min(...dates.flatMap((day) => (day.ok ? [day.shipping_cents ?? 0] : [])))
