import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { orders } from './orders.ts'

/** What the provider sends to the shop's bank. `status` is its own word; a failed one gives the money back. */
export const providerPayouts = sqliteTable(
  'provider_payouts',
  {
    id: integer().primaryKey(),
    providerId: text().notNull(),
    amountCents: integer().notNull(),
    status: text().notNull(),
    arrivalOn: text().$type<Day>().notNull(),
    createdAt: integer().notNull(),
    /** The provider names the transactions of automatic payouts only. */
    isAutomatic: integer({ mode: 'boolean' }).notNull(),
    /** Whether its transactions are known. */
    isRead: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    uniqueIndex('provider_payouts_provider_id').on(t.providerId),
    index('provider_payouts_by_day').on(t.arrivalOn),
    index('provider_payouts_unread').on(t.id).where(sql`is_read = 0`),
  ],
)

/** The provider's own ledger, as it reports it, to compare ours with. Cents are signed: negative leaves its balance. */
export const providerTransactions = sqliteTable(
  'provider_transactions',
  {
    id: integer().primaryKey(),
    providerId: text().notNull(),
    /** The provider's word: charge, refund, adjustment, payout … */
    kind: text().notNull(),
    /** The charge, refund, dispute or payout that it is for. */
    source: text(),
    intentId: text(),
    /** Null while no payment of ours has this intent. */
    orderId: integer().references(() => orders.id),
    amountCents: integer().notNull(),
    feeCents: integer().notNull(),
    at: integer().notNull(),
    payoutId: integer().references(() => providerPayouts.id),
  },
  (t) => [
    uniqueIndex('provider_transactions_provider_id').on(t.providerId),
    index('provider_transactions_of_order').on(t.orderId).where(sql`order_id is not null`),
    index('provider_transactions_by_age').on(t.at),
    index('provider_transactions_of_payout').on(t.payoutId).where(sql`payout_id is not null`),
    index('provider_transactions_unmatched')
      .on(t.intentId)
      .where(sql`order_id is null and intent_id is not null`),
  ],
)
