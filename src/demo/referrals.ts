import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { referrals, users } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { giveReferralCode } from '../referrals/code.ts'
import { mailboxHash } from '../referrals/mailbox.ts'
import { random } from '../tokens.ts'

const FRIENDS = ['priya@example.org', 'tom@example.org']

/** Links for everybody, and two friends who were invited by the demo's shopper. */
export function seedReferrals(tx: Tx, now: Instant) {
  for (const { id } of tx.select({ id: users.id }).from(users).all()) giveReferralCode(tx, id, random)
  const ana = tx.select().from(users).where(eq(users.email, 'shopper@example.com')).get()
  if (!ana) return
  const at = now - 2 * DAY_MS
  for (const email of FRIENDS)
    tx.insert(referrals)
      .values({
        referrerId: ana.id,
        state: 'invited',
        email,
        mailboxHash: mailboxHash(email),
        createdAt: at,
        updatedAt: at,
      })
      .run()
}
