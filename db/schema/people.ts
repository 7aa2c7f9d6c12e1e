import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ROLES, users } from './accounts.ts'

/** Grants its role when the link in the email is used, which proves the address. */
export const roleInvitations = sqliteTable(
  'role_invitations',
  {
    token: text().primaryKey(),
    hash: text().notNull(), // of the secret in the link
    email: text().notNull(), // in lower case
    role: text({ enum: ROLES }).notNull(),
    subjectId: integer(), // as in `roles`
    invitedById: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    endedAt: integer(), // accepted, withdrawn, or replaced by a newer one
  },
  (t) => [
    uniqueIndex('role_invitations_hash').on(t.hash),
    index('role_invitations_by_email').on(t.email),
    index('role_invitations_by_age').on(t.createdAt),
    index('role_invitations_of_inviter').on(t.invitedById),
  ],
)

/** An authenticator app (RFC 6238). */
export const totpFactors = sqliteTable('totp_factors', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealedSecret: text().notNull(),
  /** The time step of the last code used: each code works once. */
  lastStep: integer().notNull(),
  addedAt: integer().notNull(),
})

export const passkeys = sqliteTable(
  'passkeys',
  {
    credentialId: text().primaryKey(),
    token: text().notNull(), // in addresses
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    publicKey: text().notNull(), // base64url
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    name: text().notNull(),
    addedAt: integer().notNull(),
    usedAt: integer(),
  },
  (t) => [uniqueIndex('passkeys_token').on(t.token), index('passkeys_of_user').on(t.userId)],
)

/** Each is answered once, in the session that asked. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    sessionHash: text().notNull(),
    expiresAt: integer().notNull(),
  },
  (t) => [index('passkey_challenges_by_age').on(t.expiresAt)],
)

/** Each replaces a second factor once. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: integer().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    usedAt: integer(),
  },
  (t) => [index('recovery_codes_of_user').on(t.userId)],
)

/** Roles whose pages open only after a second factor. */
export const secondFactorRoles = sqliteTable('second_factor_roles', {
  role: text({ enum: ROLES }).primaryKey(),
  requiredAt: integer().notNull(),
})

export type RoleInvitation = typeof roleInvitations.$inferSelect
export type Passkey = typeof passkeys.$inferSelect
