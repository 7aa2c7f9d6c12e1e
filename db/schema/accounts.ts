import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const users = sqliteTable(
  'users',
  {
    /** Never given twice: what still goes on for an account that was closed must not meet another. */
    id: integer().primaryKey({ autoIncrement: true }),
    /** Public address of the account; never a credential. */
    token: text().notNull(),
    /** Kept in lower case: one account an address, whatever its spelling. */
    email: text().notNull(),
    passwordHash: text(),
    firstName: text(),
    lastName: text(),
    phone: text(), // E.164
    providerCustomerId: text(), // the payment provider's customer, once a card is kept
    /** When its owner proved to read this address: by a link that was mailed there, or a provider's word. */
    emailVerifiedAt: integer(),
    /** The page that brought them here, as the sign-up form told it. */
    landingPageSource: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('users_token').on(t.token),
    uniqueIndex('users_email').on(t.email),
    index('users_of_customer').on(t.providerCustomerId).where(sql`provider_customer_id is not null`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)

/** What a person may do in the back office, and for which center or farm (null: all of them). */
export const roles = sqliteTable(
  'roles',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['fulfillment', 'vendor', 'staff'] }).notNull(),
    subjectId: integer(),
  },
  (t) => [index('roles_by_user').on(t.userId)],
)

/** A row is made at a session's first write; the cookie carries only the id, the row only its hash. */
export const sessions = sqliteTable(
  'sessions',
  {
    idHash: text().primaryKey(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    postalCode: text(),
    /** The code of a promotion that an address brought along, to be offered at checkout. */
    promotionOffer: text(),
    /** What its owner calls it in the list of sessions, and ends it by; none before somebody signs in. */
    token: text(),
    /** The browser and system it was signed in with, in words. */
    device: text(),
    /** What its account might do when it was signed in: a session ends when that becomes another. */
    heldRoles: text(),
    signedInAt: integer(),
    createdAt: integer().notNull(),
    seenAt: integer().notNull(),
    revokedAt: integer(),
    /** It went on under another id, which was sent to its browser: by a sign-in, a sign-out or a new password. */
    movedAt: integer(),
  },
  (t) => [
    index('sessions_by_user').on(t.userId),
    uniqueIndex('sessions_token').on(t.token),
    index('sessions_by_age').on(t.createdAt),
  ],
)

export const LINK_PURPOSES = ['magic_link', 'reset_password', 'change_email', 'confirm_email'] as const

/**
 * Links that were mailed: good once, for one purpose, until they expire. The secret is made of the token and the shop's
 * own secret, so that the job which mails it carries nothing of worth; here stands only its hash.
 */
export const mailedLinks = sqliteTable(
  'mailed_links',
  {
    token: text().primaryKey(),
    hash: text().notNull(),
    purpose: text({ enum: LINK_PURPOSES }).notNull(),
    /** null: an address without an account, where nothing is mailed. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** Where it was sent, in lower case: for a change of email the new address. */
    email: text().notNull(),
    /** Where to go on afterwards: a path of the shop, checked when it was asked for. */
    nextPath: text('go_on_to'),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** Used, or made worthless by a newer one. */
    spentAt: integer(),
  },
  (t) => [
    uniqueIndex('mailed_links_hash').on(t.hash),
    index('mailed_links_by_email').on(t.email, t.purpose),
    index('mailed_links_expiry').on(t.expiresAt),
    index('mailed_links_of_user').on(t.userId),
  ],
)

/**
 * Wrong passwords for an address in a row, and until when no further one is looked at. Kept alike for addresses that
 * have an account and those that have none, so that waiting tells nothing.
 */
export const passwordAttempts = sqliteTable(
  'password_tries',
  {
    emailHash: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: integer().notNull(),
    nextAt: integer().notNull(),
  },
  (t) => [index('password_tries_by_age').on(t.lastAt)],
)

/** That an address was mailed a link, or told of what happened at its account: so many of a kind an hour are enough. */
export const mailCounts = sqliteTable(
  'mailed_notices',
  {
    id: integer().primaryKey(),
    emailHash: text().notNull(),
    kind: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    index('mailed_notices_of_address').on(t.emailHash, t.kind, t.at),
    index('mailed_notices_by_age').on(t.at),
  ],
)

/** An account at another company that may sign in here. */
export const identities = sqliteTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    linkedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('identities_of_user').on(t.userId)],
)

/**
 * Who asked to see or to have erased what is kept of them. Nothing comes of it before somebody who reads that mailbox
 * confirmed it, by a link made of the token as those above. The row itself stays, as proof of what was asked and done.
 */
export const personalDataRequests = sqliteTable(
  'personal_data_requests',
  {
    token: text().primaryKey(),
    hash: text().notNull(),
    kind: text({ enum: ['access', 'delete'] }).notNull(),
    /** In lower case. */
    email: text().notNull(),
    fullName: text().notNull(),
    state: text().notNull(), // code
    askedAt: integer().notNull(),
    expiresAt: integer().notNull(),
    confirmedAt: integer(),
    /** What was asked for was handed over or erased. */
    doneAt: integer(),
    /** Why it was not, in the staff's words. */
    refusal: text(),
  },
  (t) => [
    uniqueIndex('personal_data_requests_hash').on(t.hash),
    index('personal_data_requests_by_email').on(t.email, t.askedAt),
    index('personal_data_requests_open').on(t.confirmedAt).where(sql`done_at is null`),
    check('personal_data_requests_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)

export type PersonalDataRequest = typeof personalDataRequests.$inferSelect
/** Where somebody has had boxes sent before, to be chosen again. `token` is its public name; never a credential. */
export const savedAddresses = sqliteTable(
  'saved_addresses',
  {
    id: integer().primaryKey(),
    token: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    street1: text().notNull(),
    street2: text().notNull(), // '' where there is none, so that the same address is one row
    city: text().notNull(),
    state: text().notNull(), // code
    zip: text().notNull(),
    phone: text().notNull(), // E.164
    isDefault: integer({ mode: 'boolean' }).notNull().default(false),
    usedAt: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('saved_addresses_token').on(t.token),
    uniqueIndex('saved_addresses_once').on(t.userId, t.zip, t.street1, t.street2, t.name),
    uniqueIndex('saved_addresses_one_default').on(t.userId).where(sql`is_default = 1`),
  ],
)

export type SavedAddress = typeof savedAddresses.$inferSelect
export type User = typeof users.$inferSelect
export type SessionRow = typeof sessions.$inferSelect
export type MailedLink = typeof mailedLinks.$inferSelect
export type LinkPurpose = (typeof LINK_PURPOSES)[number]
export type Identity = typeof identities.$inferSelect
