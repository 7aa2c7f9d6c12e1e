import type { FarmEntryKind } from '#db/schema/index.ts'

export const ENTRY_WORDS: Record<FarmEntryKind, string> = {
  sold: 'Sold',
  refunded: 'Taken back',
  short: 'Short in the box',
  weight: 'Real weight',
  given: 'Given away by the shop',
  claim: 'Claim',
}

/** A farm's debt, which begins its next statement. */
export const CARRIED_WORDS = 'Carried over from the month before'
