import type { PromotionState } from '#src/staff/promotions/lists.ts'

export const STATE_WORDS: Record<PromotionState, string> = {
  running: 'Running',
  coming: 'Coming',
  ended: 'Ended',
  stopped: 'Stopped',
  used_up: 'Used up',
  proposed: 'Waiting for a colleague',
}

export const typedText = (typed: Record<string, unknown>, name: string, otherwise = ''): string =>
  typeof typed[name] === 'string' ? typed[name] : otherwise
