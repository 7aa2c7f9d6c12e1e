import { DAY_MS, type Instant } from '../../day.ts'

const WEEK_MS = 7 * DAY_MS
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4 * DAY_MS

/** The Monday of an instant's week, at 0:00 UTC. */
export const weekOf = (at: Instant): Instant => at - ((at - FIRST_MONDAY) % WEEK_MS)
