import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type Promotion, promotions } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { REFERRAL_CENTS } from '../pricing/referral-amounts.ts'
import type { Random } from '../tokens.ts'

/** 31^10, so that no code is found by guessing. */
const CODE_LENGTH = 10

/** An account's link carries a promotion for first boxes. It's made at the first sign-in, so that no page has to write. */
export function giveReferralCode(tx: Tx, userId: number, random: Random) {
  if (referralCodeOf(tx, userId) !== null) return
  tx.insert(promotions)
    .values({
      code: random.readable(CODE_LENGTH),
      kind: 'amount',
      amountCents: REFERRAL_CENTS,
      firstOrderOnly: true,
      referrerId: userId,
    })
    .run()
}

const codeOfUser = (db: Db, userId: number): Promotion | null =>
  db.select().from(promotions).where(eq(promotions.referrerId, userId)).get() ?? null

export const referralCodeOf = (db: Db, userId: number): string | null => codeOfUser(db, userId)?.code ?? null

/** With its account: the code of a deleted account is good for nothing. */
export function endReferralCode(tx: Tx, userId: number, now: Instant) {
  tx.update(promotions).set({ endsAt: now }).where(eq(promotions.referrerId, userId)).run()
}
