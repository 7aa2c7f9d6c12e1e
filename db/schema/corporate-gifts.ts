import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { orders } from './orders.ts'
import { boughtGiftCards } from './pricing.ts'

/** `quoted`: its payer has the link. `paid`: its boxes are placed one by one. */
export const CORPORATE_GIFT_STATES = ['open', 'quoted', 'paid'] as const
export type CorporateGiftState = (typeof CORPORATE_GIFT_STATES)[number]

/** One box for many addresses, by one payment: the payer's order buys a gift card per box, which pays for that box. */
export const corporateGifts = sqliteTable(
  'corporate_gifts',
  {
    id: integer().primaryKey(),
    token: text().notNull(),
    /** The draft that says what is in each box. Null once it's deleted. */
    patternId: integer().references(() => orders.id, { onDelete: 'set null' }),
    /** The draft that is paid. Null before the quote. */
    payerId: integer().references(() => orders.id, { onDelete: 'set null' }),
    state: text({ enum: CORPORATE_GIFT_STATES }).notNull().default('open'),
    createdById: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('corporate_gifts_token').on(t.token),
    uniqueIndex('corporate_gifts_of_pattern').on(t.patternId).where(sql`pattern_id is not null`),
    uniqueIndex('corporate_gifts_of_payer').on(t.payerId).where(sql`payer_id is not null`),
    index('corporate_gifts_quoted').on(t.id).where(sql`state = 'quoted'`),
    index('corporate_gifts_created_by').on(t.createdById).where(sql`created_by_id is not null`),
  ],
)

/** In the order of a box's life. `refused`: it can't be sent as it is. `failed`: it was paid for and can't be placed. */
export const GIFT_BOX_STATES = [
  'checking',
  'refused',
  'ready',
  'placing',
  'failed',
  'placed',
  'returned',
] as const
export type GiftBoxState = (typeof GIFT_BOX_STATES)[number]

export const giftBoxes = sqliteTable(
  'gift_boxes',
  {
    /** Never reused: jobs are named by it. */
    id: integer().primaryKey({ autoIncrement: true }),
    giftId: integer()
      .notNull()
      .references(() => corporateGifts.id, { onDelete: 'cascade' }),
    /** Of the file that named it. */
    line: integer().notNull(),
    /** The same line again adds nothing. */
    digest: text().notNull(),
    /** The line as it was read, until its order has the address. */
    typed: text({ mode: 'json' }).$type<GiftRecipient>(),
    state: text({ enum: GIFT_BOX_STATES }).notNull().default('checking'),
    problem: text(),
    orderId: integer().references(() => orders.id, { onDelete: 'set null' }),
    /** What its order cost when it was checked: nothing is placed for more. */
    quotedCents: integer(),
    boughtId: integer().references(() => boughtGiftCards.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('gift_boxes_once').on(t.giftId, t.digest),
    index('gift_boxes_typed').on(t.giftId).where(sql`typed is not null`),
    uniqueIndex('gift_boxes_of_order').on(t.orderId).where(sql`order_id is not null`),
    uniqueIndex('gift_boxes_of_bought').on(t.boughtId).where(sql`bought_id is not null`),
  ],
)

/** Who gets a box. Unknown parts are ''. */
export type GiftRecipient = {
  name: string
  street1: string
  street2: string
  city: string
  state: string
  zip: string
  phone: string
  /** '2026-12-18', or '' for the day of the pattern. */
  deliverOn: string
  message: string
}

export type CorporateGift = typeof corporateGifts.$inferSelect
export type GiftBox = typeof giftBoxes.$inferSelect
