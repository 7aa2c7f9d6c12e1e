import { and, eq, isNull, notInArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orderRewards, rewards } from '#db/schema/index.ts'

/**
 * Takes off an account what it was given and did not use. What went into a placed box stays with that box, as nobody's.
 * Inside the transaction that erases the account.
 */
export function forgetRewards(db: Db, userId: number) {
  const own = db.select({ id: rewards.id }).from(rewards).where(eq(rewards.userId, userId)).all()
  for (const { id } of own)
    db.delete(orderRewards)
      .where(and(eq(orderRewards.rewardId, id), isNull(orderRewards.usedAt)))
      .run()
  const used = db.select({ id: orderRewards.rewardId }).from(orderRewards)
  db.delete(rewards)
    .where(and(eq(rewards.userId, userId), notInArray(rewards.id, used)))
    .run()
}
