import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Mails and texts of the embedded default, read at /outbox. The key makes a repeated delivery nothing. */
export const outboxMessages = sqliteTable(
  'outbox_messages',
  {
    id: integer().primaryKey(),
    key: text().notNull(),
    kind: text({ enum: ['email', 'text'] }).notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex('outbox_messages_key').on(t.key), index('outbox_messages_newest').on(t.createdAt)],
)

export type OutboxMessage = typeof outboxMessages.$inferSelect
