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
import type { Day } from '#src/day.ts'
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
    /** Per account, email or delivery address. */
    customerLimit: integer(),
    usedCount: integer().notNull().default(0),
    /** Staff ended it; boxes that are being paid keep it. */
    stoppedAt: integer(),
    /** Set while it waits, stopped, for another person to approve it. */
    proposedById: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Staff see the whole code only once. */
    isSecret: integer({ mode: 'boolean' }).notNull().default(false),
    /** Set on the code in an account's referral link. */
    referrerId: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('promotions_code').on(t.code),
    uniqueIndex('promotions_of_referrer').on(t.referrerId).where(sql`referrer_id is not null`),
    index('promotions_of_proposer').on(t.proposedById).where(sql`proposed_by_id is not null`),
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
    /** The last four characters of a code that staff issued. */
    codeEnd: text(),
    /** Pays for nothing while the bank asks about the charge that bought it. */
    frozenAt: integer(),
    /** Of store credit: when its account was deleted. Nothing can spend it. */
    closedAt: integer(),
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
  'bought',
  'spent',
  'returned', // by an order that costs less, or nothing, now
  'reversed', // a referral whose box was paid back in full
  'forfeited', // its account was deleted
  'ended', // a bought card that was given back
  'paid_out', // in cash, as California asks
  'taken', // by staff, with a reason
  'merged', // from one account to another of the same person
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

export const CARD_DELIVERIES = ['email', 'print', 'ship'] as const
export type CardDelivery = (typeof CARD_DELIVERIES)[number]
/** `box`: it goes to nobody and pays for one box of a corporate gift. */
const BOUGHT_DELIVERIES = [...CARD_DELIVERIES, 'box'] as const

/** A gift card that an order buys: first a line of the box, and issued as a gift card once it's paid. */
export const boughtGiftCards = sqliteTable(
  'bought_gift_cards',
  {
    id: integer().primaryKey(),
    /** In links; its code is made from it. */
    token: text().notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    amountCents: integer().notNull(),
    deliveryMethod: text({ enum: BOUGHT_DELIVERIES }).notNull(),
    recipientEmail: text(), // of `email`
    senderName: text(), // of `print`, as is the next
    senderEmail: text(),
    message: text().notNull().default(''), // of `box`: who gets it
    /** Null: as soon as it's paid. */
    sendOn: text().$type<Day>(),
    /** Where its buyer lives, as far as we know: unclaimed property goes by it. */
    buyerState: text(),
    giftCardId: integer().references(() => giftCards.id),
    sendAt: integer(),
    sentAt: integer(),
    /** What the order keeps for it, once it's paid. */
    keptCents: integer().notNull().default(0),
    endedAt: integer(),
    addedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('bought_gift_cards_token').on(t.token),
    index('bought_gift_cards_of_order').on(t.orderId),
    uniqueIndex('bought_gift_cards_issued').on(t.giftCardId).where(sql`gift_card_id is not null`),
    index('bought_gift_cards_by_recipient')
      .on(sql`lower(${t.recipientEmail})`)
      .where(sql`recipient_email is not null`),
    check('bought_gift_cards_amount', sql`${t.amountCents} between 2500 and 50000`),
    check('bought_gift_cards_kept', sql`${t.keptCents} between 0 and ${t.amountCents}`),
  ],
)

export type BoughtGiftCard = typeof boughtGiftCards.$inferSelect
export type Promotion = typeof promotions.$inferSelect
