import { sql } from 'drizzle-orm'
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { fulfillmentCenters } from './delivery.ts'
import { orderLines, orders } from './orders.ts'
import { giftCards } from './pricing.ts'

export const CLAIM_KINDS = ['thawed', 'damaged', 'missing', 'wrong', 'late'] as const
export const CLAIM_ANSWERS = ['reship', 'credit', 'refund'] as const

/** Something was wrong with a box. Carrier and center are kept for counting, as they were. */
export const claims = sqliteTable(
  'claims',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: CLAIM_KINDS }).notNull(),
    note: text().notNull().default(''),
    carrier: text(),
    service: text(),
    fcId: integer().references(() => fulfillmentCenters.id),
    createdAt: integer().notNull(),

    answer: text({ enum: CLAIM_ANSWERS }),
    answeredAt: integer(),
    answeredBy: integer().references(() => users.id, { onDelete: 'set null' }),
    /** From staff to the shopper. */
    words: text().notNull().default(''),
    /** What went back, or was given as credit. */
    cardCents: integer().notNull().default(0),
    giftCents: integer().notNull().default(0),
    creditCents: integer().notNull().default(0),
    /** A guest's credit: a gift card whose code comes from the claim. An account's goes to its store credit. */
    giftCardId: integer().references(() => giftCards.id),
    /** The box that brings it again. Once that is canceled, the claim is open again. */
    reshipOrderId: integer().references(() => orders.id),
  },
  (t) => [
    index('claims_of_order').on(t.orderId),
    index('claims_open').on(t.createdAt).where(sql`answered_at is null`),
    index('claims_by_age').on(t.createdAt),
    index('claims_by_answer').on(t.answeredAt).where(sql`answered_at is not null`),
    index('claims_of_gift_card').on(t.giftCardId).where(sql`gift_card_id is not null`),
    index('claims_of_reship').on(t.reshipOrderId).where(sql`reship_order_id is not null`),
    index('claims_answered_by').on(t.answeredBy).where(sql`answered_by is not null`),
    check('claims_answered', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    check('claims_cents', sql`${t.cardCents} >= 0 and ${t.giftCents} >= 0 and ${t.creditCents} >= 0`),
  ],
)

/** A line is claimed once. */
export const claimLines = sqliteTable(
  'claim_lines',
  {
    claimId: integer()
      .notNull()
      .references(() => claims.id, { onDelete: 'cascade' }),
    orderLineId: integer()
      .notNull()
      .references(() => orderLines.id),
  },
  (t) => [
    primaryKey({ columns: [t.claimId, t.orderLineId] }),
    uniqueIndex('claim_lines_once').on(t.orderLineId),
  ],
)

/** Encoded again by us, so they hold no place and no camera. Here, so that erasing and restoring reach them. */
export const claimPhotos = sqliteTable(
  'claim_photos',
  {
    id: integer().primaryKey(),
    claimId: integer()
      .notNull()
      .references(() => claims.id, { onDelete: 'cascade' }),
    token: text().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(), // WebP
  },
  (t) => [uniqueIndex('claim_photos_token').on(t.token), index('claim_photos_of_claim').on(t.claimId)],
)

export type Claim = typeof claims.$inferSelect
export type ClaimKind = (typeof CLAIM_KINDS)[number]
export type ClaimAnswer = (typeof CLAIM_ANSWERS)[number]
