import { FACETS, type Facet, type ListingFilters, PRICE_RANGES } from './filter-rules.ts'
import { type Bits, type IndexedVariety, type ListingIndex, rangeBits } from './listing-index.ts'
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

/** Finds the varieties that match all filters and counts what each further option would leave, in one pass. */
export function filterListing(varieties: IndexedVariety[], filters: ListingFilters, center: Bits) {
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map()])) as Counts
  const wanted = { ranges: rangeBits(filters.price), inStock: filters.in_stock.length > 0 }
  const found: IndexedVariety[] = []
  for (const variety of varieties) {
    const failed = failedFacet(variety, filters, wanted, center)
    if (failed === 'several') continue
    if (failed === null) found.push(variety)
    for (const facet of failed === null ? FACETS : [failed]) {
      for (const value of valuesOf(variety, facet, wanted, center)) {
        counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1)
      }
    }
  }
  return { found, counts }
}

type Wanted = { ranges: Bits; inStock: boolean }

/** The one facet that rules a variety out, whose counts still include it; 'several', or null if none does. */
function failedFacet(
  variety: IndexedVariety,
  filters: ListingFilters,
  wanted: Wanted,
  center: Bits,
): Facet | 'several' | null {
  let failed: Facet | null = null
  for (const facet of FACETS) {
    if (matchesFacet(variety, facet, filters, wanted, center)) continue
    if (failed !== null) return 'several'
    failed = facet
  }
  return failed
}

function matchesFacet(
  variety: IndexedVariety,
  facet: Facet,
  filters: ListingFilters,
  wanted: Wanted,
  center: Bits,
): boolean {
  const values = filters[facet]
  if (values.length === 0) return true
  if (facet === 'badge') return variety.badges.some((badge) => values.includes(badge))
  // One weight must match both: a cheap sold-out weight beside an expensive one in stock is no match.
  if (facet === 'price') return isAmong(offersBits(variety, center, wanted.inStock), wanted.ranges)
  if (facet === 'in_stock') return offersBits(variety, center, true) !== 0
  return values.includes(variety[facet])
}

function offersBits({ offers }: IndexedVariety, center: Bits, onlyInStock: boolean): Bits {
  let bits = 0
  for (const offer of offers) if (!onlyInStock || (offer.centers & center) !== 0) bits |= offer.range
  return bits
}

const isAmong = (ranges: Bits, wanted: Bits) => (wanted === 0 ? ranges !== 0 : (ranges & wanted) !== 0)

const IN_STOCK = ['1']
const NOTHING: string[] = []

function valuesOf(variety: IndexedVariety, facet: Facet, wanted: Wanted, center: Bits): string[] {
  if (facet === 'badge') return variety.badges
  if (facet === 'price') {
    const bits = offersBits(variety, center, wanted.inStock)
    return PRICE_RANGES.flatMap((range, index) => (bits & (1 << index) ? range.id : []))
  }
  if (facet === 'in_stock')
    return isAmong(offersBits(variety, center, true), wanted.ranges) ? IN_STOCK : NOTHING
  return [variety[facet]]
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
