import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, quickly } from '#db/client.ts'
import { type SessionRow, sessions, type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

export type SessionFacts = SessionRow & { user: User | null }

const DAY_MS = 24 * 3600 * 1000
const IDLE_MS = 14 * DAY_MS
const ABSOLUTE_MS = 30 * DAY_MS
const TOUCH_EVERY_MS = 3600 * 1000

const sessionQuery = oncePerDatabase((db) =>
  db
    .select()
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.idHash, sql.placeholder('hash')))
    .prepare(),
)

/** The row of a session, or null while it has written nothing yet. */
export function findSession(db: Db, hash: string): SessionFacts | null {
  const found = sessionQuery(db).get({ hash })
  return found ? { ...found.sessions, user: found.users } : null
}

/** Revoked, unused for 14 days, or 30 days old. */
export const endedSession = (session: SessionRow, now: Instant) =>
  session.revokedAt !== null || now - session.seenAt > IDLE_MS || now - session.createdAt > ABSOLUTE_MS

/**
 * Who is behind each of many sessions and what they may do, in a word that changes when either does; 'ended' for one
 * that is over. A guest's word is empty, and so is that of a session which has written nothing yet.
 */
export function sessionStandings(db: Db, hashes: string[], now: Instant): Map<string, string> {
  const rows = standingsQuery(db).all({ hashes: JSON.stringify(hashes) })
  return new Map(
    rows.map(({ session, roles: held }) => [
      session.idHash,
      endedSession(session, now) ? 'ended' : session.userId === null ? '' : `${session.userId} ${held}`,
    ]),
  )
}

const standingsQuery = oncePerDatabase((db) =>
  db
    .select({
      session: sessions,
      roles: sql<string | null>`(
        select group_concat(held) from (
          select role || ' ' || coalesce(subject_id, '') as held
          from roles where roles.user_id = sessions.user_id order by held))`,
    })
    .from(sql`json_each(${sql.placeholder('hashes')}) as listed`)
    .crossJoin(sessions)
    .where(sql`${sessions.idHash} = listed.value`)
    .prepare(),
)

/** Makes the row at a session's first write. Runs inside the caller's transaction. */
export function keepSession(db: Db, hash: string, now: Instant) {
  db.insert(sessions).values({ idHash: hash, createdAt: now, seenAt: now }).onConflictDoNothing().run()
}

/** Notes, at most once an hour, that the session is in use. */
export async function touchSession(db: Db, session: SessionRow, now: Instant) {
  if (now - session.seenAt < TOUCH_EVERY_MS) return
  await quickly(db, () => {
    db.update(sessions).set({ seenAt: now }).where(eq(sessions.idHash, session.idHash)).run()
  })
}

/** Remembers where this session wants things delivered (five digits, checked by the caller). */
export async function rememberPostalCode(db: Db, hash: string, postalCode: string, now: Instant) {
  await quickly(db, () => {
    keepSession(db, hash, now)
    db.update(sessions).set({ postalCode }).where(eq(sessions.idHash, hash)).run()
  })
}

/** Remembers the code of a promotion to be offered at checkout; the latest one counts. */
export async function rememberPromotionOffer(db: Db, hash: string, promotionOffer: string, now: Instant) {
  await quickly(db, () => {
    keepSession(db, hash, now)
    db.update(sessions).set({ promotionOffer }).where(eq(sessions.idHash, hash)).run()
  })
}
