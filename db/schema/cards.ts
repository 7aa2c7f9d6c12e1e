import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

/** A guest's card moves with its order to the account that claims it. Wallets may hide brand, digits and expiry. */
export const storedCards = sqliteTable(
  'stored_cards',
  {
    // Part of URLs: a removed card's id must never mean another card.
    id: integer().primaryKey({ autoIncrement: true }),
    orderId: integer().references(() => orders.id),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(), // in lower case
    providerCustomerId: text().notNull(),
    paymentMethodId: text().notNull(),
    brand: text(),
    last4: text(),
    expMonth: integer(),
    expYear: integer(),
    /** Null for wallets, and for cards from before this column. */
    fingerprint: text(),
    isDefault: integer({ mode: 'boolean' }).notNull().default(false), // later boxes fall back to it
    keptAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('stored_cards_of_order').on(t.orderId),
    uniqueIndex('stored_cards_method').on(t.paymentMethodId),
    index('stored_cards_of_user').on(t.userId),
    uniqueIndex('stored_cards_one_default').on(t.userId).where(sql`is_default = 1`),
    index('stored_cards_by_email').on(t.email),
    index('stored_cards_of_customer').on(t.providerCustomerId),
    check('stored_cards_email_lower', sql`${t.email} = lower(${t.email})`),
    check('stored_cards_expiry', sql`${t.expMonth} is null or ${t.expMonth} between 1 and 12`),
  ],
)

/** Committed before the provider is called. Sending the same card again finds the open attempt. */
export const cardSetups = sqliteTable(
  'card_setups',
  {
    /** Never reused: a deleted account's attempt may still be running at the provider. */
    id: integer().primaryKey({ autoIncrement: true }),
    token: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A digest of the id that the browser sent for the card. */
    mark: text().notNull(),
    intentId: text(),
    /** `failed`: abandoned without a refusal, so it isn't counted as a decline. */
    status: text({ enum: ['open', 'kept', 'declined', 'failed'] }).notNull(),
    paymentMethodId: text(),
    wasKnown: integer({ mode: 'boolean' }).notNull().default(false),
    failure: text(), // in words for the shopper
    createdAt: integer().notNull(),
    settledAt: integer(),
  },
  (t) => [
    uniqueIndex('card_setups_token').on(t.token),
    uniqueIndex('card_setups_intent').on(t.intentId),
    uniqueIndex('card_setups_one_open').on(t.userId, t.mark).where(sql`status = 'open'`),
    index('card_setups_of_user').on(t.userId, t.settledAt),
  ],
)

export type CardSetup = typeof cardSetups.$inferSelect
export type StoredCard = typeof storedCards.$inferSelect
