import type { Reward } from '#db/schema/index.ts'
import { type Day, formatDay } from '../day.ts'
import { formatCents } from '../money.ts'
import type { Gift } from './gifts.ts'
import type { RewardRefusal } from './rewards.ts'

export type RewardProblem = RewardRefusal | 'gift_missing' | 'gift_unknown' | 'gift_sold_out'

export const UNKNOWN_REWARD_SENTENCE = "We can't find that reward."

type Facts = { deliverBy: Day; arrivalOn: Day | null; gift: Pick<Gift, 'name' | 'label'> | null }

export function rewardSentence(reason: RewardProblem, { deliverBy, arrivalOn, gift }: Facts): string {
  const last = formatDay(deliverBy, 'long')
  switch (reason) {
    case 'reward_unknown':
      return UNKNOWN_REWARD_SENTENCE
    case 'reward_used':
      return "You've already used this reward for another box."
    case 'reward_elsewhere':
      return "You're paying for another box with this reward right now."
    case 'reward_over':
      return `This reward was for boxes that arrive by ${last}. No delivery dates are left before then, so it has expired.`
    case 'reward_too_late':
      return `Your box arrives ${arrivalOn ? formatDay(arrivalOn, 'long') : 'later'}, but this reward is for boxes that arrive by ${last}. Choose an earlier date to use it, or save it for another box.`
    case 'reward_locked':
      return "This box can't be changed anymore. You can use the reward for another box."
    case 'gift_missing':
      return 'Please choose your gift.'
    case 'gift_unknown':
      return "Please choose one of this reward's gifts."
    case 'gift_sold_out':
      return `${gift ? `${gift.name}, ${gift.label}` : 'That gift'} just sold out. Please choose another gift, or save the reward for another box.`
  }
}

export const freeItemGoneSentence = ({ name, label }: Pick<Gift, 'name' | 'label'>) =>
  `${name}, ${label}, your free item, just sold out.`

/** '$10.00 off a box' */
export function rewardWords({ amountCents }: Pick<Reward, 'amountCents'>, gifts: Gift[]): string {
  if (amountCents !== null) return `${formatCents(amountCents)} off a box`
  const [only, ...others] = gifts
  if (only && others.length === 0) return `${only.name}, ${only.label}, free`
  return `Your choice of ${gifts.length} free gifts`
}
