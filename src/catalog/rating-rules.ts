import { groupDigits } from '../money.ts'

export const MAX_STARS = 5

/** With fewer ratings, the average says too little to show. */
export const MIN_BUYERS = 5

/** `scoreSum` adds up one to five stars per buyer. */
export type RatingSum = { buyers: number; scoreSum: number }

export type Rating = { average: number; buyers: number }

export function shownRating(sum: RatingSum | null): Rating | null {
  if (!sum || sum.buyers < MIN_BUYERS) return null
  return { average: Math.round((sum.scoreSum * 10) / sum.buyers) / 10, buyers: sum.buyers }
}

/** Best first, by the exact average and then by the number of buyers. Unrated varieties come last. */
export function byRating(a: RatingSum | null, b: RatingSum | null): number {
  if (!a || !b) return Number(!a) - Number(!b)
  return b.scoreSum * a.buyers - a.scoreSum * b.buyers || b.buyers - a.buyers
}

export const averageText = ({ average }: Rating) => average.toFixed(1)

export const buyersText = ({ buyers }: Rating) => groupDigits(String(buyers))

/** The average to the nearest half star, counted in halves from 2 to 10. */
export const halfStars = ({ average }: Rating) => Math.round(average * 2)
