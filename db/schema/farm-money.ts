import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { offers } from './catalog.ts'
import { claims } from './claims.ts'
import { farms } from './farms.ts'
import { orders } from './orders.ts'

/** `commission`: the shop keeps a part of what shoppers pay. The others: it buys at a price per pack or per pound. */
export const TERM_KINDS = ['commission', 'pack', 'pound'] as const

/** Append-only. An offer's own terms override its farm's; of rows with the same start, the later one counts. */
export const farmTerms = sqliteTable(
  'farm_terms',
  {
    id: integer().primaryKey(),
    farmId: integer()
      .notNull()
      .references(() => farms.id),
    /** Null: for all offers of the farm that have none of their own. */
    offerId: integer().references(() => offers.id),
    kind: text({ enum: TERM_KINDS }).notNull(),
    basisPoints: integer(), // of a commission: 2000 is 20 %
    cents: integer(), // of a purchase price
    startsOn: text().$type<Day>().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('farm_terms_of_farm').on(t.farmId, t.startsOn),
    index('farm_terms_of_offer').on(t.offerId).where(sql`offer_id is not null`),
    check(
      'farm_terms_price',
      sql`iif(${t.kind} = 'commission', ${t.basisPoints} between 0 and 10000 and ${t.cents} is null,
        ${t.cents} between 1 and 1000000 and ${t.basisPoints} is null)`,
    ),
  ],
)

/** 'YYYY-MM': a month of the shop's calendar. */
export type Period = string

export const FARM_ENTRY_KINDS = ['sold', 'refunded', 'short', 'weight', 'given', 'claim'] as const

/**
 * A farm's ledger: each row is what a change of an order changed for one of its offers. Append-only, and no row joins
 * a period whose statement is closed.
 */
export const farmEntries = sqliteTable(
  'farm_entries',
  {
    id: integer().primaryKey(),
    farmId: integer()
      .notNull()
      .references(() => farms.id),
    period: text().$type<Period>().notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Null for a claim. */
    offerId: integer().references(() => offers.id),
    claimId: integer().references(() => claims.id),
    kind: text({ enum: FARM_ENTRY_KINDS }).notNull(),
    units: integer().notNull(),
    grams: integer().notNull(),
    /** Of what shoppers paid for the packs, before promotions and rewards. */
    goodsCents: integer().notNull(),
    /** What the farm sold them for: the same under a commission, else the purchase price. */
    soldCents: integer().notNull(),
    feeCents: integer().notNull(),
    termsId: integer().references(() => farmTerms.id),
    /** The closed period that it would belong to. */
    adjusts: text().$type<Period>(),
    at: integer().notNull(),
  },
  (t) => [
    index('farm_entries_of_period').on(t.farmId, t.period),
    index('farm_entries_by_period').on(t.period, t.farmId),
    index('farm_entries_of_order').on(t.orderId, t.offerId),
    index('farm_entries_of_claim').on(t.claimId).where(sql`claim_id is not null`),
    index('farm_entries_without_terms').on(t.farmId).where(sql`terms_id is null and kind <> 'claim'`),
  ],
)

/** An order's money besides its packs. With `farm_entries`, it adds up to what the order holds. */
export const SHOP_ACCOUNTS = [
  'promotions',
  'rewards',
  'delivery',
  'tax',
  'gift_cards', // sold, and still paid for
  'given_back', // a goodwill, or a refund after the box left
] as const

/** The shop's part of the same ledger. Append-only. */
export const shopEntries = sqliteTable(
  'shop_entries',
  {
    id: integer().primaryKey(),
    period: text().$type<Period>().notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    account: text({ enum: SHOP_ACCOUNTS }).notNull(),
    cents: integer().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    index('shop_entries_of_order').on(t.orderId, t.account),
    index('shop_entries_by_period').on(t.period, t.account, t.cents),
  ],
)

/** Placed orders whose latest change isn't in the ledger yet. Written only by triggers. */
export const unpostedOrders = sqliteTable(
  'unposted_orders',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    at: integer().notNull(),
  },
  (t) => [index('unposted_orders_by_age').on(t.at)],
)

/** A closed period of a farm, with its sums as they were. Rows never change. */
export const farmStatements = sqliteTable(
  'farm_statements',
  {
    id: integer().primaryKey(),
    farmId: integer()
      .notNull()
      .references(() => farms.id),
    period: text().$type<Period>().notNull(),
    soldCents: integer().notNull(),
    refundedCents: integer().notNull(),
    shortCents: integer().notNull(),
    weightCents: integer().notNull(),
    givenCents: integer().notNull(),
    claimCents: integer().notNull(),
    feeCents: integer().notNull(),
    /** What the farm owed the shop from the statement before; never more than 0. */
    carriedCents: integer().notNull(),
    owedCents: integer().notNull(),
    closedAt: integer().notNull(),
  },
  (t) => [uniqueIndex('farm_statements_once').on(t.farmId, t.period)],
)

/** Money sent to a farm outside of the shop. Append-only: a row that names a wrong payout takes it back. */
export const farmPayouts = sqliteTable(
  'farm_payouts',
  {
    id: integer().primaryKey(),
    statementId: integer()
      .notNull()
      .references(() => farmStatements.id),
    cents: integer().notNull(), // negative in a row that takes one back
    paidOn: text().$type<Day>().notNull(),
    reference: text().notNull(),
    correctsId: integer(), // the row that this one takes back
    /** From the form, so that sending it twice records one payout. */
    key: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    index('farm_payouts_of_statement').on(t.statementId),
    uniqueIndex('farm_payouts_key').on(t.key),
    uniqueIndex('farm_payouts_corrected_once').on(t.correctsId).where(sql`corrects_id is not null`),
    check('farm_payouts_cents', sql`(${t.cents} > 0) = (${t.correctsId} is null) and ${t.cents} <> 0`),
  ],
)

export type FarmTerms = typeof farmTerms.$inferSelect
export type TermKind = (typeof TERM_KINDS)[number]
export type FarmEntry = typeof farmEntries.$inferSelect
export type FarmEntryKind = (typeof FARM_ENTRY_KINDS)[number]
export type ShopAccount = (typeof SHOP_ACCOUNTS)[number]
export type FarmStatement = typeof farmStatements.$inferSelect
export type FarmPayout = typeof farmPayouts.$inferSelect
