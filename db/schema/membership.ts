import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
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
