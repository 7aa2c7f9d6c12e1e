import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { type Day, formatDay, type Instant } from '../day.ts'
import type { UnitRequest } from '../stock/stock.ts'
import type { Extras } from './extras.ts'
import { isGiftAvailable } from './gifts.ts'
import { freeItemGoneSentence, rewardSentence } from './reward-sentences.ts'
import { rewardOn, rewardRefusal } from './rewards.ts'

export function carriedRewardProblem(
  db: Db,
  order: Order,
  items: UnitRequest[],
  { reward: carried, gift }: Pick<Extras, 'reward' | 'gift'>,
  now: Instant,
): string | null {
  if (!carried && !gift) return null
  const { id, fcId, arrivalOn } = order
  const isSoldOut = gift !== null && fcId !== null && !isGiftAvailable(db, { id, fcId }, items, gift, now)
  if (!carried) return isSoldOut ? freeItemGoneSentence(gift) : null
  const reason = rewardRefusal(db, carried.reward, order, now) ?? (isSoldOut ? 'gift_sold_out' : null)
  return reason && rewardSentence(reason, { deliverBy: carried.reward.deliverBy, arrivalOn, gift })
}

/** A paid order cannot move past the last day of the reward that it was paid with. */
export function lateReward(db: Db, orderId: number, arrivalOn: Day): string | null {
  const carried = rewardOn(db, orderId)
  if (!carried || carried.usedAt === null || arrivalOn <= carried.reward.deliverBy) return null
  const last = formatDay(carried.reward.deliverBy, 'long')
  return `Your reward is for boxes that arrive by ${last}, so you'd lose it.`
}
