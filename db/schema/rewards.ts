import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { users } from './accounts.ts'
import { offers } from './catalog.ts'
import { orders } from './orders.ts'

/** Something an account was given, to be used once: an amount off a box, or an item from its gifts. */
export const rewards = sqliteTable(
  'rewards',
  {
    id: integer().primaryKey(),
    /** The `promotion_id` of the wire. */
    token: text().notNull(),
    /** null: somebody's who is gone; it stays for the order that was placed with it. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** What it is for, in the shop's words. */
    name: text().notNull(),
    /** What it takes off a box; null where it gives an item instead. */
    amountCents: integer(),
    /** The last day on which a box with it may arrive. */
    deliverBy: text().notNull().$type<Day>(),
    grantedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('rewards_token').on(t.token),
    index('rewards_of_user').on(t.userId, t.grantedAt),
    check('rewards_amount', sql`${t.amountCents} is null or ${t.amountCents} > 0`),
  ],
)

/** What a reward without an amount gives: its one item, or several to pick one from. */
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
 * The one reward an order carries, with the gift that was picked; held (until heldUntil) while the order is being paid.
 * Several open orders may carry the same: whose it is decides their payment.
 */
export const orderRewards = sqliteTable(
  'order_rewards',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    rewardId: integer()
      .notNull()
      .references(() => rewards.id),
    offerId: integer().references(() => offers.id),
    heldUntil: integer(),
    usedAt: integer(),
  },
  (t) => [index('order_rewards_of_reward').on(t.rewardId)],
)

/** Companies that ask about boxes for many. The digest is that of all they wrote: sent twice, it is one question. */
export const corporateGiftingContacts = sqliteTable(
  'corporate_gifting_contacts',
  {
    id: integer().primaryKey(),
    digest: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    company: text(),
    phone: text(), // E.164
    /** How many boxes, when they know. */
    quantity: integer(),
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
