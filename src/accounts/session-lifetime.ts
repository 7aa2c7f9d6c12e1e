import type { SessionRow } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long a session may lie unused, how long it lasts in all, and how exactly its last use is noted. */
type Life = { idleMs: number; wholeMs: number; notedEveryMs: number }

const SHOPPERS: Life = { idleMs: 14 * DAY_MS, wholeMs: 30 * DAY_MS, notedEveryMs: 5 * MINUTE_MS }
/** A shared screen at a packing table is nobody's for long. */
const BACK_OFFICE: Life = { idleMs: 30 * MINUTE_MS, wholeMs: 8 * HOUR_MS, notedEveryMs: MINUTE_MS }

/** No cookie opens after its 30 days, and a session's row is no older than its cookie: after twice that it is nobody's. */
export const MAX_COOKIE_AGE_MS = 2 * SHOPPERS.wholeMs

/** A session beside the roles that its account has now. */
export type Standing = SessionRow & { rolesNow: string | null }

const lifeOf = ({ rolesNow }: Standing): Life => (rolesNow === null ? SHOPPERS : BACK_OFFICE)

/**
 * Revoked, unused or open for too long; or its account was given or lost a role since it began, whoever did that: what
 * somebody may do is bound to the session that they signed in to.
 */
export function isEndedSession(session: Standing, now: Instant): boolean {
  const { idleMs, wholeMs } = lifeOf(session)
  return (
    session.revokedAt !== null ||
    session.rolesNow !== session.heldRoles ||
    now - session.seenAt > idleMs ||
    now - session.createdAt > wholeMs
  )
}

/** Its last use was noted so long ago that this one is to be noted as well. */
export const shouldTouch = (session: Standing, now: Instant): boolean =>
  now - session.seenAt >= lifeOf(session).notedEveryMs

/** So long after a sign-in a page that was asked for before it may still be on its way, with the cookie from before. */
const ON_ITS_WAY_MS = 10_000

/** Its browser was just sent another session, and needs no third one. */
export const wasJustReplaced = ({ movedAt }: SessionRow, now: Instant): boolean =>
  movedAt !== null && now - movedAt < ON_ITS_WAY_MS
