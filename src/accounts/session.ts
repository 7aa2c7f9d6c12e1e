import { and, desc, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, oncePerDatabase, quickly, type Tx } from '#db/client.ts'
import { type SessionRow, sessions, type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { listAddresses } from './addresses.ts'
import { rolesHeldBy, rolesOfSession } from './roles.ts'
import {
  isEndedSession,
  isStillPassed,
  MAX_COOKIE_AGE_MS,
  type SessionWithRoles,
  shouldTouch,
} from './session-lifetime.ts'

export type SessionFacts = SessionWithRoles & { user: User | null }

const sessionQuery = oncePerDatabase((db) =>
  db
    .select({ session: sessions, user: users, rolesNow: rolesOfSession })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.idHash, sql.placeholder('hash')))
    .prepare(),
)

/** Null until the session's first write creates its row. */
export function findSession(db: Db, hash: string): SessionFacts | null {
  const row = sessionQuery(db).get({ hash })
  return row ? { ...row.session, user: row.user, rolesNow: row.rolesNow } : null
}

/** User and roles per session in one string: '' for a guest, 'ended' for an ended one. Unsaved sessions are absent. */
export function sessionFingerprints(db: Db, hashes: string[], now: Instant): Map<string, string> {
  const rows = fingerprintQuery(db).all({ hashes: JSON.stringify(hashes) })
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

const fingerprintQuery = oncePerDatabase((db) =>
  db
    .select({ session: sessions, rolesNow: rolesOfSession })
    .from(sql`json_each(${sql.placeholder('hashes')}) as listed`)
    .crossJoin(sessions)
    .where(sql`${sessions.idHash} = listed.value`)
    .prepare(),
)

export function ensureSession(tx: Tx, hash: string, now: Instant) {
  statements(tx).ensure.run({ hash, now })
}

const statements = oncePerDatabase((db) => ({
  ensure: db
    .insert(sessions)
    .values({
      idHash: sql.placeholder('hash'),
      createdAt: sql.placeholder('now'),
      seenAt: sql.placeholder('now'),
    })
    .onConflictDoNothing()
    .prepare(),
}))

export async function touchSession(db: Db, session: SessionWithRoles, now: Instant) {
  if (!shouldTouch(session, now)) return
  await quickly(db, (tx) => {
    tx.update(sessions).set({ seenAt: now }).where(eq(sessions.idHash, session.idHash)).run()
  })
}

/** @param postalCode five digits, checked by the caller */
export async function rememberPostalCode(db: Db, hash: string, postalCode: string, now: Instant) {
  await quickly(db, (tx) => {
    ensureSession(tx, hash, now)
    tx.update(sessions).set({ postalCode }).where(eq(sessions.idHash, hash)).run()
  })
}

export async function rememberPromotionOffer(db: Db, hash: string, promotionOffer: string, now: Instant) {
  await quickly(db, (tx) => {
    ensureSession(tx, hash, now)
    tx.update(sessions).set({ promotionOffer }).where(eq(sessions.idHash, hash)).run()
  })
}

export type NewSession = { sessionHash: string; token: string; userId: number; device: string; now: Instant }

/**
 * At sign-in the session continues under a new id with the same preferences, which defeats session fixation. Without a
 * ZIP code it takes that of the account's default or last address.
 */
export function replaceSession(
  tx: DurableTx,
  fromHash: string,
  { sessionHash, token, userId, device, now }: NewSession,
) {
  const before = findSession(tx, fromHash)
  const ownPassedAt = before?.userId === userId ? before.secondFactorAt : null
  const passedAt = isStillPassed(ownPassedAt, now) ? ownPassedAt : null
  tx.insert(sessions)
    .values({
      idHash: sessionHash,
      userId,
      token,
      device,
      postalCode: before?.postalCode ?? listAddresses(tx, { id: userId })[0]?.zip ?? null,
      promotionOffer: before?.promotionOffer ?? null,
      heldRoles: rolesHeldBy(tx, userId),
      secondFactorAt: passedAt,
      signedInAt: now,
      createdAt: now,
      seenAt: now,
    })
    .run()
  endReplaced(tx, fromHash, now)
}

/** Ends a session whose browser continues under another id. The row stays, so that the id can never start over. */
export const endSession = (db: Db, sessionHash: string, now: Instant) =>
  durably(db, (tx) => endReplaced(tx, sessionHash, now))

function endReplaced(tx: Tx, sessionHash: string, now: Instant) {
  tx.update(sessions)
    .set({ revokedAt: now, movedAt: now })
    .where(and(eq(sessions.idHash, sessionHash), isNull(sessions.revokedAt)))
    .run()
}

/** @returns the hashes of the ended sessions */
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

/** Most recently used first. */
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

/** Row IDs of sessions whose cookies have expired, oldest first. */
export const expiredSessions = (db: Db, now: Instant, limit: number): number[] =>
  db
    .select({ id: sql<number>`rowid` })
    .from(sessions)
    .where(lt(sessions.createdAt, now - MAX_COOKIE_AGE_MS))
    .orderBy(sessions.createdAt)
    .limit(limit)
    .all()
    .map(({ id }) => id)

export const hashesOf = (db: Db, rowIds: number[]): string[] =>
  db
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(inArray(sql`rowid`, rowIds))
    .all()
    .map(({ idHash }) => idHash)

/** Orders refer to sessions; the caller checks that none does. */
export const deleteSessions = (tx: Tx, hashes: string[]) =>
  void tx.delete(sessions).where(inArray(sessions.idHash, hashes)).run()
