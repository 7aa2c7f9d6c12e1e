import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
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

/** For a matter that has settled itself; does nothing if staff were faster. */
export function closeFlag(tx: Tx, key: string, resolution: string, now: Instant) {
  tx.update(staffFlags)
    .set({ resolution, resolvedAt: now })
    .where(and(eq(staffFlags.key, key), isNull(staffFlags.resolvedAt)))
    .run()
}

/** Closes what is still open about one row. */
export function closeFlagsAbout(
  tx: Tx,
  kinds: readonly FlagKind[],
  subjectId: number,
  resolution: string,
  now: Instant,
) {
  tx.update(staffFlags)
    .set({ resolution, resolvedAt: now })
    .where(
      and(
        inArray(staffFlags.kind, kinds),
        eq(staffFlags.subjectId, subjectId),
        isNull(staffFlags.resolvedAt),
      ),
    )
    .run()
}

export function closeOrderFlags(
  tx: Tx,
  orderId: number,
  kinds: FlagKind[],
  resolution: string,
  now: Instant,
) {
  tx.update(staffFlags)
    .set({ resolution, resolvedAt: now })
    .where(
      and(eq(staffFlags.orderId, orderId), inArray(staffFlags.kind, kinds), isNull(staffFlags.resolvedAt)),
    )
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
