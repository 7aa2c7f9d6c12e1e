import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

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

export const CONSENT_KINDS = ['sms_marketing'] as const

/**
 * What somebody agreed to, in the very words that stood beside the box, and when. Kept as proof: a row is never
 * changed, and agreeing to the same words again is the same consent.
 */
export const consents = sqliteTable(
  'consents',
  {
    id: integer().primaryKey(),
    kind: text({ enum: CONSENT_KINDS }).notNull(),
    /** Where they gave it: the campaign of a form. */
    source: text().notNull(),
    email: text().notNull(), // in lower case
    phone: text().notNull(), // E.164
    words: text().notNull(),
    givenAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('consents_once').on(t.kind, t.phone, t.email, t.words),
    check('consents_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)
