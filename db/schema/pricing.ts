import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { offers } from './catalog.ts'
import { orders } from './orders.ts'

export const salesTaxRates = sqliteTable('sales_tax_rates', {
  state: text().primaryKey(),
  groceryRatePpm: integer().notNull(), // millionths of the price
  taxesShipping: integer({ mode: 'boolean' }).notNull(),
  source: text().notNull(),
})

export const shippingRates = sqliteTable('shipping_rates', {
  transitDays: integer().primaryKey(),
  standardCents: integer().notNull(),
  expeditedExtraCents: integer().notNull(),
})

export const promotions = sqliteTable(
  'promotions',
  {
    id: integer().primaryKey(),
    code: text().notNull(),
    kind: text({ enum: ['percent', 'amount', 'free_item', 'free_shipping'] }).notNull(),
    percent: real(),
    amountCents: integer(),
    offerId: integer().references(() => offers.id),
    firstOrderOnly: integer({ mode: 'boolean' }).notNull().default(false),
    membersOnly: integer({ mode: 'boolean' }).notNull().default(false),
    minimumCents: integer().notNull().default(0),
    startsAt: integer(),
    endsAt: integer(),
    useLimit: integer(),
    usedCount: integer().notNull().default(0),
    /** Set on the code in an account's referral link. */
    referrerId: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('promotions_code').on(t.code),
    uniqueIndex('promotions_of_referrer').on(t.referrerId).where(sql`referrer_id is not null`),
    check('promotions_within_limit', sql`${t.useLimit} is null or ${t.usedCount} <= ${t.useLimit}`),
  ],
)

/** Held until `heldUntil` while the order is being paid. */
export const orderPromotions = sqliteTable(
  'order_promotions',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    promotionId: integer()
      .notNull()
      .references(() => promotions.id),
    heldUntil: integer(),
    usedAt: integer(),
  },
  (t) => [
    index('order_promotions_of_promotion').on(t.promotionId, t.heldUntil),
    index('order_promotions_used').on(t.promotionId, t.usedAt).where(sql`used_at is not null`),
  ],
)

/** `initialCents`: the sum of what was granted. Every change is an entry of the ledger. */
export const giftCards = sqliteTable(
  'gift_cards',
  {
    id: integer().primaryKey(),
    codeHash: text().notNull(),
    /** Set on an account's store credit, which pays without a code. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    balanceCents: integer().notNull(),
    initialCents: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('gift_cards_code').on(t.codeHash),
    uniqueIndex('gift_cards_of_user').on(t.userId).where(sql`user_id is not null`),
    check('gift_cards_balance', sql`${t.balanceCents} between 0 and ${t.initialCents}`),
  ],
)

export const GIFT_CAUSES = [
  'issued', // by staff, a migration or the demo
  'claim', // for a box that went wrong
  'referral',
  'spent',
  'returned', // by an order that costs less, or nothing, now
  'reversed', // a referral whose box was paid back in full
  'forfeited', // its account was deleted
] as const
export type GiftCause = (typeof GIFT_CAUSES)[number]

/** Append-only. The cents of a card's entries add up to its balance. */
export const giftCardEntries = sqliteTable(
  'gift_card_entries',
  {
    id: integer().primaryKey(),
    giftCardId: integer()
      .notNull()
      .references(() => giftCards.id),
    cause: text({ enum: GIFT_CAUSES }).notNull(),
    cents: integer().notNull(), // negative when it left the card
    orderId: integer().references(() => orders.id),
    /** Unique for each cause of money, so that nothing is given or taken twice. */
    reference: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex('gift_card_entries_reference').on(t.reference),
    index('gift_card_entries_of_card').on(t.giftCardId, t.id),
    index('gift_card_entries_of_order').on(t.orderId),
    check('gift_card_entries_cents', sql`${t.cents} <> 0`),
  ],
)

/** `heldCents` is reserved until `heldUntil`; payment turns it into `spentCents`. */
export const orderGiftCards = sqliteTable(
  'order_gift_cards',
  {
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    giftCardId: integer()
      .notNull()
      .references(() => giftCards.id),
    heldCents: integer().notNull().default(0),
    heldUntil: integer(),
    spentCents: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.giftCardId] }),
    index('order_gift_cards_of_card').on(t.giftCardId, t.heldUntil),
  ],
)

export type Promotion = typeof promotions.$inferSelect
