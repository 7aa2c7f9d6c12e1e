import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'

/** What staff want to remember about a customer. */
export const customerNotes = sqliteTable(
  'customer_notes',
  {
    id: integer().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: integer().references(() => users.id, { onDelete: 'set null' }),
    words: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('customer_notes_of_user').on(t.userId, t.id),
    index('customer_notes_of_author').on(t.authorId),
  ],
)

/** Store credit above the limit, which needs a second person's approval. */
export const creditRequests = sqliteTable(
  'credit_requests',
  {
    token: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    cents: integer().notNull(), // negative to take
    reason: text().notNull(),
    requestedById: integer().references(() => users.id, { onDelete: 'set null' }),
    requestedAt: integer().notNull(),
    decision: text({ enum: ['approved', 'refused'] }),
    decidedById: integer().references(() => users.id, { onDelete: 'set null' }),
    decidedAt: integer(),
  },
  (t) => [
    index('credit_requests_of_user').on(t.userId, t.requestedAt),
    index('credit_requests_open').on(t.requestedAt).where(sql`decided_at is null`),
    index('credit_requests_requested_by').on(t.requestedById),
    index('credit_requests_decided_by').on(t.decidedById),
    check('credit_requests_cents', sql`${t.cents} <> 0`),
  ],
)

export type CreditRequest = typeof creditRequests.$inferSelect
