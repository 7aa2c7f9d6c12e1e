import { MINUTE_MS } from '../day.ts'

export const LIMITS = {
  messageBytes: 16 * 1024,
  messagesPerMinute: 100,
  subscriptions: 50,
  socketsPerSession: 10,
  /** Per process; an idle socket takes about 20 kB. */
  sockets: 10_000,
  connectsPerMinute: 20,
  /** An office opens many pages at once, and after a restart of the shop all of them reconnect. */
  connectsPerMinuteAndNetwork: 600,
  /** Unread by a slow client. */
  bufferedBytes: 256 * 1024,
} as const

/** Counts in fixed windows. @returns whether one more is allowed */
export function perMinuteLimit(limit: number): (now: number) => boolean {
  let startedAt = Number.NEGATIVE_INFINITY
  let count = 0
  return (now) => {
    if (now - startedAt >= MINUTE_MS || now < startedAt) {
      startedAt = now
      count = 0
    }
    count += 1
    return count <= limit
  }
}
