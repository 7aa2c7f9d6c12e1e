import type { Day, Instant } from '../day.ts'
import { HOUR_MS } from '../day.ts'
import { chargesImmediately, RESCHEDULE_WARNING_HOURS } from '../delivery/rules.ts'

/** Which question a move asks. The first that applies counts (decisions: "Reschedule"). */
export type Confirmation = 'reward_removal' | 'charge_now' | 'plain'

export type Move = {
  date: Day
  chargeAt: Instant
  /** Charged on top of what was paid; negative is refunded. */
  differenceCents: number
  /** The last day of the reward in the box, if it has one. */
  rewardUntil: Day | null
}

/** A box that is already paid is charged at once for a dearer day, however far ahead. */
export function confirmationOf(move: Move, today: Day, now: Instant): Confirmation {
  if (move.rewardUntil !== null && move.date > move.rewardUntil) return 'reward_removal'
  const isSoon = chargesImmediately(move.date, today) || move.chargeAt <= now
  return isSoon || move.differenceCents > 0 ? 'charge_now' : 'plain'
}

/** Whether a box is packed so soon that a page says so. */
export const isNearLock = (lockAt: Instant, now: Instant): boolean =>
  now >= lockAt - RESCHEDULE_WARNING_HOURS * HOUR_MS && now < lockAt
