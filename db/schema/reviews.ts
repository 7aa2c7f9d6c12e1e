import { sql } from 'drizzle-orm'
import { blob, check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { varieties } from './catalog.ts'
import { orderLines } from './orders.ts'

/** `waiting`: nobody has read it yet. `reported`: hidden until staff decide. `refused`: its author sees why. */
export const REVIEW_STATES = ['waiting', 'published', 'reported', 'refused'] as const

/**
 * One per buyer and variety, in words. A trigger requires an order line that was delivered to the buyer; a full refund
 * of it takes the review off the shop (see the migration `reviews`).
 */
export const reviews = sqliteTable(
  'reviews',
  {
    id: integer().primaryKey(),
    token: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    varietyId: integer()
      .notNull()
      .references(() => varieties.id),
    orderLineId: integer()
      .notNull()
      .references(() => orderLines.id),
    /** As readers see its author: 'Ana W.' */
    name: text().notNull(),
    words: text().notNull(),
    state: text({ enum: REVIEW_STATES }).notNull().default('waiting'),
    /** Moves with each change of words or photos, so that staff decide on what they have read. */
    version: integer().notNull().default(1),
    writtenAt: integer().notNull(),

    decidedAt: integer(),
    decidedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Why it isn't shown, for its author. */
    reason: text().notNull().default(''),
    /** Staff kept it after a report: further reports don't hide it anymore. */
    keptAt: integer(),

    /** The farm's answer. */
    answer: text().notNull().default(''),
    answeredAt: integer(),
    answeredBy: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('reviews_token').on(t.token),
    uniqueIndex('reviews_once').on(t.userId, t.varietyId),
    index('reviews_shown').on(t.varietyId, t.writtenAt).where(sql`state = 'published'`),
    index('reviews_open').on(t.writtenAt).where(sql`state in ('waiting', 'reported')`),
    index('reviews_decided').on(t.decidedAt).where(sql`decided_at is not null`),
    index('reviews_by_order_line').on(t.orderLineId), // otherwise deleting an order line would scan all reviews
    index('reviews_decided_by').on(t.decidedBy).where(sql`decided_by is not null`),
    index('reviews_answered_by').on(t.answeredBy).where(sql`answered_by is not null`),
    check('reviews_answered', sql`(${t.answer} = '') = (${t.answeredAt} is null)`),
  ],
)

/** Encoded again by us, so they hold no place and no camera. */
export const reviewPhotos = sqliteTable(
  'review_photos',
  {
    id: integer().primaryKey(),
    reviewId: integer()
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    token: text().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(), // WebP
  },
  (t) => [uniqueIndex('review_photos_token').on(t.token), index('review_photos_of_review').on(t.reviewId)],
)

export const REPORT_REASONS = ['off_topic', 'abusive', 'private', 'advertising', 'false'] as const

/** Each person reports a review once. */
export const reviewReports = sqliteTable(
  'review_reports',
  {
    id: integer().primaryKey(),
    reviewId: integer()
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    words: text().notNull().default(''),
    reportedAt: integer().notNull(),
    settledAt: integer(),
  },
  (t) => [
    uniqueIndex('review_reports_once').on(t.reviewId, t.userId),
    index('review_reports_open').on(t.reviewId).where(sql`settled_at is null`),
    index('review_reports_of_user').on(t.userId),
  ],
)

export type Review = typeof reviews.$inferSelect
export type ReviewState = (typeof REVIEW_STATES)[number]
export type ReportReason = (typeof REPORT_REASONS)[number]
