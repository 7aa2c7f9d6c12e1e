import { type Db, durably, type Tx } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { changeOpenOrder } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { freeItems, type Gift, giftOn } from '../pricing/gifts.ts'
import { freeItemGoneSentence } from '../pricing/reward-sentences.ts'
import { rewardOn, setFreeItem } from '../pricing/rewards.ts'
import { boxById } from './boxes.ts'
import { setMembership } from './end-box.ts'
import { isThere } from './free-item.ts'
import { type MembershipRefusal, problemOf } from './refusals.ts'

export type FreeItemChange =
  | { ok: true; gift: Gift }
  | { ok: false; reason: MembershipRefusal }
  | { ok: false; reason: 'refused'; message: string }

const REWARD_INSTEAD =
  'This box has a reward, which takes the place of its free item. Remove the reward to choose one.'
export const UNKNOWN_FREE_ITEM = 'Please choose one of the free items.'

/** `promotion_id` on the wire is the token of the offer. */
export const findFreeItem = (db: Db, promotionId: string): Gift | null =>
  freeItems(db).find(({ token }) => token === promotionId) ?? null

/** For the boxes to come. @returns false for an unknown `promotion_id` */
export function rememberFreeItem(tx: Tx, membershipId: number, promotionId: string, now: Instant): boolean {
  const gift = findFreeItem(tx, promotionId)
  if (gift) setMembership(tx, membershipId, { freeItemId: gift.offerId }, now)
  return gift !== null
}

/** For the next box and the ones after it, until another is chosen. */
export const chooseFreeItem = (
  db: Db,
  boxId: number,
  promotionId: string,
  now: Instant,
): Promise<FreeItemChange> =>
  durably(db, (tx): FreeItemChange => {
    const box = boxById(tx, boxId)
    const problem = box.state === 'planned' ? problemOf(tx, box, now) : 'locked'
    if (problem || box.orderId === null) return { ok: false, reason: problem ?? 'locked' }
    const order = orderById(tx, box.orderId)
    const gift = findFreeItem(tx, promotionId)
    if (!gift) return { ok: false, reason: 'refused', message: UNKNOWN_FREE_ITEM }
    if (rewardOn(tx, order.id)) return { ok: false, reason: 'refused', message: REWARD_INSTEAD }
    if (!isThere(tx, order, gift, now))
      return { ok: false, reason: 'refused', message: freeItemGoneSentence(gift) }
    rememberFreeItem(tx, box.membershipId, promotionId, now)
    if (giftOn(tx, order.id)?.offerId !== gift.offerId) {
      setFreeItem(tx, order.id, gift.offerId)
      changeOpenOrder(tx, order, now)
    }
    return { ok: true, gift }
  })
