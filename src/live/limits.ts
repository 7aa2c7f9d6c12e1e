/** What one socket may do and hold, and how many there are: what nobody needs who only has pages open. */
export const LIMITS = {
  messageBytes: 16 * 1024,
  messagesAMinute: 100,
  subscriptions: 50,
  socketsASession: 10,
  /** All sessions of a process together; an idle socket takes some 20 kB. */
  sockets: 10_000,
  connectsAMinute: 20,
  /** Written, but not taken by the reader yet, when there is more to write. */
  waitingBytes: 256 * 1024,
} as const

const MINUTE_MS = 60_000

/** Counts in fixed windows of a minute. @returns whether one more is within `limit` */
export function perMinuteLimit(limit: number): (now: number) => boolean {
  let began = Number.NEGATIVE_INFINITY
  let count = 0
  return (now) => {
    if (now - began >= MINUTE_MS || now < began) {
      began = now
      count = 0
    }
    count += 1
    return count <= limit
  }
}
