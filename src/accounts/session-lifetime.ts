import type { SessionRow } from '#db/schema/index.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../day.ts'

type Lifetime = { idleMs: number; maxMs: number; touchEveryMs: number }

const SHOPPERS: Lifetime = { idleMs: 14 * DAY_MS, maxMs: 30 * DAY_MS, touchEveryMs: 5 * MINUTE_MS }
/** Short, because the screens at packing tables are shared. */
const BACK_OFFICE: Lifetime = { idleMs: 30 * MINUTE_MS, maxMs: 8 * HOUR_MS, touchEveryMs: MINUTE_MS }

/** A row is never older than its cookie, which expires after 30 days; twice that is a wide margin. */
export const MAX_COOKIE_AGE_MS = 2 * SHOPPERS.maxMs

export type SessionWithRoles = SessionRow & { rolesNow: string | null }

const lifetimeOf = ({ rolesNow }: SessionWithRoles): Lifetime => (rolesNow === null ? SHOPPERS : BACK_OFFICE)

/** Revoked, idle or open too long. A change of roles also ends it: permissions are fixed at sign-in. */
export function isEndedSession(session: SessionWithRoles, now: Instant): boolean {
  const { idleMs, maxMs } = lifetimeOf(session)
  return (
    session.revokedAt !== null ||
    session.rolesNow !== session.heldRoles ||
    now - session.seenAt > idleMs ||
    now - session.createdAt > maxMs
  )
}

export const shouldTouch = (session: SessionWithRoles, now: Instant): boolean =>
  now - session.seenAt >= lifetimeOf(session).touchEveryMs

/** For this long after a sign-in, requests with the old cookie may still be in flight. */
const IN_FLIGHT_MS = 10_000

/** The browser was just sent a new session cookie, so this request must not set a third one. */
export const wasJustReplaced = ({ movedAt }: SessionRow, now: Instant): boolean =>
  movedAt !== null && now - movedAt < IN_FLIGHT_MS

/** Signing in again keeps a passed second step, though not beyond a day's work. */
export const isStillPassed = (passedAt: Instant | null, now: Instant): boolean =>
  passedAt !== null && now - passedAt < BACK_OFFICE.maxMs
