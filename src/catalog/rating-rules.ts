export const MOST_STARS = 5

/** Of fewer buyers the average would say more about them than about the cut: it is not shown. */
export const LEAST_BUYERS = 5

/** Stars of one to five, added up. Every buyer counts once. */
export type RatingSum = { buyers: number; scoreSum: number }

/** What is shown of them: the average in stars, to a tenth. */
export type Rating = { average: number; buyers: number }

/** Null while too few have rated it, or nobody. */
export function shownRating(sum: RatingSum | null): Rating | null {
  if (!sum || sum.buyers < LEAST_BUYERS) return null
  return { average: Math.round((sum.scoreSum * 10) / sum.buyers) / 10, buyers: sum.buyers }
}

/** Best first: by the very average, not by what is shown of it; of equal ones that of more buyers; then unrated ones. */
export function byRating(a: RatingSum | null, b: RatingSum | null): number {
  if (!a || !b) return Number(!a) - Number(!b)
  return b.scoreSum * a.buyers - a.scoreSum * b.buyers || b.buyers - a.buyers
}

/** '4.6', '5.0' */
export const averageWords = ({ average }: Rating) => average.toFixed(1)

/** The nearest half, in halves from 2 to 10: how stars are drawn. */
export const halfStars = ({ average }: Rating) => Math.round(average * 2)
