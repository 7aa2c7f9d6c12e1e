import type { Reward } from '#db/schema/index.ts'
import { type Day, formatDay } from '../day.ts'
import { formatCents } from '../money.ts'
import type { Gift } from './gifts.ts'
import type { RewardRefusal } from './rewards.ts'

export type RewardProblem = RewardRefusal | 'gift_missing' | 'gift_unknown' | 'gift_sold_out'

export const UNKNOWN_REWARD_SENTENCE = "We don't know that reward."

type Facts = { deliverBy: Day; arrivalOn: Day | null; gift: Pick<Gift, 'name' | 'label'> | null }

/** Why a reward does not serve a box, and what becomes of it, in words. */
export function rewardSentence(reason: RewardProblem, { deliverBy, arrivalOn, gift }: Facts): string {
  const last = formatDay(deliverBy, 'long')
  switch (reason) {
    case 'reward_unknown':
      return UNKNOWN_REWARD_SENTENCE
    case 'reward_used':
      return 'You have used this reward for another box.'
    case 'reward_elsewhere':
      return 'Another box of yours is being paid with this reward just now.'
    case 'reward_over':
      return `This reward was for boxes that arrive by ${last}. No delivery day until then is left, so it is lost.`
    case 'reward_too_late':
      return `Your box arrives ${arrivalOn ? formatDay(arrivalOn, 'long') : 'later'}, and this reward is for boxes that arrive by ${last}. It stays among your rewards; choose an earlier day to use it.`
    case 'reward_locked':
      return 'This box can no longer be changed, so the reward stays yours for another.'
    case 'gift_missing':
      return 'Please choose your gift.'
    case 'gift_unknown':
      return 'Please choose one of the gifts of this reward.'
    case 'gift_sold_out':
      return `${gift ? `${gift.name}, ${gift.label}` : 'That gift'} has just gone. Please choose another gift, or keep the reward for another box.`
  }
}

/** What a reward gives, in words: '$10.00 off a box'. */
export function rewardWords({ amountCents }: Pick<Reward, 'amountCents'>, gifts: Gift[]): string {
  if (amountCents !== null) return `${formatCents(amountCents)} off a box`
  const [only, ...others] = gifts
  if (only && others.length === 0) return `${only.name}, ${only.label}, free`
  return `One of ${gifts.length} gifts, free`
}
