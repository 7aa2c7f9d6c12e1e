import type { Day } from '#src/day.ts'
import type { WireDate } from './props.ts'

export const earliestOpen = (dates: readonly WireDate[]): WireDate | null =>
  dates.find((day) => day.ok) ?? null

/** The day chosen before, while it can still be had. */
export const stillOpen = (dates: readonly WireDate[], day: Day | null): Day | null =>
  dates.some(({ date, ok }) => ok && date === day) ? day : null
