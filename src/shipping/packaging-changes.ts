import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { packagingChanges, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Packaging } from './packaging.ts'

export type PackagingChange = Packaging & {
  orderId: number
  reason: string
  at: Instant
  /** null once their account is deleted. */
  by: { firstName: string | null; lastName: string | null; email: string } | null
}

type NewChange = Packaging & { waveId: number; orderId: number; reason: string; userId: number }

export const changePackaging = (tx: DurableTx, change: NewChange, now: Instant) =>
  void tx
    .insert(packagingChanges)
    .values({ ...change, createdAt: now })
    .run()

/** Each box's newest change. */
export function packagingChangesOf(
  db: Db,
  waveId: number,
  orderIds?: number[],
): Map<number, PackagingChange> {
  const isOfBox = orderIds && sql`order_id in (select value from json_each(${JSON.stringify(orderIds)}))`
  const rows = db
    .select({
      orderId: packagingChanges.orderId,
      boxSize: packagingChanges.boxSize,
      dryIceGrams: packagingChanges.dryIceGrams,
      reason: packagingChanges.reason,
      at: packagingChanges.createdAt,
      by: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(packagingChanges)
    .leftJoin(users, eq(users.id, packagingChanges.userId))
    .where(and(eq(packagingChanges.waveId, waveId), isOfBox))
    .orderBy(desc(packagingChanges.id))
    .all()
  return new Map(rows.reverse().map((row) => [row.orderId, row]))
}
