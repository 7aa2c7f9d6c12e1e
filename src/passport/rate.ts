import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { type Order, offers, orderLines, orders, ratingSums, ratings, varieties } from '#db/schema/index.ts'
import { type Rating, shownRating } from '../catalog/rating-rules.ts'
import type { Instant } from '../day.ts'
import { cameAsOrdered, receivedLine } from './cuts.ts'

export type Rated = { ok: true } | { ok: false; code: 'not_received' }

/** One rating per buyer and cut: a later one replaces it, and 0 takes it back. Triggers keep the averages. */
export function rateCut(tx: Tx, userId: number, varietyId: number, score: number, now: Instant): Rated {
  if (score === 0 && takeBack(tx, userId, varietyId)) return { ok: true }
  const orderLineId = receivedLine(tx, userId, varietyId)
  if (orderLineId === null) return { ok: false, code: 'not_received' }
  if (score === 0) return { ok: true }
  tx.insert(ratings)
    .values({ userId, varietyId, orderLineId, score, ratedAt: now })
    .onConflictDoUpdate({ target: [ratings.userId, ratings.varietyId], set: { score, ratedAt: now } })
    .run()
  return { ok: true }
}

const takeBack = (tx: Tx, userId: number, varietyId: number): boolean =>
  tx
    .delete(ratings)
    .where(and(eq(ratings.userId, userId), eq(ratings.varietyId, varietyId)))
    .run().changes === 1

/** What everyone sees of a cut; null while it has too few buyers. */
export const publicRating = (db: Db, varietyId: number): Rating | null =>
  shownRating(db.select().from(ratingSums).where(eq(ratingSums.varietyId, varietyId)).get() ?? null)

/** This buyer's stars, by variety. */
export const scoresOf = (db: Db, userId: number, varietyIds: number[]): Map<number, number> =>
  new Map(
    givenStatement(db)
      .all({ userId, varietyIds: JSON.stringify(varietyIds) })
      .map(({ varietyId, score }) => [varietyId, score]),
  )

const givenStatement = oncePerDatabase((db) =>
  db
    .select({ varietyId: ratings.varietyId, score: ratings.score })
    .from(ratings)
    .where(
      and(
        eq(ratings.userId, sql.placeholder('userId')),
        sql`${ratings.varietyId} in (select value from json_each(${sql.placeholder('varietyIds')}))`,
      ),
    )
    .prepare(),
)

/** The stars for each cut of an order that its account may rate, by the cut's address; 0 without any. */
export const scoresInOrder = (db: Db, { id, userId }: Order): Map<string, number> =>
  new Map(
    scoresStatement(db)
      .all({ id, userId: userId ?? 0 })
      .map(({ slug, score }) => [slug, score]),
  )

const scoresStatement = oncePerDatabase((db) =>
  db
    .select({ slug: varieties.slug, score: sql<number>`coalesce(${ratings.score}, 0)` })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .leftJoin(ratings, and(eq(ratings.userId, orders.userId), eq(ratings.varietyId, varieties.id)))
    .where(
      and(
        eq(orders.id, sql.placeholder('id')),
        eq(orders.userId, sql.placeholder('userId')),
        eq(orders.state, 'delivered'),
        cameAsOrdered(db),
      ),
    )
    .prepare(),
)
