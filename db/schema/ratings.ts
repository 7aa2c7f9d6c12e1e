import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { varieties } from './catalog.ts'
import { orderLines } from './orders.ts'

/** One per buyer and variety. A trigger requires the order line to be the buyer's (see the migration `ratings`). */
export const ratings = sqliteTable(
  'ratings',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    varietyId: integer()
      .notNull()
      .references(() => varieties.id),
    orderLineId: integer()
      .notNull()
      .references(() => orderLines.id),
    score: integer().notNull(),
    ratedAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.varietyId] }),
    index('ratings_of_variety').on(t.varietyId),
    index('ratings_by_order_line').on(t.orderLineId), // otherwise deleting an order line would scan all ratings
    check('ratings_score', sql`${t.score} between 1 and 5`),
  ],
)

/** Totals, so that listings need not count. Written only by triggers. */
export const ratingSums = sqliteTable(
  'rating_sums',
  {
    varietyId: integer()
      .primaryKey()
      .references(() => varieties.id, { onDelete: 'cascade' }),
    buyers: integer().notNull(),
    scoreSum: integer().notNull(),
  },
  (t) => [check('rating_sums_within', sql`${t.scoreSum} between ${t.buyers} and 5 * ${t.buyers}`)],
)
