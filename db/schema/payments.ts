import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

/** At most one is open per order, so there is one live intent. Committed before the provider is called. */
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
    /** The intent's amount, as the provider last accepted it. */
    amountCents: integer().notNull(),
    status: text({ enum: ['open', 'succeeded', 'canceled', 'refunding', 'refunded'] }).notNull(),
    failure: text(),
    declinedAt: integer(),
    declines: integer().notNull().default(0),
    lastDeclineAt: integer(),
    cardBrand: text(),
    cardLast4: text(),
    /** Identifies a card across customers. */
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

/** Append-only. `reference` is the provider's or our own unique id. */
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

/** Inserted with the change that lowered the price, then sent by a job. The idempotency key derives from the id. */
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
    sentAt: integer(), // when the provider accepted it
    createdAt: integer().notNull(),
  },
  (t) => [
    index('partial_refunds_of_order').on(t.orderId),
    index('partial_refunds_of_payment').on(t.paymentId),
    check('partial_refunds_amount', sql`${t.amountCents} > 0`),
  ],
)

/** Inserted in the transaction of the event's effect. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    receivedAt: integer().notNull(),
  },
  (t) => [index('webhook_events_by_age').on(t.receivedAt)],
)

export const staffFlags = sqliteTable(
  'staff_flags',
  {
    id: integer().primaryKey(),
    key: text().notNull(), // one flag per matter
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
