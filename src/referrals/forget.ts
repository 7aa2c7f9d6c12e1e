import { eq, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { referrals } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { endReferralCode } from './code.ts'
import { mailboxHash } from './mailbox.ts'

/** For an account that is being deleted: ends its link and erases what it wrote to its friends. */
export function forgetReferrals(tx: Tx, user: { id: number; email: string }, now: Instant) {
  endReferralCode(tx, user.id, now)
  forgetTyped(tx, eq(referrals.referrerId, user.id))
  forgetInvitationsTo(tx, user.email)
}

/** Erases what friends wrote when they invited this person. */
export const forgetInvitationsTo = (tx: Tx, email: string) =>
  forgetTyped(tx, eq(referrals.mailboxHash, mailboxHash(email)))

const forgetTyped = (tx: Tx, which: SQL) =>
  void tx.update(referrals).set({ email: null, subject: null, body: null }).where(which).run()
