/** One person's rating of one variety. `person` is an index into the regulars. */
export type DemoRating = { person: number; variety: Rateable; score: number }

export type Rateable = { id: number; addedOn: string; featuredRank: number }

const MIN_BUYERS = 5
const MAX_EXTRA_BUYERS = 19
const LOWEST_AVERAGE = 3.9
const AVERAGE_STEPS = 10

/**
 * Ratings by arithmetic, the same in every demo shop. Featured varieties have many buyers, the newest third few or
 * none, and each person rates a variety at most once.
 */
export function demoRatings(varieties: Rateable[], people: number): DemoRating[] {
  const byAge = [...varieties].sort((a, b) => a.addedOn.localeCompare(b.addedOn))
  const established = byAge
    .slice(0, Math.ceil((byAge.length * 2) / 3))
    .sort((a, b) => a.featuredRank - b.featuredRank)
  const recent = byAge.slice(established.length, Math.ceil((byAge.length * 5) / 6))
  return [
    ...established.flatMap((variety, rank) =>
      ratingsFor(variety, rank, buyerCount(rank, established.length), people),
    ),
    ...recent.flatMap((variety, rank) => ratingsFor(variety, rank, 1 + (rank % (MIN_BUYERS - 1)), people)),
  ]
}

function buyerCount(rank: number, total: number): number {
  const popularity = 1 - rank / total
  return MIN_BUYERS + Math.floor(MAX_EXTRA_BUYERS * popularity * popularity) + ((rank * 7) % 4)
}

/** Spreads whole stars as evenly as possible, so that they add up to the average. */
function ratingsFor(variety: Rateable, rank: number, buyers: number, people: number): DemoRating[] {
  const average = LOWEST_AVERAGE + (AVERAGE_STEPS - 1 - ((rank * 3) % AVERAGE_STEPS)) / AVERAGE_STEPS
  const total = Math.round(average * buyers)
  const starsUpTo = (index: number) => Math.floor((index * total) / buyers)
  return Array.from({ length: buyers }, (_, index) => ({
    person: (rank * 11 + index * 7) % people,
    variety,
    score: starsUpTo(index + 1) - starsUpTo(index),
  }))
}
