import { byNetwork, byWiderNetwork, failureLimit } from '../web/rate-limit.ts'
import type { CodeChange } from './codes.ts'

/**
 * Codes that don't work, entered on orders and on the balance page together. Counted by network, because guessers start
 * many sessions and orders, and by the range around it, because they rent neighboring addresses.
 */
export const codeGuesses = failureLimit(
  { points: 20, seconds: 3600, by: byNetwork },
  { points: 200, seconds: 3600, by: byWiderNetwork },
)

const GUESSES = [
  'unknown',
  'gift_card_empty',
  'gift_card_frozen',
  'promotion_expired',
  'promotion_not_started',
  'promotion_used_up',
]

export const isGuess = (change: CodeChange) => !change.ok && GUESSES.includes(change.reason)
