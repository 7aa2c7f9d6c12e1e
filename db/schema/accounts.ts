import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const users = sqliteTable(
  'users',
  {
    id: integer().primaryKey(),
    /** Public address of the account; never a credential. */
    token: text().notNull(),
    /** Kept in lower case: one account an address, whatever its spelling. */
    email: text().notNull(),
    passwordHash: text(),
    firstName: text(),
    lastName: text(),
    phone: text(), // E.164
    providerCustomerId: text(), // the payment provider's customer, once a card is kept
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('users_token').on(t.token),
    uniqueIndex('users_email').on(t.email),
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
    createdAt: integer().notNull(),
    seenAt: integer().notNull(),
    revokedAt: integer(),
  },
  (t) => [index('sessions_by_user').on(t.userId)],
)

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
