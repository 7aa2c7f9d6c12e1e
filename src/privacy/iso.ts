import type { Instant } from '../day.ts'

/** ISO 8601 in UTC. */
export const iso = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString())
