import { and, count, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import {
  type Order,
  orderPromotions,
  orders,
  payments,
  promotions,
  type Referral,
  type ReferralReason,
  referrals,
} from '#db/schema/index.ts'
import { userById } from '../accounts/users.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import { attempt } from '../jobs/attempt.ts'
import { enqueue } from '../jobs/queue.ts'
import { orderById } from '../orders/orders.ts'
import { grantStoreCredit, storeCreditCard, takeGiftCents } from '../pricing/gift-ledger.ts'
import { REFERRAL_CENTS, REFERRALS_A_YEAR } from '../pricing/referral-amounts.ts'
import { isOfHousehold } from '../pricing/referral-terms.ts'
import type { Services } from '../services.ts'
import { mailboxHash } from './mailbox.ts'
import { mailCreditEarned } from './mails.tsx'

const YEAR_MS = 365 * DAY_MS

/**
 * The round that turns first boxes into credit. What is due is found by the state of orders alone, and each step is a
 * transaction that looks again, so a restart or a second process gives nothing twice.
 */
export async function tendReferrals(services: Services) {
  const { db, clock } = services
  const each = (about: Record<string, number>, work: (tx: DurableTx) => unknown) =>
    attempt(services, { failure: 'a referral could not be settled', about }, () =>
      durably(db, (tx) => void work(tx)),
    )
  for (const { orderId, referrerId } of newBoxes(db))
    await each({ orderId }, (tx) => recordBox(tx, orderId, referrerId, clock.now()))
  for (const { id } of dueReferrals(db)) await each({ referralId: id }, (tx) => settle(tx, id, services))
}

/** Boxes that were paid with a link's code and have no referral yet. */
const newBoxes = (db: Db) =>
  db
    .select({ orderId: orderPromotions.orderId, referrerId: promotions.referrerId })
    .from(promotions)
    .innerJoin(orderPromotions, eq(orderPromotions.promotionId, promotions.id))
    .leftJoin(referrals, eq(referrals.orderId, orderPromotions.orderId))
    .where(and(isNotNull(promotions.referrerId), isNotNull(orderPromotions.usedAt), isNull(referrals.id)))
    .all()

/** Those of the last minute, when an account's link ends because it becomes a part of another one. */
export function recordBoxesOf(tx: DurableTx, userId: number, { as, now }: { as: number; now: Instant }) {
  for (const { orderId, referrerId } of newBoxes(tx))
    if (referrerId === userId) recordBox(tx, orderId, as, now)
}

/** Takes the row of an invitation or a sign-up, if there is one. */
function recordBox(tx: DurableTx, orderId: number, referrerId: number | null, now: Instant) {
  const order = orderById(tx, orderId)
  if (referrerId === null || hasReferral(tx, orderId)) return
  const known = referralOfFriend(tx, referrerId, order)
  const reason = cheatOf(tx, referrerId, order)
  const facts = {
    orderId,
    friendId: known?.friendId ?? null,
    state: reason === null ? ('ordered' as const) : ('refused' as const),
    reason,
    updatedAt: now,
  }
  if (known) tx.update(referrals).set(facts).where(eq(referrals.id, known.id)).run()
  else
    tx.insert(referrals)
      .values({ ...facts, referrerId, createdAt: now })
      .run()
  if (reason === null) return
  const detail = `Order ${order.identifier} came by a referral link, but shares ${SHARED[reason]} with whose link it is. No credit was given.`
  flagForStaff(tx, { kind: 'referral', key: `referral:${order.token}`, orderId, detail, now })
}

const SHARED: Record<ReferralReason, string> = {
  household: 'an address or a phone',
  card: 'a card',
  yearly_limit: 'the year',
}

const hasReferral = (db: Db, orderId: number) =>
  db.select({ id: referrals.id }).from(referrals).where(eq(referrals.orderId, orderId)).get() !== undefined

const referralOfFriend = (db: Db, referrerId: number, { userId, email }: Order): Referral | null =>
  db
    .select()
    .from(referrals)
    .where(
      and(
        eq(referrals.referrerId, referrerId),
        isNull(referrals.orderId),
        sql`(${referrals.friendId} = ${userId} or ${referrals.mailboxHash} = ${email === null ? null : mailboxHash(email)})`,
      ),
    )
    .limit(1)
    .get() ?? null

/** Checked again once the box is paid: the provider's own form hides the card until then. */
function cheatOf(db: Db, referrerId: number, order: Order): ReferralReason | null {
  if (order.userId === referrerId || isOfHousehold(db, referrerId, order)) return 'household'
  return sharesCard(db, referrerId, order.id) ? 'card' : null
}

function sharesCard(db: Db, referrerId: number, orderId: number): boolean {
  const fingerprints = db
    .select({ card: payments.cardFingerprint })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.cardFingerprint)))
    .all()
    .flatMap(({ card }) => (card === null ? [] : [card]))
  if (fingerprints.length === 0) return false
  const same = db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        inArray(payments.cardFingerprint, fingerprints),
        sql`${payments.status} = 'succeeded'`,
        eq(orders.userId, referrerId),
      ),
    )
    .limit(1)
    .get()
  return same !== undefined
}

const isOver = sql`${orders.state} in ('canceled', 'refunded')`

const dueReferrals = (db: Db) =>
  db
    .select({ id: referrals.id })
    .from(referrals)
    .innerJoin(orders, eq(orders.id, referrals.orderId))
    .where(
      sql`(referrals.state = 'ordered' and (${orders.state} = 'delivered' or ${isOver}))
        or (referrals.state = 'earned' and ${isOver})`,
    )
    .all()

function settle(tx: DurableTx, id: number, services: Services) {
  const referral = tx.select().from(referrals).where(eq(referrals.id, id)).get()
  if (!referral || referral.orderId === null) return
  const { state } = orderById(tx, referral.orderId)
  const now = services.clock.now()
  if (referral.state === 'ordered' && state === 'delivered') earn(tx, referral, services)
  else if (referral.state === 'ordered') setState(tx, id, { state: 'canceled' }, now)
  else if (referral.state === 'earned') reverse(tx, referral, now)
}

function earn(tx: DurableTx, { id, referrerId }: Referral, { clock, random }: Services) {
  const now = clock.now()
  if (referrerId === null || !userById(tx, referrerId)) return setState(tx, id, { state: 'canceled' }, now)
  if (earnedInYear(tx, referrerId, now) >= REFERRALS_A_YEAR)
    return setState(tx, id, { state: 'refused', reason: 'yearly_limit' }, now)
  grantStoreCredit(tx, referrerId, 'referral', {
    cents: REFERRAL_CENTS,
    reference: `referral:${id}`,
    random,
    now,
  })
  setState(tx, id, { state: 'earned' }, now)
  enqueue(tx, mailCreditEarned, { referralId: id }, { key: `mail_credit_earned:${id}`, now })
}

function earnedInYear(db: Db, referrerId: number, now: Instant): number {
  const earned = db
    .select({ n: count() })
    .from(referrals)
    .where(
      and(
        eq(referrals.referrerId, referrerId),
        sql`${referrals.state} = 'earned'`,
        gt(referrals.updatedAt, now - YEAR_MS),
      ),
    )
    .get()
  return earned?.n ?? 0
}

/** What is spent already stays spent. */
function reverse(tx: DurableTx, { id, referrerId }: Referral, now: Instant) {
  const card = referrerId === null ? null : storeCreditCard(tx, referrerId)
  const cents = Math.min(card?.balanceCents ?? 0, REFERRAL_CENTS)
  if (card && cents > 0)
    takeGiftCents(tx, card.id, 'reversed', { cents, reference: `referral_back:${id}`, now })
  setState(tx, id, { state: 'reversed' }, now)
}

const setState = (
  tx: DurableTx,
  id: number,
  change: Pick<Referral, 'state'> & Partial<Pick<Referral, 'reason'>>,
  now: Instant,
) =>
  tx
    .update(referrals)
    .set({ ...change, updatedAt: now })
    .where(eq(referrals.id, id))
    .run()
