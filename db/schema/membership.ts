import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { users } from './accounts.ts'
import { storedCards } from './cards.ts'
import { offers } from './catalog.ts'
import { orders } from './orders.ts'

/** Proof of the exact terms a shopper agreed to. After the insert, only `withdrawnAt` may change. */
export const recurringConsents = sqliteTable(
  'recurring_consents',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    renewPeriodType: text({ enum: ['two_weeks', 'four_weeks', 'six_weeks', 'eight_weeks'] }).notNull(),
    words: text().notNull(),
    priceCents: integer().notNull(),
    termsVersion: text().notNull(),
    givenAt: integer().notNull(),
    withdrawnAt: integer(),
  },
  (t) => [
    uniqueIndex('recurring_consents_standing').on(t.orderId).where(sql`withdrawn_at is null`),
    index('recurring_consents_of_order').on(t.orderId),
    index('recurring_consents_of_user').on(t.userId),
    index('recurring_consents_withdrawn').on(t.withdrawnAt).where(sql`withdrawn_at is not null`),
    check('recurring_consents_price', sql`${t.priceCents} >= 0`),
  ],
)

export type RecurringConsent = typeof recurringConsents.$inferSelect

export const WHEN_GONE = ['swap', 'drop', 'skip'] as const

/** What a paid recurring order began. Its consent to later boxes is the first order's. */
export const memberships = sqliteTable(
  'memberships',
  {
    id: integer().primaryKey(),
    token: text().notNull().default(sql`(hex(randomblob(11)))`),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    firstOrderId: integer()
      .notNull()
      .references(() => orders.id),
    state: text({ enum: ['active', 'paused', 'canceled'] })
      .notNull()
      .default('active'),
    renewPeriodType: text({ enum: ['two_weeks', 'four_weeks', 'six_weeks', 'eight_weeks'] }).notNull(),
    whenGone: text({ enum: WHEN_GONE }).notNull().default('swap'),
    /** The member's choice of card; without one, the first order's (payments/cards.ts). */
    cardId: integer().references(() => storedCards.id, { onDelete: 'set null' }),
    /** The free item that was chosen last; the next boxes bring it too. */
    freeItemId: integer().references(() => offers.id),
    pausedUntil: integer(),
    skipsInRow: integer().notNull().default(0),
    failedInRow: integer().notNull().default(0),
    /** When a year without a box was last announced (Cal. B&P 17602(g)). */
    yearRemindedAt: integer(),
    cancelReason: text(),
    canceledAt: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('memberships_token').on(t.token),
    uniqueIndex('memberships_first_order').on(t.firstOrderId),
    index('memberships_of_user').on(t.userId, t.state),
    index('memberships_by_state').on(t.state, t.skipsInRow),
    index('memberships_of_card').on(t.cardId).where(sql`card_id is not null`),
    check('memberships_canceled', sql`(${t.state} = 'canceled') = (${t.canceledAt} is not null)`),
  ],
)

export type Membership = typeof memberships.$inferSelect

export type WantedLine = { offerId: number; quantity: number }

/** One row per period. Its order is open until it's charged; the dates are the order's. */
export const membershipBoxes = sqliteTable(
  'membership_boxes',
  {
    id: integer().primaryKey(),
    membershipId: integer()
      .notNull()
      .references(() => memberships.id),
    number: integer().notNull(),
    /** The day by the rhythm alone; the order has the day it comes. */
    rhythmOn: text().$type<Day>().notNull(),
    state: text({ enum: ['planned', 'skipped', 'placed', 'failed', 'canceled'] })
      .notNull()
      .default('planned'),
    orderId: integer().references(() => orders.id),
    firstRemindedAt: integer(),
    lastRemindedAt: integer(),
    /** The most that may be charged. */
    remindedCents: integer(),
    tries: integer().notNull().default(0),
    firstTriedAt: integer(),
    /** No try before this. Each try moves it first, so that of two processes one makes it. */
    waitUntil: integer().notNull().default(0),
    trouble: text({ enum: ['declined', 'hard_decline', 'authentication', 'no_card'] }),
    /** When the member last heard that the card can't pay: it expires before the charge, or was refused for good. */
    cardWarnedAt: integer(),
    /** Because its card failed or its day closed. */
    moved: integer({ mode: 'boolean' }).notNull().default(false),
    /** The day and the rhythm before the member's last move, to undo it. */
    movedFrom: text().$type<Day>(),
    rhythmFrom: text().$type<Day>(),
    /** What the member chose, if something of it was gone at the charge. The next box is planned from it. */
    wanted: text({ mode: 'json' }).$type<WantedLine[]>(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('membership_boxes_number').on(t.membershipId, t.number),
    uniqueIndex('membership_boxes_order').on(t.orderId),
    uniqueIndex('membership_boxes_one_planned').on(t.membershipId).where(sql`state = 'planned'`),
    index('membership_boxes_planned').on(t.waitUntil).where(sql`state = 'planned'`),
    index('membership_boxes_in_trouble').on(t.membershipId).where(sql`trouble is not null`),
    check('membership_boxes_reminded', sql`${t.remindedCents} is null or ${t.remindedCents} >= 0`),
  ],
)

export type MembershipBox = typeof membershipBoxes.$inferSelect

/** What a new member tells us, once an order; a later answer replaces it. */
export const surveyResponses = sqliteTable('survey_responses', {
  orderId: integer()
    .primaryKey()
    .references(() => orders.id),
  answers: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
  answeredAt: integer().notNull(),
})
