import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { varieties } from './catalog.ts'
import { orderLines } from './orders.ts'

/**
 * One per buyer and variety. Triggers require an order line that was delivered to the buyer, and move or remove the
 * rating when that order is refunded in full (see the migration `passport`).
 */
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

/** What a buyer keeps in mind about a cut. Nobody else sees it. */
export const cutNotes = sqliteTable(
  'cut_notes',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    varietyId: integer()
      .notNull()
      .references(() => varieties.id),
    notes: text().notNull(),
    /** Whether they would buy it again, in the words of the form. */
    survey: text().notNull(),
    changedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.varietyId] })],
)

/** Shows a passport to everyone who has it, until its owner ends it. */
export const passportLinks = sqliteTable(
  'passport_links',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex('passport_links_token').on(t.token)],
)
