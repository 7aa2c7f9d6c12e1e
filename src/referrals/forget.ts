import { eq, or } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { referrals } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { endReferralCode } from './code.ts'
import { mailboxHash } from './mailbox.ts'

/** Of an account that is being deleted: its link ends, and what it and its friends typed goes. */
export function forgetReferrals(tx: Tx, user: { id: number; email: string }, now: Instant) {
  endReferralCode(tx, user.id, now)
  tx.update(referrals)
    .set({ email: null, subject: null, body: null })
    .where(or(eq(referrals.referrerId, user.id), eq(referrals.mailboxHash, mailboxHash(user.email))))
    .run()
}
