import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { orders, type Referral, referrals, type User } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { findPromotion } from '../pricing/promotions.ts'
import { mailboxHash } from './mailbox.ts'

/** Every list is bounded (GND-10). */
const MAX_LISTED = 200

/** Newest first. */
export const referralsOf = (db: Db, userId: number): Referral[] =>
  db
    .select()
    .from(referrals)
    .where(eq(referrals.referrerId, userId))
    .orderBy(desc(referrals.createdAt), desc(referrals.id))
    .limit(MAX_LISTED)
    .all()

/** An account that was just opened by somebody who came by a link. */
export function recordSignUp(tx: Tx, user: User, offered: string | null, now: Instant) {
  const referrerId = offered === null ? null : (findPromotion(tx, offered)?.referrerId ?? null)
  if (referrerId === null || referrerId === user.id || now - user.createdAt > DAY_MS) return
  if (hasOrdered(tx, user.id)) return
  const hash = mailboxHash(user.email)
  const joined = { friendId: user.id, state: 'joined', updatedAt: now } as const
  const invited = and(
    eq(referrals.referrerId, referrerId),
    eq(referrals.mailboxHash, hash),
    eq(referrals.state, 'invited'),
    isNull(referrals.friendId),
  )
  const { changes } = tx.update(referrals).set(joined).where(invited).run()
  if (changes > 0) return
  tx.insert(referrals)
    .values({ ...joined, referrerId, mailboxHash: hash, createdAt: now })
    .onConflictDoNothing()
    .run()
}

const hasOrdered = (db: Db, userId: number): boolean =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.placedAt)))
    .limit(1)
    .get() !== undefined
