import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

/**
 * One row an attempt to pay an order. At most one of an order is open, so there is at most one live intent.
 * The row, with its idempotency key, is committed before the provider is called.
 */
export const payments = sqliteTable(
  'payments',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    attempt: integer().notNull(),
    flow: text({ enum: ['alc-free', 'alc-paid', 'sub-free', 'sub-paid'] }).notNull(),
    intentId: text(),
    /** The amount the intent is created with, and after that the amount the provider last agreed to. */
    amountCents: integer().notNull(),
    status: text({ enum: ['open', 'succeeded', 'canceled', 'refunding', 'refunded'] }).notNull(),
    /** Why money was not kept, or what the provider last refused, in the shopper's words. */
    failure: text(),
    declinedAt: integer(),
    declines: integer().notNull().default(0),
    lastDeclineAt: integer(),
    cardBrand: text(),
    cardLast4: text(),
    /** By which the provider knows a card again, whoever brings it. */
    cardFingerprint: text(),
    receivedCents: integer().notNull().default(0),
    snapshotAt: integer('news_at').notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('payments_attempt').on(t.orderId, t.attempt),
    uniqueIndex('payments_intent').on(t.intentId),
    uniqueIndex('payments_one_open').on(t.orderId).where(sql`status = 'open'`),
    uniqueIndex('payments_one_succeeded').on(t.orderId).where(sql`status = 'succeeded'`),
    index('payments_by_card').on(t.cardFingerprint).where(sql`status = 'succeeded'`),
    index('payments_unsettled').on(t.snapshotAt).where(sql`status = 'open' and intent_id is not null`),
    check('payments_amount', sql`${t.amountCents} >= 0 and ${t.receivedCents} >= 0`),
  ],
)

/**
 * Cards that the provider keeps for later boxes: each brought by an order, once, or by its account itself. A guest's has
 * no account yet: it goes with its order to the one that claims it. Of a wallet's own kind of payment brand, digits and
 * expiry may be unknown. An account's default is the one its later boxes turn to when their own is gone.
 */
export const storedCards = sqliteTable(
  'stored_cards',
  {
    // Stands in addresses: the id of a card that was removed never means another.
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
    /** By which the provider knows a card again; of those kept before it was written down, and of wallets, none. */
    fingerprint: text(),
    isDefault: integer({ mode: 'boolean' }).notNull().default(false),
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

/**
 * Tries to keep a card for an account, each one setup at the provider. The row, whose token is in the idempotency keys,
 * is committed before the provider is called; the same name of a card sent again finds the try that is under way.
 */
export const cardSetups = sqliteTable(
  'card_setups',
  {
    /** Never given twice: with its account a try goes, which may still be under way at the provider. */
    id: integer().primaryKey({ autoIncrement: true }),
    token: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A digest of the name by which the card was given. */
    mark: text().notNull(),
    intentId: text(),
    /** `failed`: given up without the card having been refused, so that it does not count as a decline. */
    status: text({ enum: ['open', 'kept', 'declined', 'failed'] }).notNull(),
    paymentMethodId: text(),
    /** Its account had this very card, which was brought up to date. */
    wasKnown: integer({ mode: 'boolean' }).notNull().default(false),
    /** What the provider last refused, in the shopper's words. */
    failure: text(),
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

/** The money ledger, append only. `reference` is the provider's (or our) unique id of the movement. */
export const moneyMovements = sqliteTable(
  'money_movements',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: ['charge', 'refund', 'gift_debit', 'gift_credit'] }).notNull(),
    amountCents: integer().notNull(),
    reference: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex('money_movements_reference').on(t.reference),
    index('money_movements_of_order').on(t.orderId),
    check('money_movements_amount', sql`${t.amountCents} > 0`),
  ],
)

/**
 * Parts of what was paid that go back while the order stands, because it came to cost less. Written with what lowered
 * the price, then sent by a job; a row is one refund, whose idempotency key is made of its id.
 */
export const partialRefunds = sqliteTable(
  'partial_refunds',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    amountCents: integer().notNull(),
    /** Once the provider has it. */
    sentAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('partial_refunds_of_order').on(t.orderId),
    index('partial_refunds_of_payment').on(t.paymentId),
    check('partial_refunds_amount', sql`${t.amountCents} > 0`),
  ],
)

/** Events of the provider that had their effect; the row is written in the effect's own transaction. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    receivedAt: integer().notNull(),
  },
  (t) => [index('webhook_events_by_age').on(t.receivedAt)],
)

/** Things a person of the staff must look at: money that does not match, refunds that fail. */
export const staffFlags = sqliteTable(
  'staff_flags',
  {
    id: integer().primaryKey(),
    /** One flag a matter, however often it is noticed. */
    key: text().notNull(),
    orderId: integer().references(() => orders.id),
    reason: text().notNull(),
    detail: text().notNull(),
    createdAt: integer().notNull(),
    resolvedAt: integer(),
  },
  (t) => [uniqueIndex('staff_flags_key').on(t.key)],
)

export type Payment = typeof payments.$inferSelect
export type PartialRefund = typeof partialRefunds.$inferSelect
export type CardSetup = typeof cardSetups.$inferSelect
export type StoredCard = typeof storedCards.$inferSelect
