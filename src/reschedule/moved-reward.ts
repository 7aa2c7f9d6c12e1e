import type { Db, DurableTx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { changesOf } from '../orders/changes.ts'
import { type Gift, giftOn, giftsOf, isGiftAvailable } from '../pricing/gifts.ts'
import {
  earliestArrival,
  removeRewardFromOrder,
  rewardById,
  rewardOn,
  rewardRefusal,
  setReward,
  spendReward,
} from '../pricing/rewards.ts'
import { returnLines } from '../stock/return-units.ts'
import { sellUnits } from '../stock/stock.ts'

/** A reward that a move takes off a box, or that an undo puts back. */
export type MovedReward = {
  kind: 'leaves' | 'returns'
  rewardId: number
  name: string
  deliverBy: Day
  gift: Gift | null
  /** Of the order, after the move. */
  rewardsCents: number
  /** No other box could use it in time. */
  isLost: boolean
}

export function leavingReward(db: Db, order: Order, date: Day, now: Instant): MovedReward | null {
  const carried = rewardOn(db, order.id)
  if (!carried || carried.usedAt === null || date <= carried.reward.deliverBy) return null
  const { id: rewardId, name, deliverBy } = carried.reward
  const first = earliestArrival(db, order, now)
  const isLost = first === null || first > deliverBy
  return { kind: 'leaves', rewardId, name, deliverBy, gift: giftOn(db, order.id), rewardsCents: 0, isLost }
}

/** After a move that took it off, as long as nothing else has it: another box, or another buyer its gift. */
export function returningReward(db: Db, order: Order, date: Day, now: Instant): MovedReward | null {
  const last = changesOf(db, order.id).at(-1)
  if (last?.kind !== 'moved' || last.version !== order.version || !last.detail.reward) return null
  const { id: rewardId, offerId, cents: rewardsCents, name } = last.detail.reward
  const reward = rewardById(db, rewardId)
  if (!reward || rewardRefusal(db, reward, { ...order, arrivalOn: date }, now)) return null
  const gift = giftsOf(db, rewardId).find((one) => one.offerId === offerId) ?? null
  const box = { id: order.id, fcId: order.fcId ?? 0 }
  if (offerId !== null && !(gift && isGiftAvailable(db, box, [], gift, now))) return null
  return { kind: 'returns', rewardId, name, deliverBy: reward.deliverBy, gift, rewardsCents, isLost: false }
}

/** In the transaction of the move. */
export function applyReward(tx: DurableTx, order: Order, reward: MovedReward, now: Instant) {
  const box = { id: order.id, fcId: order.fcId ?? 0 }
  const units = reward.gift ? [{ offerId: reward.gift.offerId, quantity: 1 }] : []
  if (reward.kind === 'leaves') {
    removeRewardFromOrder(tx, order.id)
    returnLines(tx, box, units, now)
    return
  }
  setReward(tx, order.id, reward.rewardId, reward.gift?.offerId ?? null)
  spendReward(tx, order.id, now)
  if (units.length > 0) sellUnits(tx, box, units, now)
}
