import { and, asc, desc, eq, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { claimLines, claims, farms, offers, orderLines, orders, varieties } from '#db/schema/index.ts'

/** A variety of a farm, by the names that addresses use. */
export type Cut = {
  varietyId: number
  slug: string
  name: string
  farm: string
  vendor: string
  pictures: string[]
}

export const cutColumns = {
  varietyId: varieties.id,
  slug: varieties.slug,
  name: varieties.name,
  farm: farms.name,
  vendor: farms.slug,
  pictures: varieties.pictures,
}

/**
 * By its own slug, or by what part of the animal it is. If a farm has several of that part, the one that this buyer
 * received comes first. A cut that isn't sold anymore keeps its page.
 */
export function findCut(db: Db, vendor: string, cut: string, userId: number): Cut | null {
  const received = receivedLines(db, userId, eq(offers.varietyId, varieties.id))
  return (
    db
      .select(cutColumns)
      .from(farms)
      .innerJoin(varieties, eq(varieties.farmId, farms.id))
      .where(and(eq(farms.slug, vendor), or(eq(varieties.slug, cut), eq(varieties.cut, cut))))
      .orderBy(
        desc(sql`${varieties.slug} = ${cut}`),
        desc(sql`exists ${received}`),
        asc(varieties.featuredRank),
        asc(varieties.id),
      )
      .limit(1)
      .get() ?? null
  )
}

/** Lines in boxes that came to this buyer and were not refunded in full, without what they told us never came. */
export const receivedLines = (db: Db, userId: number, which: SQL) =>
  linesOf(db, and(eq(orders.userId, userId), eq(orders.state, 'delivered'), which, cameAsOrdered(db)))

const linesOf = (db: Db, which: SQL | undefined) =>
  db
    .select({ id: orderLines.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .where(which)

/** A claim names a line, not how many of its packs: of several, we take it that others came. */
export const cameAsOrdered = (db: Db) =>
  notExists(
    db
      .select({ id: claims.id })
      .from(claimLines)
      .innerJoin(claims, eq(claims.id, claimLines.claimId))
      .where(
        and(
          eq(claimLines.orderLineId, orderLines.id),
          eq(orderLines.quantity, 1),
          sql`${claims.kind} in ('missing', 'wrong')`,
        ),
      ),
  )

/** The newest line that brought it, or null. */
export const receivedLine = (db: Db, userId: number, varietyId: number): number | null =>
  receivedLines(db, userId, eq(offers.varietyId, varietyId))
    .orderBy(desc(orders.arrivalOn), desc(orderLines.id))
    .limit(1)
    .get()?.id ?? null

/** If an order of theirs that had it was refunded in full. */
export const wasRefunded = (db: Db, userId: number, varietyId: number): boolean =>
  linesOf(db, and(eq(orders.userId, userId), eq(orders.state, 'refunded'), eq(offers.varietyId, varietyId)))
    .limit(1)
    .get() !== undefined
