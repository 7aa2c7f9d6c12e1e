import { type Db, durably } from '#db/client.ts'
import type { Order, Reward } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { centerFor } from '../delivery/postal-zones.ts'
import { recordBoxChanged } from '../orders/box-changed.ts'
import { itemsOf } from '../orders/items.ts'
import { changeableOrder, changeOpenOrder, type Unchangeable } from '../orders/open-order.ts'
import { type Gift, giftsOf } from '../pricing/gifts.ts'
import {
  type RewardProblem,
  rewardSentence,
  rewardWords,
  UNKNOWN_REWARD_SENTENCE,
} from '../pricing/reward-sentences.ts'
import { findReward, removeRewardFromOrder, rewardOn, rewardRefusal, setReward } from '../pricing/rewards.ts'
import { availableByOffer } from '../stock/stock.ts'

export type RewardChange =
  | { ok: true; message: string }
  | Unchangeable
  | { ok: false; reason: RewardProblem | 'not_on_box'; message: string }

/** `giftToken` names the chosen gift of a reward that has several; else it is ''. */
export type RewardRequest = {
  userId: number
  rewardToken: string
  giftToken: string
  postalCode: string | null
}

/** Two open orders may have the same reward, since it is used up only by payment. PREPARE decides which gets it. */
export function redeemReward(
  db: Db,
  orderId: number,
  request: RewardRequest,
  now: Instant,
): Promise<RewardChange> {
  return durably(db, (tx): RewardChange => {
    const open = changeableOrder(tx, orderId, now)
    if (!open.ok) return open
    const { order } = open
    const reward = findReward(tx, request.userId, request.rewardToken)
    if (!reward) return { ok: false, reason: 'reward_unknown', message: UNKNOWN_REWARD_SENTENCE }
    const refusal = rewardRefusal(tx, reward, order, now)
    if (refusal) return refused(refusal, reward, order, null)

    const gifts = giftsOf(tx, reward.id)
    const gift = chosenGift(reward, gifts, request.giftToken)
    if (typeof gift === 'string') return refused(gift, reward, order, null)
    if (gift && !isInStock(tx, order, gift, request.postalCode, now))
      return refused('gift_sold_out', reward, order, gift)

    const current = rewardOn(tx, order.id)
    const words = rewardWords(reward, gift ? [gift] : [])
    if (current?.reward.id === reward.id && current.giftId === (gift?.offerId ?? null))
      return { ok: true, message: `Your reward is already on your box: ${words}.` }
    setReward(tx, order.id, reward.id, gift?.offerId ?? null)
    changeOpenOrder(tx, order, now)
    return { ok: true, message: `We added your reward to your box: ${words}.` }
  })
}

export function removeReward(db: Db, orderId: number, now: Instant): Promise<RewardChange> {
  return durably(db, (tx): RewardChange => {
    const open = changeableOrder(tx, orderId, now)
    if (!open.ok) return open
    const { order } = open
    if (!rewardOn(tx, order.id))
      return { ok: false, reason: 'not_on_box', message: "There's no reward on your box." }
    removeRewardFromOrder(tx, order.id)
    changeOpenOrder(tx, order, now)
    recordBoxChanged(tx, order, now)
    return { ok: true, message: 'We removed your reward from this box. You can use it for another one.' }
  })
}

const refused = (reason: RewardProblem, reward: Reward, { arrivalOn }: Order, gift: Gift | null) =>
  ({
    ok: false,
    reason,
    message: rewardSentence(reason, { deliverBy: reward.deliverBy, arrivalOn, gift }),
  }) as const

/** A single gift need not be named. Null for a reward without gifts. */
function chosenGift(
  { amountCents }: Reward,
  gifts: Gift[],
  token: string,
): Gift | null | 'gift_missing' | 'gift_unknown' {
  if (amountCents !== null) return null
  const [only, ...others] = gifts
  if (token === '') return only && others.length === 0 ? only : 'gift_missing'
  return gifts.find((gift) => gift.token === token) ?? 'gift_unknown'
}

/** In the center that packs the box, if it is known yet. PREPARE checks again. */
function isInStock(db: Db, order: Order, gift: Gift, postalCode: string | null, now: Instant): boolean {
  const fcId = order.fcId ?? centerFor(db, postalCode)
  const bought = itemsOf(db, order.id).find(({ offerId }) => offerId === gift.offerId)?.quantity ?? 0
  const available = availableByOffer(db, [gift.offerId], fcId, now, order.id).get(gift.offerId) ?? 0
  return !gift.hidden && available > bought
}
