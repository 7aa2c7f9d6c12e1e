import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'

/** `key` makes a repeated send a no-op. */
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
    headers: text({ mode: 'json' }).$type<Record<string, string>>(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex('outbox_messages_key').on(t.key), index('outbox_messages_newest').on(t.createdAt)],
)

export type OutboxMessage = typeof outboxMessages.$inferSelect

export const CONSENT_KINDS = ['sms_marketing', 'sms_delivery'] as const

/** Proof of the exact words that a person agreed to. Only the end is written later. */
export const consents = sqliteTable(
  'consents',
  {
    id: integer().primaryKey(),
    kind: text({ enum: CONSENT_KINDS }).notNull(),
    source: text().notNull(), // the form's campaign
    email: text().notNull(), // in lower case
    phone: text().notNull(), // E.164
    words: text().notNull(),
    givenAt: integer().notNull(),
    endedAt: integer(),
  },
  (t) => [
    // The same words again are the same consent, while it lasts.
    uniqueIndex('consents_once').on(t.kind, t.phone, t.email, t.words).where(sql`ended_at is null`),
    index('consents_by_email').on(t.email),
    index('consents_by_phone').on(t.phone),
    check('consents_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)

export const PREFERENCE_LEVELS = ['weekly', 'never'] as const

/** Emailed links carry the version, so that a new version invalidates them. Accounts without a row have defaults. */
export const preferences = sqliteTable('preferences', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  level: text({ enum: PREFERENCE_LEVELS }).notNull(),
  topics: text({ mode: 'json' }).$type<string[]>().notNull(),
  /** Marketing texts: weekly only with a row in `consents`. */
  textLevel: text({ enum: PREFERENCE_LEVELS }).notNull(),
  version: integer().notNull().default(1),
  changedAt: integer().notNull(),
})

export type PreferenceLevel = (typeof PREFERENCE_LEVELS)[number]

/** Keeps the addresses of deleted or changed accounts out of jobs, until the email is sent. */
export const farewellMails = sqliteTable('parting_mails', {
  token: text().primaryKey(),
  kind: text({ enum: ['email_changed', 'account_closed'] }).notNull(),
  email: text().notNull(),
  createdAt: integer().notNull(),
})

export type FarewellMail = typeof farewellMails.$inferSelect
