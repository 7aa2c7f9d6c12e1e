import { type Db, type DurableTx, durably } from '#db/client.ts'
import type { Order, Reward } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { centerFor } from '../delivery/postal-zones.ts'
import { itemsOf } from '../orders/items.ts'
import { changeableOrder, changeOpenOrder } from '../orders/open-order.ts'
import { type Gift, giftsOf } from '../pricing/gifts.ts'
import {
  type RewardProblem,
  rewardSentence,
  rewardWords,
  UNKNOWN_REWARD_SENTENCE,
} from '../pricing/reward-sentences.ts'
import { findReward, putReward, removeRewardFromOrder, rewardOn, rewardRefusal } from '../pricing/rewards.ts'
import { availableOf } from '../stock/stock.ts'

export type RewardChange =
  | { ok: true; message: string }
  | { ok: false; reason: 'order_placed' }
  | { ok: false; reason: RewardProblem | 'being_paid' | 'not_on_box'; message: string }

/** What somebody wishes for: a reward by its token and, where it gives one of several items, the offer's. */
export type Wish = { userId: number; rewardToken: string; giftToken: string; postalCode: string | null }

/**
 * Puts a reward on an order in place of any other, and picks its gift. Nothing of it is used up before the order is
 * paid, so two open orders may carry the same; PREPARE decides whose it is.
 */
export function redeemReward(db: Db, orderId: number, wish: Wish, now: Instant): Promise<RewardChange> {
  return changeReward(db, orderId, now, (tx, order) => {
    const reward = findReward(tx, wish.userId, wish.rewardToken)
    if (!reward) return { ok: false, reason: 'reward_unknown', message: UNKNOWN_REWARD_SENTENCE }
    const refusal = rewardRefusal(tx, reward, order, now)
    if (refusal) return refused(refusal, reward, order, null)

    const gifts = giftsOf(tx, reward.id)
    const pick = pickOf(reward, gifts, wish.giftToken)
    if (typeof pick === 'string') return refused(pick, reward, order, null)
    if (pick && !isLeft(tx, order, pick, wish.postalCode, now))
      return refused('gift_sold_out', reward, order, pick)

    const standing = rewardOn(tx, order.id)
    const words = rewardWords(reward, pick ? [pick] : [])
    if (standing?.reward.id === reward.id && standing.giftId === (pick?.offerId ?? null))
      return { ok: true, message: `Your reward is already on your box: ${words}.` }
    putReward(tx, order.id, reward.id, pick?.offerId ?? null)
    changeOpenOrder(tx, order, now)
    return { ok: true, message: `Your reward is on your box: ${words}.` }
  })
}

/** Takes the reward off an order: it goes back among those of its owner. */
export function removeReward(db: Db, orderId: number, now: Instant): Promise<RewardChange> {
  return changeReward(db, orderId, now, (tx, order) => {
    if (!rewardOn(tx, order.id))
      return { ok: false, reason: 'not_on_box', message: 'There is no reward on your box.' }
    removeRewardFromOrder(tx, order.id)
    changeOpenOrder(tx, order, now)
    return { ok: true, message: 'We took your reward off. It is back among your rewards.' }
  })
}

function changeReward(
  db: Db,
  orderId: number,
  now: Instant,
  change: (tx: DurableTx, order: Order) => RewardChange,
) {
  return durably(db, (tx): RewardChange => {
    const open = changeableOrder(tx, orderId, now)
    if (open.ok) return change(tx, open.order)
    if (open.reason === 'order_placed') return { ok: false, reason: 'order_placed' }
    return { ok: false, reason: 'being_paid', message: BEING_PAID_SENTENCE }
  })
}

const BEING_PAID_SENTENCE =
  'Your payment for this box is being confirmed. Please wait a moment before you change it.'

const refused = (reason: RewardProblem, reward: Reward, { arrivalOn }: Order, gift: Gift | null) =>
  ({
    ok: false,
    reason,
    message: rewardSentence(reason, { deliverBy: reward.deliverBy, arrivalOn, gift }),
  }) as const

/** The gift that is meant; null for a reward that gives none. An only gift need not be named. */
function pickOf(
  { amountCents }: Reward,
  gifts: Gift[],
  token: string,
): Gift | null | 'gift_missing' | 'gift_unknown' {
  if (amountCents !== null) return null
  const [only, ...others] = gifts
  if (token === '') return only && others.length === 0 ? only : 'gift_missing'
  return gifts.find((gift) => gift.token === token) ?? 'gift_unknown'
}

/** In the center that packs for the box, as far as anybody knows which; PREPARE asks again. */
function isLeft(db: Db, order: Order, gift: Gift, postalCode: string | null, now: Instant): boolean {
  const fcId = order.fcId ?? centerFor(db, postalCode)
  const bought = itemsOf(db, order.id).find(({ offerId }) => offerId === gift.offerId)?.quantity ?? 0
  const left = availableOf(db, [gift.offerId], fcId, now, order.id).get(gift.offerId) ?? 0
  return !gift.hidden && left > bought
}
