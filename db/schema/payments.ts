import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { orders } from './orders.ts'
import type { PaidChange } from './paid-changes.ts'

/**
 * At most one is open per order, so there is one live intent. Committed before the provider is called. An order is
 * placed by one of them; each `extra` one paid for a change that made it dearer.
 */
export const payments = sqliteTable(
  'payments',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    attempt: integer().notNull(),
    flow: text({ enum: ['alc-free', 'alc-paid', 'sub-free', 'sub-paid', 'extra'] }).notNull(),
    intentId: text(),
    /** The intent's amount, as the provider last accepted it. */
    amountCents: integer().notNull(),
    /**
     * `lost`: the provider doesn't know the intent, or it belongs to another account or mode. `refunded`: no order
     * keeps its money; the table `refunds` knows how far it is on its way back.
     */
    status: text({ enum: ['open', 'succeeded', 'canceled', 'lost', 'refunded'] }).notNull(),
    /** Where the intent was created; null for payments from before these columns. */
    providerAccount: text(),
    livemode: integer({ mode: 'boolean' }),
    /** A digest of the network that last created or changed the intent. */
    network: text(),
    /** Counts calls that may charge. Part of the confirmation's idempotency key. */
    tries: integer().notNull().default(0),
    failure: text(),
    declinedAt: integer(),
    cardBrand: text(),
    cardLast4: text(),
    /** Identifies a card across customers. */
    cardFingerprint: text(),
    receivedCents: integer().notNull().default(0),
    /** By the provider's clock: until then the bank holds the money (CWT-2). Null once it is captured or released. */
    heldUntil: integer(),
    /** How much of the held money we capture, committed before the call. */
    captureCents: integer(),
    /** The provider's own refund of what we didn't capture. */
    releaseRefundId: text(),
    snapshotAt: integer('news_at').notNull(),
    /** When reconciliation last asked, and how often since the provider last answered. */
    askedAt: integer().notNull().default(0),
    unanswered: integer().notNull().default(0),
    heardAt: integer().notNull().default(0),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('payments_attempt').on(t.orderId, t.attempt),
    uniqueIndex('payments_intent').on(t.intentId),
    uniqueIndex('payments_one_open').on(t.orderId).where(sql`status = 'open'`),
    uniqueIndex('payments_one_succeeded').on(t.orderId).where(sql`status = 'succeeded' and flow <> 'extra'`),
    index('payments_refunded').on(t.orderId).where(sql`status = 'refunded'`),
    index('payments_by_card').on(t.cardFingerprint).where(sql`status = 'succeeded'`),
    index('payments_held').on(t.heldUntil).where(sql`held_until is not null`),
    index('payments_by_last4').on(t.cardLast4).where(sql`card_last4 is not null`),
    index('payments_unsettled').on(t.askedAt).where(sql`status = 'open' and intent_id is not null`),
    check('payments_amount', sql`${t.amountCents} >= 0 and ${t.receivedCents} >= 0`),
  ],
)

/** A change of a placed order that waits for its money. Its units are held until `expiresAt`. The row ends with the wait. */
export const extraCharges = sqliteTable(
  'extra_charges',
  {
    paymentId: integer()
      .primaryKey()
      .references(() => payments.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Of the order that the change was priced for. */
    orderVersion: integer().notNull(),
    change: text({ mode: 'json' }).$type<PaidChange>().notNull(),
    expiresAt: integer().notNull(),
  },
  (t) => [uniqueIndex('extra_charges_of_order').on(t.orderId), index('extra_charges_by_end').on(t.expiresAt)],
)

/** One row per charge that a bank declined, by the provider's id. Kept for a day, to notice card testing. */
export const declinedCharges = sqliteTable(
  'declined_charges',
  {
    reference: text().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    sessionHash: text(),
    network: text(),
    at: integer().notNull(),
  },
  (t) => [
    index('declined_charges_of_order').on(t.orderId, t.at),
    index('declined_charges_of_session').on(t.sessionHash, t.at),
    index('declined_charges_of_network').on(t.network, t.at),
    index('declined_charges_by_age').on(t.at),
  ],
)

export const MONEY_KINDS = [
  'charge',
  'refund',
  'refund_failed', // reverses a `refund` that came back
  'refund_replaced', // a failed refund that was sent another way
  'dispute_withdrawn',
  'dispute_reinstated',
  'dispute_lost', // what a dispute took of an order that was canceled
  'dispute_regained', // a part of it that came back after all
  'gift_debit',
  'gift_credit',
  'fee', // what the provider keeps for a charge or a dispute
  'fee_returned',
] as const

/** Append-only. `reference` is the provider's or our own unique id. */
export const moneyMovements = sqliteTable(
  'money_movements',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: MONEY_KINDS }).notNull(),
    amountCents: integer().notNull(),
    reference: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex('money_movements_reference').on(t.reference),
    index('money_movements_of_order').on(t.orderId),
    index('money_movements_fees').on(t.at).where(sql`kind in ('fee', 'fee_returned')`),
    check('money_movements_amount', sql`${t.amountCents} > 0`),
  ],
)

/** In the order of a refund's life. */
export const REFUND_STATUSES = ['owed', 'asked', 'pending', 'succeeded', 'failed'] as const
/** `covered`: a larger refund in the dashboard included this one. `retried`: another refund took its place. */
export const REFUND_RESOLUTIONS = ['check', 'store_credit', 'not_owed', 'retried', 'covered'] as const

/** Whether a payment's money came, whatever went back of it since. */
export const broughtMoney = sql`payments.status in ('succeeded', 'refunded')`

/** False if another refund replaced or included it: its amount must not count twice. */
export const isCountedRefund = sql`coalesce(refunds.resolution, '') not in ('retried', 'covered')`

/** Of one row of `payments`, in cents: what counts as refunded. */
export const countedRefundCents = sql`(select coalesce(sum(amount_cents), 0) from refunds
  where payment_id = payments.id and ${isCountedRefund})`

/** Inserted with the change that owes it, or when the provider reports one that was made in its dashboard. */
export const refunds = sqliteTable(
  'refunds',
  {
    /** Never reused: the provider's metadata names it. */
    id: integer().primaryKey({ autoIncrement: true }),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    /** Only `price_lowered` has lowered the order's total. */
    cause: text({ enum: ['payment_refused', 'price_lowered', 'dashboard', 'staff'] }).notNull(),
    amountCents: integer().notNull(),
    /** `asked` is committed before the provider is called. */
    status: text({ enum: REFUND_STATUSES }).notNull(),
    providerId: text(),
    failure: text(), // the provider's reason code
    resolution: text({ enum: REFUND_RESOLUTIONS }), // of a failed one
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('refunds_provider_id').on(t.providerId),
    index('refunds_of_order').on(t.orderId),
    index('refunds_of_payment').on(t.paymentId),
    check('refunds_amount', sql`${t.amountCents} > 0`),
  ],
)

/** `status` and `reason` are the provider's own words. */
export const disputes = sqliteTable(
  'disputes',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    providerId: text().notNull(),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    status: text().notNull(),
    /** Null when no evidence can be sent. */
    evidenceDueAt: integer(),
    withdrawnCents: integer().notNull(),
    reinstatedCents: integer().notNull(),
    openedAt: integer().notNull(),
    closedAt: integer(),
  },
  (t) => [
    uniqueIndex('disputes_provider_id').on(t.providerId),
    index('disputes_of_order').on(t.orderId),
    index('disputes_of_payment').on(t.paymentId),
    index('disputes_open').on(t.evidenceDueAt).where(sql`closed_at is null`),
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

export type Payment = typeof payments.$inferSelect
export type ExtraCharge = typeof extraCharges.$inferSelect
export type Refund = typeof refunds.$inferSelect
export type Dispute = typeof disputes.$inferSelect
export type MoneyKind = (typeof MONEY_KINDS)[number]
