/** One person's stars for one variety, `person` by their place in the list. */
export type Taste = { person: number; variety: Rateable; score: number }

export type Rateable = { id: number; addedOn: string; featuredRank: number }

const FEWEST = 5
const MOST_MORE = 19
const LEAST_AVERAGE = 3.9
const AVERAGES = 10

/**
 * Who gave how many stars, by plain sums, so that it is the same in every demo shop: what is featured was had by many,
 * the newest third by a few or nobody. No two stars for a variety are the same person's.
 */
export function tastesOf(varieties: Rateable[], people: number): Taste[] {
  const byAge = [...varieties].sort((a, b) => a.addedOn.localeCompare(b.addedOn))
  const known = byAge
    .slice(0, Math.ceil((byAge.length * 2) / 3))
    .sort((a, b) => a.featuredRank - b.featuredRank)
  const young = byAge.slice(known.length, Math.ceil((byAge.length * 5) / 6))
  return [
    ...known.flatMap((variety, place) => starsFor(variety, place, buyersOf(place, known.length), people)),
    ...young.flatMap((variety, place) => starsFor(variety, place, 1 + (place % (FEWEST - 1)), people)),
  ]
}

/** Fewer the further down the shelf, and never quite in step with it. */
function buyersOf(place: number, of: number): number {
  const height = 1 - place / of
  return FEWEST + Math.floor(MOST_MORE * height * height) + ((place * 7) % 4)
}

/** So many stars in all that the average comes out, given as evenly as whole stars can be. */
function starsFor(variety: Rateable, place: number, buyers: number, people: number): Taste[] {
  const average = LEAST_AVERAGE + (AVERAGES - 1 - ((place * 3) % AVERAGES)) / AVERAGES
  const total = Math.round(average * buyers)
  const givenBy = (nth: number) => Math.floor((nth * total) / buyers)
  return Array.from({ length: buyers }, (_, nth) => ({
    person: (place * 11 + nth * 7) % people,
    variety,
    score: givenBy(nth + 1) - givenBy(nth),
  }))
}
