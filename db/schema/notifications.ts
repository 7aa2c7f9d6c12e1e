import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'

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
    /** What it carries beside the usual, by the headers' names. */
    headers: text({ mode: 'json' }).$type<Record<string, string>>(),
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
    index('consents_by_email').on(t.email),
    check('consents_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)

export const PREFERENCE_LEVELS = ['weekly', 'never'] as const

/**
 * What an account wants to be written about; who has no row has not said yet (src/accounts/preference-rules.ts knows
 * what holds then). The version is in every link that leads here from a mail: a new one makes the old links worthless.
 */
export const preferences = sqliteTable('preferences', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  level: text({ enum: PREFERENCE_LEVELS }).notNull(),
  /** The names of the topics that are wanted. */
  topics: text({ mode: 'json' }).$type<string[]>().notNull(),
  /** Marketing texts. Weekly only with a consent, which `consents` keeps. */
  textLevel: text({ enum: PREFERENCE_LEVELS }).notNull(),
  version: integer().notNull().default(1),
  changedAt: integer().notNull(),
})

export type PreferenceLevel = (typeof PREFERENCE_LEVELS)[number]

/**
 * A last word to an address that no account has any more: it is gone, or has another one. The row holds the address so
 * that no job does, and goes when the mail went.
 */
export const farewellMails = sqliteTable('parting_mails', {
  token: text().primaryKey(),
  kind: text({ enum: ['email_changed', 'account_closed'] }).notNull(),
  email: text().notNull(),
  createdAt: integer().notNull(),
})

export type FarewellMail = typeof farewellMails.$inferSelect
