import { and, desc, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, oncePerDatabase, quickly, type Tx } from '#db/client.ts'
import { type SessionRow, sessions, type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { rolesHeldBy, rolesOfSession } from './roles.ts'
import { isEndedSession, MAX_COOKIE_AGE_MS, type Standing, shouldTouch } from './session-lifetime.ts'

export type SessionFacts = Standing & { user: User | null }

const sessionQuery = oncePerDatabase((db) =>
  db
    .select({ session: sessions, user: users, rolesNow: rolesOfSession })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.idHash, sql.placeholder('hash')))
    .prepare(),
)

/** The row of a session, or null while it has written nothing yet. */
export function findSession(db: Db, hash: string): SessionFacts | null {
  const found = sessionQuery(db).get({ hash })
  return found ? { ...found.session, user: found.user, rolesNow: found.rolesNow } : null
}

/**
 * Who is behind each of many sessions and what they may do, in a word that changes when either does; 'ended' for one
 * that is over. A guest's word is empty, and so is that of a session which has written nothing yet.
 */
export function sessionFingerprints(db: Db, hashes: string[], now: Instant): Map<string, string> {
  const rows = standingsQuery(db).all({ hashes: JSON.stringify(hashes) })
  return new Map(
    rows.map(({ session, rolesNow }) => [
      session.idHash,
      isEndedSession({ ...session, rolesNow }, now)
        ? 'ended'
        : session.userId === null
          ? ''
          : `${session.userId} ${rolesNow}`,
    ]),
  )
}

const standingsQuery = oncePerDatabase((db) =>
  db
    .select({ session: sessions, rolesNow: rolesOfSession })
    .from(sql`json_each(${sql.placeholder('hashes')}) as listed`)
    .crossJoin(sessions)
    .where(sql`${sessions.idHash} = listed.value`)
    .prepare(),
)

/** Makes the row at a session's first write. */
export function ensureSession(tx: Tx, hash: string, now: Instant) {
  tx.insert(sessions).values({ idHash: hash, createdAt: now, seenAt: now }).onConflictDoNothing().run()
}

/** Notes, every few minutes at most, that the session is in use. */
export async function touchSession(db: Db, session: Standing, now: Instant) {
  if (!shouldTouch(session, now)) return
  await quickly(db, (tx) => {
    tx.update(sessions).set({ seenAt: now }).where(eq(sessions.idHash, session.idHash)).run()
  })
}

/** Remembers where this session wants things delivered (five digits, checked by the caller). */
export async function rememberPostalCode(db: Db, hash: string, postalCode: string, now: Instant) {
  await quickly(db, (tx) => {
    ensureSession(tx, hash, now)
    tx.update(sessions).set({ postalCode }).where(eq(sessions.idHash, hash)).run()
  })
}

/** Remembers the code of a promotion to be offered at checkout; the latest one counts. */
export async function rememberPromotionOffer(db: Db, hash: string, promotionOffer: string, now: Instant) {
  await quickly(db, (tx) => {
    ensureSession(tx, hash, now)
    tx.update(sessions).set({ promotionOffer }).where(eq(sessions.idHash, hash)).run()
  })
}

export type SignedIn = { sessionHash: string; token: string; userId: number; device: string; now: Instant }

/**
 * Somebody signed in: the session goes on under a new id, with what it knew of the visitor, and the old id is nobody
 * from here on.
 */
export function replaceSession(
  tx: DurableTx,
  fromHash: string,
  { sessionHash, token, userId, device, now }: SignedIn,
) {
  const before = findSession(tx, fromHash)
  tx.insert(sessions)
    .values({
      idHash: sessionHash,
      userId,
      token,
      device,
      postalCode: before?.postalCode ?? null,
      promotionOffer: before?.promotionOffer ?? null,
      heldRoles: rolesHeldBy(tx, userId),
      signedInAt: now,
      createdAt: now,
      seenAt: now,
    })
    .run()
  endMoved(tx, fromHash, now)
}

/**
 * Ends the session of a browser that goes on under another id. Its row stays, so that the same id can never begin again.
 */
export const endSession = (db: Db, sessionHash: string, now: Instant) =>
  durably(db, (tx) => endMoved(tx, sessionHash, now))

function endMoved(tx: Tx, sessionHash: string, now: Instant) {
  tx.update(sessions)
    .set({ revokedAt: now, movedAt: now })
    .where(and(eq(sessions.idHash, sessionHash), isNull(sessions.revokedAt)))
    .run()
}

/** Ends every session of an account but one, or every one. @returns their hashes */
export function revokeSessionsOf(
  tx: DurableTx,
  userId: number,
  exceptHash: string | null,
  now: Instant,
): string[] {
  const others = and(
    eq(sessions.userId, userId),
    isNull(sessions.revokedAt),
    exceptHash === null ? undefined : ne(sessions.idHash, exceptHash),
  )
  const ended = tx.update(sessions).set({ revokedAt: now }).where(others).returning().all()
  return ended.map(({ idHash }) => idHash)
}

/** Where an account is signed in now, the latest used first. */
export const activeSessionsOf = (db: Db, userId: number, now: Instant): SessionRow[] =>
  db
    .select({ session: sessions, rolesNow: rolesOfSession })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.seenAt))
    .limit(100)
    .all()
    .map(({ session, rolesNow }) => ({ ...session, rolesNow }))
    .filter((session) => !isEndedSession(session, now))

/** So many are forgotten at once, that nobody waits for it. */
const FORGOTTEN_AT_ONCE = 500

/** The hashes of sessions that no browser can come back to, the oldest first. */
export const expiredSessions = (db: Db, now: Instant): string[] =>
  db
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(lt(sessions.createdAt, now - MAX_COOKIE_AGE_MS))
    .orderBy(sessions.createdAt)
    .limit(FORGOTTEN_AT_ONCE)
    .all()
    .map(({ idHash }) => idHash)

/** Once no order names them. */
export const deleteSessions = (tx: Tx, hashes: string[]) =>
  void tx.delete(sessions).where(inArray(sessions.idHash, hashes)).run()
