import { and, eq, isNotNull, isNull, notInArray } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { orderRewards, rewards } from '#db/schema/index.ts'

/** A used reward stays with its order and loses its owner. */
export function forgetRewards(tx: Tx, userId: number) {
  const own = tx.select({ id: rewards.id }).from(rewards).where(eq(rewards.userId, userId)).all()
  for (const { id } of own)
    tx.delete(orderRewards)
      .where(and(eq(orderRewards.rewardId, id), isNull(orderRewards.usedAt)))
      .run()
  // Free items have no reward, and one null in the list would keep every reward.
  const used = tx
    .select({ id: orderRewards.rewardId })
    .from(orderRewards)
    .where(isNotNull(orderRewards.rewardId))
  tx.delete(rewards)
    .where(and(eq(rewards.userId, userId), notInArray(rewards.id, used)))
    .run()
}
