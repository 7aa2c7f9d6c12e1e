import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

export const REFERRAL_STATES = [
  'invited',
  'joined',
  'ordered',
  'earned',
  'refused',
  'canceled',
  'reversed',
] as const
export type ReferralState = (typeof REFERRAL_STATES)[number]

export const REFERRAL_REASONS = ['household', 'card', 'yearly_limit'] as const
export type ReferralReason = (typeof REFERRAL_REASONS)[number]

/** A friend that an account invited by mail, or who came by its link. */
export const referrals = sqliteTable(
  'referrals',
  {
    id: integer().primaryKey(),
    /** null: the account is gone. */
    referrerId: integer().references(() => users.id, { onDelete: 'set null' }),
    state: text({ enum: REFERRAL_STATES }).notNull(),
    reason: text({ enum: REFERRAL_REASONS }),
    /** Only of an invitation, as typed; null once it's no longer needed. */
    email: text(),
    /** The mailbox behind the address (src/referrals/mailbox.ts), hashed: a friend is invited once. */
    mailboxHash: text(),
    subject: text(),
    body: text(),
    friendId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** The friend's first box. */
    orderId: integer().references(() => orders.id),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('referrals_once_per_friend')
      .on(t.referrerId, t.mailboxHash)
      .where(sql`mailbox_hash is not null`),
    uniqueIndex('referrals_of_order').on(t.orderId).where(sql`order_id is not null`),
    uniqueIndex('referrals_of_friend').on(t.friendId).where(sql`friend_id is not null`),
    index('referrals_of_referrer').on(t.referrerId, t.createdAt),
    index('referrals_under_way').on(t.updatedAt).where(sql`state in ('ordered', 'earned')`),
    check('referrals_refused', sql`(${t.state} = 'refused') = (${t.reason} is not null)`),
  ],
)

/** Who never wants an invitation again. The address itself is not kept. */
export const mailSuppressions = sqliteTable('mail_suppressions', {
  mailboxHash: text().primaryKey(),
  at: integer().notNull(),
})

export type Referral = typeof referrals.$inferSelect
