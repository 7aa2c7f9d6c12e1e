import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { jobs, type StaffFlag, staffFlags } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { FlagKind } from './kinds.ts'

type NewFlag = {
  kind: FlagKind
  /** Names the matter. A matter that can come up again needs another key each time. */
  key: string
  /** For staff: what this flag is about, without personal data. */
  detail: string
  now: Instant
  orderId?: number
  /** A row of the table that the kind is about. */
  subjectId?: number
  /** After this it's too late. */
  dueAt?: Instant
}

/** Adds a flag once per key. @returns whether it is new */
export function flagForStaff(tx: Tx, { now, ...flag }: NewFlag): boolean {
  const { changes } = tx
    .insert(staffFlags)
    .values({ ...flag, createdAt: now })
    .onConflictDoNothing()
    .run()
  return changes === 1
}

/** For a recurring check: adds no flag while one of this key is open, and a new one after it is resolved. */
export function flagAgainForStaff(tx: Tx, flag: NewFlag): boolean {
  const isOpen = tx
    .select({ key: staffFlags.key })
    .from(staffFlags)
    .where(and(eq(staffFlags.kind, flag.kind), isNull(staffFlags.resolvedAt)))
    .all()
    .some(({ key }) => key === flag.key || key.startsWith(`${flag.key}:`))
  return !isOpen && flagForStaff(tx, { ...flag, key: `${flag.key}:${flag.now}` })
}

/** For a matter that has settled itself; does nothing if staff were faster. */
export const closeFlag = (tx: Tx, key: string, resolution: string, now: Instant) =>
  closeWhere(tx, [eq(staffFlags.key, key)], resolution, now)

export const closeFlagsOf = (tx: Tx, kind: FlagKind, resolution: string, now: Instant) =>
  closeWhere(tx, [eq(staffFlags.kind, kind)], resolution, now)

/** Closes what is still open about one row. */
export const closeFlagsAbout = (
  tx: Tx,
  kinds: readonly FlagKind[],
  subjectId: number,
  resolution: string,
  now: Instant,
) => closeWhere(tx, [inArray(staffFlags.kind, kinds), eq(staffFlags.subjectId, subjectId)], resolution, now)

export const closeOrderFlags = (
  tx: Tx,
  orderId: number,
  kinds: readonly FlagKind[],
  resolution: string,
  now: Instant,
) => closeWhere(tx, [eq(staffFlags.orderId, orderId), inArray(staffFlags.kind, kinds)], resolution, now)

function closeWhere(tx: Tx, conditions: SQL[], resolution: string, resolvedAt: Instant) {
  tx.update(staffFlags)
    .set({ action: null, resolution, resolvedAt })
    .where(and(...conditions, isNull(staffFlags.resolvedAt)))
    .run()
}

export const openFlagsOf = (db: Db, orderId: number): StaffFlag[] =>
  db
    .select()
    .from(staffFlags)
    .where(and(eq(staffFlags.orderId, orderId), isNull(staffFlags.resolvedAt)))
    .all()

/** Only kinds that have open flags. */
export const openFlagCounts = (db: Db): { kind: string; count: number }[] =>
  db
    .select({ kind: staffFlags.kind, count: count() })
    .from(staffFlags)
    .where(isNull(staffFlags.resolvedAt))
    .groupBy(staffFlags.kind)
    .orderBy(staffFlags.kind)
    .all()

export const failedJobCount = (db: Db): number =>
  db.select({ count: count() }).from(jobs).where(sql`state = 'failed'`).get()?.count ?? 0
