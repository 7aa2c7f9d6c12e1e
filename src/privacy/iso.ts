import type { Instant } from '../day.ts'

export const iso = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString())
