import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import {
  cardSetups,
  creditRequests,
  customerNotes,
  followMails,
  identities,
  mailedLinks,
  memberships,
  passkeys,
  passportLinks,
  promotions,
  recoveryCodes,
  recurringConsents,
  referrals,
  rewards,
  savedAddresses,
  storedCards,
  totpFactors,
  visits,
} from '#db/schema/index.ts'
import { writePreferences } from '../../accounts/preferences.ts'
import { stricterPreferences } from '../../accounts/stricter-preferences.ts'
import type { Instant } from '../../day.ts'
import { joinAccountsCarts } from '../../orders/merge-carts.ts'
import { mergeStoreCredit } from '../../pricing/gift-ledger.ts'
import { endReferralCode } from '../../referrals/code.ts'
import { recordBoxesOf } from '../../referrals/tend.ts'
import { joinTextSubscriptions } from '../../texts/join-subscriptions.ts'
import type { Random } from '../../tokens.ts'

/** Ids of the account that goes and of the one that stays. */
export type Pair = { from: number; into: number; now: Instant; random: Random }

type Step =
  | { fate: 'moved' | 'deleted'; run: (tx: DurableTx, pair: Pair) => void }
  | { fate: 'kept'; why: string }

const moved = (run: (tx: DurableTx, pair: Pair) => void): Step => ({ fate: 'moved', run })
const deleted = (run: (tx: DurableTx, pair: Pair) => void): Step => ({ fate: 'deleted', run })
const kept = (why: string): Step => ({ fate: 'kept', why })

const STAFF_WORK = 'Says who of the staff did it. Accounts of the staff are not merged.'

/**
 * Every column that names an account, and what a merge does with it, in this order: orders first, because ratings and
 * reviews must be of the account that bought. A column that is missing here fails a test.
 */
export const MERGE_STEPS: Record<string, Step> = {
  'orders.user_id': moved((tx, { from, into, now }) => joinAccountsCarts(tx, { from, into, now })),
  'memberships.user_id': moved((tx, { from, into }) =>
    tx.update(memberships).set({ userId: into }).where(eq(memberships.userId, from)).run(),
  ),
  'recurring_consents.user_id': moved((tx, { from, into }) =>
    tx.update(recurringConsents).set({ userId: into }).where(eq(recurringConsents.userId, from)).run(),
  ),
  'saved_addresses.user_id': moved((tx, { from, into }) => {
    const theirs = eq(savedAddresses.userId, from)
    if (tx.select().from(savedAddresses).where(isDefaultOf(savedAddresses, into)).get())
      tx.update(savedAddresses).set({ isDefault: false }).where(theirs).run()
    tx.run(sql`update or ignore saved_addresses set user_id = ${into} where user_id = ${from}`)
    tx.delete(savedAddresses).where(theirs).run()
  }),
  'stored_cards.user_id': moved((tx, { from, into }) => {
    const theirs = eq(storedCards.userId, from)
    if (tx.select().from(storedCards).where(isDefaultOf(storedCards, into)).get())
      tx.update(storedCards).set({ isDefault: false }).where(theirs).run()
    tx.update(storedCards).set({ userId: into }).where(theirs).run()
  }),
  'card_setups.user_id': moved((tx, { from, into }) => {
    tx.run(sql`update or ignore card_setups set user_id = ${into} where user_id = ${from}`)
    tx.delete(cardSetups).where(eq(cardSetups.userId, from)).run()
  }),
  'gift_cards.user_id': moved(mergeStoreCredit),
  'credit_requests.user_id': moved((tx, { from, into }) =>
    tx.update(creditRequests).set({ userId: into }).where(eq(creditRequests.userId, from)).run(),
  ),
  'rewards.user_id': moved((tx, { from, into }) =>
    tx.update(rewards).set({ userId: into }).where(eq(rewards.userId, from)).run(),
  ),
  // If both invited a friend, the row of the one whose link the friend bought by counts.
  'referrals.referrer_id': moved((tx, { from, into }) => {
    tx.run(sql`
      delete from referrals where referrer_id = ${into} and order_id is null and mailbox_hash in (
        select mailbox_hash from referrals where referrer_id = ${from} and order_id is not null)`)
    tx.run(sql`update or ignore referrals set referrer_id = ${into} where referrer_id = ${from}`)
    tx.update(referrals).set({ referrerId: null }).where(eq(referrals.referrerId, from)).run()
  }),
  'promotions.referrer_id': moved((tx, { from, into, now }) => {
    const own = tx.select().from(promotions).where(eq(promotions.referrerId, into)).get()
    // With the rows of both accounts, because a code that has ended says no longer whose it was.
    recordBoxesOf(tx, from, { as: into, now })
    if (own) endReferralCode(tx, from, now)
    const referrerId = own ? null : into
    tx.update(promotions).set({ referrerId }).where(eq(promotions.referrerId, from)).run()
  }),
  'referrals.friend_id': moved((tx, { from, into, now }) => {
    tx.run(sql`update or ignore referrals set friend_id = ${into} where friend_id = ${from}`)
    tx.update(referrals).set({ friendId: null }).where(eq(referrals.friendId, from)).run()
    endOwnReferral(tx, into, now)
  }),
  'ratings.user_id': moved((tx, { from, into }) => {
    tx.run(sql`update or ignore ratings set user_id = ${into} where user_id = ${from}`)
    tx.run(sql`delete from ratings where user_id = ${from}`)
  }),
  // A trigger moves only reviews of delivered boxes. After a full refund nobody sees a review anymore.
  'reviews.user_id': moved((tx, { from, into }) => {
    tx.run(sql`
      delete from reviews where user_id = ${from} and order_line_id in (
        select order_lines.id from order_lines join orders on orders.id = order_id where orders.state = 'refunded')`)
    tx.run(sql`update or ignore reviews set user_id = ${into} where user_id = ${from}`)
    tx.run(sql`delete from reviews where user_id = ${from}`)
  }),
  'review_reports.user_id': moved((tx, { from, into }) => {
    tx.run(sql`update or ignore review_reports set user_id = ${into} where user_id = ${from}`)
    tx.run(sql`delete from review_reports where user_id = ${from}`)
  }),
  'cut_notes.user_id': moved((tx, { from, into }) => {
    tx.run(sql`update or ignore cut_notes set user_id = ${into} where user_id = ${from}`)
    tx.run(sql`delete from cut_notes where user_id = ${from}`)
  }),
  'farm_follows.user_id': moved((tx, { from, into }) => {
    tx.run(sql`update or ignore farm_follows set user_id = ${into} where user_id = ${from}`)
    tx.run(sql`delete from farm_follows where user_id = ${from}`)
  }),
  'follow_mails.user_id': moved((tx, { from, into }) => {
    tx.run(sql`
      insert into follow_mails (user_id, sent_at)
      select ${into}, sent_at from follow_mails where user_id = ${from}
      on conflict (user_id) do update set sent_at = max(sent_at, excluded.sent_at)`)
    tx.delete(followMails).where(eq(followMails.userId, from)).run()
  }),
  'passport_links.user_id': moved((tx, { from, into }) => {
    tx.run(sql`update or ignore passport_links set user_id = ${into} where user_id = ${from}`)
    tx.delete(passportLinks).where(eq(passportLinks.userId, from)).run()
  }),
  'text_subscriptions.user_id': moved((tx, { from, into, now }) =>
    joinTextSubscriptions(tx, from, into, now),
  ),
  'preferences.user_id': moved((tx, { from, into, now }) => {
    writePreferences(tx, into, stricterPreferences(tx, from, into), now)
    tx.run(sql`delete from preferences where user_id = ${from}`)
    writePreferences(tx, from, { level: 'never', textLevel: 'never' }, now)
  }),
  'customer_notes.user_id': moved((tx, { from, into }) =>
    tx.update(customerNotes).set({ userId: into }).where(eq(customerNotes.userId, from)).run(),
  ),
  'visits.user_id': moved((tx, { from, into }) =>
    tx.update(visits).set({ userId: into }).where(eq(visits.userId, from)).run(),
  ),
  'users.merged_into_id': moved((tx, { from, into }) =>
    tx.run(sql`update users set merged_into_id = ${into} where merged_into_id = ${from}`),
  ),
  'identities.user_id': deleted((tx, { from }) =>
    tx.delete(identities).where(eq(identities.userId, from)).run(),
  ),
  'mailed_links.user_id': deleted((tx, { from }) =>
    tx.delete(mailedLinks).where(eq(mailedLinks.userId, from)).run(),
  ),
  'totp_factors.user_id': deleted((tx, { from }) =>
    tx.delete(totpFactors).where(eq(totpFactors.userId, from)).run(),
  ),
  'passkeys.user_id': deleted((tx, { from }) => tx.delete(passkeys).where(eq(passkeys.userId, from)).run()),
  'recovery_codes.user_id': deleted((tx, { from }) =>
    tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, from)).run(),
  ),
  'sessions.user_id': kept('Ended sessions stay, so that their ids can never start over.'),
  'roles.user_id': kept('An account with a role is not merged.'),
  'staff_exports.user_id': kept(STAFF_WORK),
  'box_shorts.user_id': kept(STAFF_WORK),
  'bulk_edits.made_by_id': kept(STAFF_WORK),
  'claims.answered_by': kept(STAFF_WORK),
  'credit_requests.requested_by_id': kept(STAFF_WORK),
  'credit_requests.decided_by_id': kept(STAFF_WORK),
  'customer_notes.author_id': kept(STAFF_WORK),
  'deliveries.user_id': kept(STAFF_WORK),
  'corporate_gifts.created_by_id': kept(STAFF_WORK),
  'draft_orders.created_by_id': kept(STAFF_WORK),
  'draft_orders.priced_by_id': kept(STAFF_WORK),
  'draft_orders.approved_by_id': kept(STAFF_WORK),
  'draft_orders.consent_by_id': kept(STAFF_WORK),
  'order_notes.user_id': kept(STAFF_WORK),
  'packaging_changes.user_id': kept(STAFF_WORK),
  'packed_packages.user_id': kept(STAFF_WORK),
  'packing_wave_orders.packed_by': kept(STAFF_WORK),
  'price_changes.made_by_id': kept(STAFF_WORK),
  'promotions.proposed_by_id': kept(STAFF_WORK),
  'recalls.user_id': kept(STAFF_WORK),
  'receipts.user_id': kept(STAFF_WORK),
  'reviews.decided_by': kept(STAFF_WORK),
  'reviews.answered_by': kept(STAFF_WORK),
  'role_invitations.invited_by_id': kept(STAFF_WORK),
  'shipments.shipped_by': kept(STAFF_WORK),
  'shipping_manifests.user_id': kept(STAFF_WORK),
  'staff_flags.owner_id': kept(STAFF_WORK),
  'staff_flags.resolved_by_id': kept(STAFF_WORK),
  'staff_refunds.asked_by_id': kept(STAFF_WORK),
  'staff_refunds.decided_by_id': kept(STAFF_WORK),
  'stock_movements.user_id': kept(STAFF_WORK),
  'wave_jobs.user_id': kept(STAFF_WORK),
}

const isDefaultOf = (table: typeof savedAddresses | typeof storedCards, userId: number) =>
  and(eq(table.userId, userId), eq(table.isDefault, true))

/** One person who invited their own second account earns nothing by it, also if it had come without the link. */
const endOwnReferral = (tx: DurableTx, userId: number, now: Instant) =>
  tx
    .update(referrals)
    .set({ state: 'canceled', updatedAt: now })
    .where(
      and(
        eq(referrals.referrerId, userId),
        sql`(${referrals.friendId} = ${userId}
          or ${referrals.orderId} in (select id from orders where user_id = ${userId}))`,
        inArray(referrals.state, ['invited', 'joined', 'ordered']),
      ),
    )
    .run()
