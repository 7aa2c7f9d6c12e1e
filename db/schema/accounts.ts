import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'

export const users = sqliteTable(
  'users',
  {
    /** Never reused, so that work still running for a closed account can't reach another one. */
    id: integer().primaryKey({ autoIncrement: true }),
    token: text().notNull(), // a public id; never a credential
    email: text().notNull(),
    passwordHash: text(),
    firstName: text(),
    lastName: text(),
    phone: text(), // E.164
    providerCustomerId: text(), // set with the first saved card
    /** When an emailed link or a sign-in provider proved that the address is theirs. */
    emailVerifiedAt: integer(),
    landingPageSource: text(),
    createdAt: integer().notNull(),
    /** Staff found that this is the same person's second account. It can't sign in anymore, and goes with the other. */
    mergedIntoId: integer().references((): AnySQLiteColumn => users.id, { onDelete: 'cascade' }),
    mergedAt: integer(),
  },
  (t) => [
    uniqueIndex('users_token').on(t.token),
    uniqueIndex('users_email').on(t.email),
    index('users_by_phone').on(t.phone).where(sql`phone is not null`),
    index('users_of_customer').on(t.providerCustomerId).where(sql`provider_customer_id is not null`),
    index('users_merged_into').on(t.mergedIntoId).where(sql`merged_into_id is not null`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)

export const ROLES = ['fulfillment', 'vendor', 'staff'] as const
export type Role = (typeof ROLES)[number]

export const roles = sqliteTable(
  'roles',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    subjectId: integer(), // a center or farm; null: all of them
  },
  (t) => [index('roles_by_user').on(t.userId)],
)

/** Created at the first write. The cookie holds the id, and the row only its hash. */
export const sessions = sqliteTable(
  'sessions',
  {
    idHash: text().primaryKey(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    postalCode: text(),
    promotionOffer: text(),
    token: text(),
    device: text(), // browser and system, for people to read
    /** The account's roles at sign-in. The session ends when they change. */
    heldRoles: text(),
    signedInAt: integer(),
    /** When a second factor was shown in this session. */
    secondFactorAt: integer(),
    createdAt: integer().notNull(),
    seenAt: integer().notNull(),
    revokedAt: integer(),
    /** Replaced by a session with another id, after a sign-in, a sign-out or a new password. */
    movedAt: integer(),
  },
  (t) => [
    index('sessions_by_user').on(t.userId),
    uniqueIndex('sessions_token').on(t.token),
    index('sessions_by_age').on(t.createdAt),
  ],
)

export const LINK_PURPOSES = ['magic_link', 'reset_password', 'change_email', 'confirm_email'] as const

/** A link's secret derives from the token and the shop's secret, so that the row and the job can't reveal it. */
export const mailedLinks = sqliteTable(
  'mailed_links',
  {
    token: text().primaryKey(),
    hash: text().notNull(),
    purpose: text({ enum: LINK_PURPOSES }).notNull(),
    /** null: no account has the address, so nothing is sent. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(), // in lower case; for a change of email, the new address
    nextPath: text('go_on_to'),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    spentAt: integer(), // used, or replaced by a newer link
  },
  (t) => [
    uniqueIndex('mailed_links_hash').on(t.hash),
    index('mailed_links_by_email').on(t.email, t.purpose),
    index('mailed_links_expiry').on(t.expiresAt),
    index('mailed_links_of_user').on(t.userId),
  ],
)

/** Also for addresses without an account, so that a delay reveals nothing. */
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

/** Confirmed by an emailed link. Rows stay as proof of what was requested and done. */
export const personalDataRequests = sqliteTable(
  'personal_data_requests',
  {
    token: text().primaryKey(),
    hash: text().notNull(),
    kind: text({ enum: ['access', 'delete', 'correct'] }).notNull(),
    email: text().notNull(), // in lower case
    fullName: text().notNull(),
    state: text().notNull(), // code
    correction: text(), // what is wrong, in their words
    askedAt: integer().notNull(),
    expiresAt: integer().notNull(),
    confirmedAt: integer(),
    doneAt: integer(), // handed over, erased or corrected
    refusal: text(), // the staff's reason
  },
  (t) => [
    uniqueIndex('personal_data_requests_hash').on(t.hash),
    index('personal_data_requests_by_email').on(t.email, t.askedAt),
    index('personal_data_requests_open').on(t.confirmedAt).where(sql`done_at is null`),
    check('personal_data_requests_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)

export type PersonalDataRequest = typeof personalDataRequests.$inferSelect

export const savedAddresses = sqliteTable(
  'saved_addresses',
  {
    id: integer().primaryKey(),
    token: text().notNull(), // a public id; never a credential
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    street1: text().notNull(),
    street2: text().notNull(), // '' for none, because null would defeat the unique index
    city: text().notNull(),
    state: text().notNull(), // code
    zip: text().notNull(),
    phone: text().notNull(), // E.164
    isDefault: integer({ mode: 'boolean' }).notNull().default(false),
    /** Where only gifts went, it becomes no default by itself. */
    onlyGifts: integer({ mode: 'boolean' }).notNull().default(false),
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
