import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { users } from './accounts.ts'
import { offers } from './catalog.ts'
import { orders } from './orders.ts'

export const rewards = sqliteTable(
  'rewards',
  {
    id: integer().primaryKey(),
    token: text().notNull(), // `promotion_id` on the wire
    /** null: the account is gone, but an order was placed with the reward. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    name: text().notNull(),
    amountCents: integer(), // null when it gives an item instead
    deliverBy: text().notNull().$type<Day>(), // the last arrival date of a box that uses it
    grantedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('rewards_token').on(t.token),
    index('rewards_of_user').on(t.userId, t.grantedAt),
    check('rewards_amount', sql`${t.amountCents} is null or ${t.amountCents} > 0`),
  ],
)

/** For rewards without an amount; the shopper picks one. */
export const rewardGifts = sqliteTable(
  'reward_gifts',
  {
    rewardId: integer()
      .notNull()
      .references(() => rewards.id, { onDelete: 'cascade' }),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.rewardId, t.offerId] })],
)

/**
 * What a box gets for free: a reward's gift or amount, or a membership's free item, which has no reward. Several open
 * orders may have the same reward; the one that's paid first uses it.
 */
export const orderRewards = sqliteTable(
  'order_rewards',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    rewardId: integer().references(() => rewards.id),
    offerId: integer().references(() => offers.id),
    heldUntil: integer(),
    usedAt: integer(),
  },
  (t) => [
    index('order_rewards_of_reward').on(t.rewardId),
    index('order_rewards_of_offer').on(t.offerId).where(sql`offer_id is not null`),
    check('order_rewards_gives', sql`reward_id is not null or offer_id is not null`),
  ],
)

/** What members choose the free item of each box from; staff keep the list. */
export const freeItems = sqliteTable('free_items', {
  offerId: integer()
    .primaryKey()
    .references(() => offers.id),
  position: integer().notNull(),
})

/** `digest` covers the whole message, so that a repeat adds nothing. */
export const corporateGiftingContacts = sqliteTable(
  'corporate_gifting_contacts',
  {
    id: integer().primaryKey(),
    digest: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    company: text(),
    phone: text(), // E.164
    quantity: integer(), // boxes
    message: text().notNull(),
    askedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('corporate_gifting_contacts_once').on(t.digest),
    index('corporate_gifting_contacts_by_email').on(t.email),
  ],
)

export type CorporateGiftingContact = typeof corporateGiftingContacts.$inferSelect

export type Reward = typeof rewards.$inferSelect
