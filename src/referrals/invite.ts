import { and, count, eq, gt } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { mailSuppressions, referrals, type User } from '#db/schema/index.ts'
import { normalizeEmail, userByEmail } from '../accounts/users.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Invitation } from './fields.ts'
import { mailboxHash, mailboxOf } from './mailbox.ts'
import { mailInvitation } from './mails.tsx'

const PER_HOUR = 10
const PER_DAY = 50

export type InviteRefusal = 'own' | 'twice' | 'too_many'
export type Invited = { ok: true } | { ok: false; reason: InviteRefusal }

/** A suppressed address, or one with an account, is answered and counted like any other, and gets nothing. */
export function inviteFriend(db: Db, user: User, invitation: Invitation, now: Instant): Promise<Invited> {
  const { email, subject, body } = invitation
  const hash = mailboxHash(email)
  return durably(db, (tx): Invited => {
    if (mailboxOf(email) === mailboxOf(user.email)) return { ok: false, reason: 'own' }
    if (sentSince(tx, user.id, now - HOUR_MS) >= PER_HOUR || sentSince(tx, user.id, now - DAY_MS) >= PER_DAY)
      return { ok: false, reason: 'too_many' }
    const added = tx
      .insert(referrals)
      .values({
        referrerId: user.id,
        state: 'invited',
        email: normalizeEmail(email),
        mailboxHash: hash,
        subject,
        body,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: referrals.id })
      .get()
    if (!added) return { ok: false, reason: 'twice' }
    if (!isSuppressed(tx, hash) && !userByEmail(tx, email))
      enqueue(tx, mailInvitation, { referralId: added.id }, { key: `mail_invitation:${added.id}`, now })
    return { ok: true }
  })
}

function sentSince(db: Db, userId: number, since: Instant): number {
  const sent = db
    .select({ n: count() })
    .from(referrals)
    .where(and(eq(referrals.referrerId, userId), gt(referrals.createdAt, since)))
    .get()
  return sent?.n ?? 0
}

export const isSuppressed = (db: Db, hash: string): boolean =>
  db.select().from(mailSuppressions).where(eq(mailSuppressions.mailboxHash, hash)).get() !== undefined

/** For good: later invitations from anybody are dropped. */
export const suppressMail = (db: Db, hash: string, now: Instant) =>
  durably(
    db,
    (tx) =>
      void tx.insert(mailSuppressions).values({ mailboxHash: hash, at: now }).onConflictDoNothing().run(),
  )
