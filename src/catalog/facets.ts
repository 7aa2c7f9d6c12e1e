import { at, type Column, type ListColumn } from './columns.ts'
import { FACETS, type Facet, type ListingFilters, PRICE_RANGES } from './filter-rules.ts'
import { type Bits, type ListingIndex, type Row, rangeBits } from './listing-index.ts'
import { findCategory } from './rules.ts'
import { cutName } from './search/cut-name.ts'

export type FacetOption = {
  value: string
  name: string
  /** Products left if this option is chosen on top of the current filters. */
  count: number
}

export type Facets = Record<Facet, FacetOption[]>

export type Counts = Record<Facet, Map<string, number>>

/** Finds the rows that match all filters, and counts what each further option would leave. */
export function filterListing(
  index: ListingIndex,
  rows: Row[],
  filters: ListingFilters,
  center: Bits,
): { found: Row[]; counts: Counts } {
  const tests = facetTests(index, filters, center)
  const misses = new Uint8Array(rows.length)
  FACETS.forEach((facet, number) => {
    if (filters[facet].length > 0) tests[facet].mark(rows, misses, 1 << number)
  })
  // The options of a facet are counted as if none of its own were chosen.
  const counts = FACETS.map((facet, number) => [facet, tests[facet].count(rows, misses, ~(1 << number))])
  return {
    found: rows.filter((_, place) => misses[place] === 0),
    counts: Object.fromEntries(counts) as Counts,
  }
}

/** Each facet goes through all rows itself, because a function called for each row would take most of the time. */
type FacetTest = {
  /** Sets `bit` of `misses` for the rows that the facet rules out. */
  mark(rows: Row[], misses: Uint8Array, bit: Bits): void
  /** Counts the rows that miss nothing among `others` by value, without the values that no row has. */
  count(rows: Row[], misses: Uint8Array, others: Bits): Map<string, number>
}

type FacetTests = Record<Facet, FacetTest>

function facetTests(index: ListingIndex, filters: ListingFilters, center: Bits): FacetTests {
  const wanted = rangeBits(filters.price) || ALL_RANGES
  // One weight must match both: a cheap sold-out weight beside an expensive one in stock is no match.
  const priced = filters.in_stock.length > 0 ? center : null
  return {
    animal: columnTest(index.animals, filters.animal),
    cut: columnTest(index.cuts, filters.cut),
    farm: columnTest(index.farms, filters.farm),
    badge: badgeTest(index.badges, filters.badge),
    price: priceTest(index, priced, wanted),
    in_stock: stockTest(index, center, wanted),
  }
}

const ALL_RANGES: Bits = (1 << PRICE_RANGES.length) - 1

function columnTest({ values, numbers }: Column, wanted: string[]): FacetTest {
  const isWanted = Uint8Array.from(values, (value) => Number(wanted.includes(value)))
  return {
    mark(rows, misses, bit) {
      for (let place = 0; place < rows.length; place++)
        if (isWanted[at(numbers, at(rows, place))] === 0) misses[place] = at(misses, place) | bit
    },
    count(rows, misses, others) {
      const counts = new Uint32Array(values.length)
      for (let place = 0; place < rows.length; place++)
        if ((at(misses, place) & others) === 0) increment(counts, at(numbers, at(rows, place)))
      return countsByValue(values, counts)
    },
  }
}

function badgeTest({ values, lists, numbers }: ListColumn, wanted: string[]): FacetTest {
  const isWanted = lists.map((list) => list.some((badge) => wanted.includes(values[badge] ?? '')))
  return {
    mark(rows, misses, bit) {
      for (let place = 0; place < rows.length; place++)
        if (!isWanted[at(numbers, at(rows, place))]) misses[place] = at(misses, place) | bit
    },
    count(rows, misses, others) {
      const rowsWith = new Uint32Array(lists.length)
      for (let place = 0; place < rows.length; place++)
        if ((at(misses, place) & others) === 0) increment(rowsWith, at(numbers, at(rows, place)))
      const counts = new Uint32Array(values.length)
      lists.forEach((list, number) => {
        for (const badge of list) increment(counts, badge, at(rowsWith, number))
      })
      return countsByValue(values, counts)
    },
  }
}

function priceTest(index: ListingIndex, center: Bits | null, wanted: Bits): FacetTest {
  const ids = PRICE_RANGES.map(({ id }) => id)
  return {
    mark(rows, misses, bit) {
      for (let place = 0; place < rows.length; place++)
        if ((rangesOf(index, at(rows, place), center) & wanted) === 0) misses[place] = at(misses, place) | bit
    },
    count(rows, misses, others) {
      const rowsWith = new Uint32Array(ALL_RANGES + 1)
      for (let place = 0; place < rows.length; place++)
        if ((at(misses, place) & others) === 0) increment(rowsWith, rangesOf(index, at(rows, place), center))
      const counts = new Uint32Array(ids.length)
      rowsWith.forEach((rows, bits) => {
        ids.forEach((_, range) => {
          if (bits & (1 << range)) increment(counts, range, rows)
        })
      })
      return countsByValue(ids, counts)
    },
  }
}

function stockTest(index: ListingIndex, center: Bits, wanted: Bits): FacetTest {
  return {
    mark(rows, misses, bit) {
      for (let place = 0; place < rows.length; place++)
        if (rangesOf(index, at(rows, place), center) === 0) misses[place] = at(misses, place) | bit
    },
    count(rows, misses, others) {
      let inStock = 0
      for (let place = 0; place < rows.length; place++)
        if ((at(misses, place) & others) === 0 && (rangesOf(index, at(rows, place), center) & wanted) !== 0)
          inStock++
      return countsByValue(['1'], [inStock])
    },
  }
}

/** The price ranges of the row's offers, or of those in stock in `center`. */
function rangesOf({ firstOffers, ranges, centers }: ListingIndex, row: Row, center: Bits | null): Bits {
  let bits = 0
  for (let offer = at(firstOffers, row); offer < at(firstOffers, row + 1); offer++)
    if (center === null || (at(centers, offer) & center) !== 0) bits |= at(ranges, offer)
  return bits
}

function increment(counts: Uint32Array, index: number, by = 1) {
  counts[index] = at(counts, index) + by
}

function countsByValue(values: string[], counts: ArrayLike<number>): Map<string, number> {
  const pairs = values.map((value, index): [string, number] => [value, at(counts, index)])
  return new Map(pairs.filter(([, count]) => count > 0))
}

/** The options to show: every value in the unfiltered listing, most common first, with its count under the filters. */
export function toFacets(
  unfiltered: Counts,
  filtered: Counts,
  filters: ListingFilters,
  { farmNames }: ListingIndex,
): Facets {
  const options = (facet: Facet) =>
    [...new Set([...unfiltered[facet].keys(), ...filters[facet]])].map((value) => ({
      value,
      name: nameOf(facet, value, farmNames),
      count: filtered[facet].get(value) ?? 0,
      total: unfiltered[facet].get(value) ?? 0,
    }))
  return Object.fromEntries(
    FACETS.map((facet) => {
      const sorted = options(facet).sort(facet === 'price' ? byRange : byTotal)
      return [facet, sorted.map(({ total: _, ...option }) => option)]
    }),
  ) as Facets
}

type Counted = { value: string; name: string; total: number }

const byTotal = (a: Counted, b: Counted) => b.total - a.total || a.name.localeCompare(b.name, 'en')

const byRange = (a: Counted, b: Counted) => rangeBits([a.value]) - rangeBits([b.value])

function nameOf(facet: Facet, value: string, farmNames: Map<string, string>): string {
  if (facet === 'animal') return findCategory(value)?.name ?? value
  if (facet === 'cut') return cutName(value)
  if (facet === 'farm') return farmNames.get(value) ?? value
  if (facet === 'price') return PRICE_RANGES.find((range) => range.id === value)?.name ?? value
  return facet === 'in_stock' ? 'In stock now' : value
}
