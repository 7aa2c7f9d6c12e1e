import { FACETS, type Facet, type ListingFilters, PRICE_RANGES } from './filter-rules.ts'
import { type Bits, type IndexedVariety, type ListingIndex, rangeBits } from './listing-index.ts'
import { findCategory } from './rules.ts'
import { cutName } from './search/cut-name.ts'

export type FacetOption = {
  value: string
  name: string
  /** Products that would be left with it, everything else chosen being kept. */
  count: number
}

export type Facets = Record<Facet, FacetOption[]>

export type Counts = Record<Facet, Map<string, number>>

/** The varieties that fulfil every wish, and what each further wish would leave of them: one pass over the shelf. */
export function filterListing(varieties: IndexedVariety[], wishes: ListingFilters, center: Bits) {
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map()])) as Counts
  const wanted = { ranges: rangeBits(wishes.price), had: wishes.in_stock.length > 0 }
  const found: IndexedVariety[] = []
  for (const variety of varieties) {
    const failed = failedFacet(variety, wishes, wanted, center)
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

type Wanted = { ranges: Bits; had: boolean }

/** The one list whose wish a variety does not fulfil, since there it still counts; null when it fulfils them all. */
function failedFacet(
  variety: IndexedVariety,
  wishes: ListingFilters,
  wanted: Wanted,
  center: Bits,
): Facet | 'several' | null {
  let failed: Facet | null = null
  for (const facet of FACETS) {
    if (fulfils(variety, facet, wishes, wanted, center)) continue
    if (failed !== null) return 'several'
    failed = facet
  }
  return failed
}

function fulfils(
  variety: IndexedVariety,
  facet: Facet,
  wishes: ListingFilters,
  wanted: Wanted,
  center: Bits,
): boolean {
  const values = wishes[facet]
  if (values.length === 0) return true
  if (facet === 'badge') return variety.badges.some((badge) => values.includes(badge))
  // Of one weight: dear and in stock beside cheap and sold out is not cheap and in stock.
  if (facet === 'price') return isAmong(offersBits(variety, center, wanted.had), wanted.ranges)
  if (facet === 'in_stock') return offersBits(variety, center, true) !== 0
  return values.includes(variety[facet])
}

/** The price ranges of a variety's weights, of all or only of those that can be had. */
function offersBits({ offers }: IndexedVariety, center: Bits, had: boolean): Bits {
  let bits = 0
  for (const offer of offers) if (!had || (offer.centers & center) !== 0) bits |= offer.range
  return bits
}

const isAmong = (ranges: Bits, wanted: Bits) => (wanted === 0 ? ranges !== 0 : (ranges & wanted) !== 0)

const IN_STOCK = ['1']
const NOTHING: string[] = []

function valuesOf(variety: IndexedVariety, facet: Facet, wanted: Wanted, center: Bits): string[] {
  if (facet === 'badge') return variety.badges
  if (facet === 'price') {
    const bits = offersBits(variety, center, wanted.had)
    return PRICE_RANGES.flatMap((range, place) => (bits & (1 << place) ? range.id : []))
  }
  if (facet === 'in_stock')
    return isAmong(offersBits(variety, center, true), wanted.ranges) ? IN_STOCK : NOTHING
  return [variety[facet]]
}

/** The lists as shown: what the whole shelf has, most of it first, each with what it would leave now. */
export function toFacets(
  all: Counts,
  left: Counts,
  wishes: ListingFilters,
  { farmNames }: ListingIndex,
): Facets {
  const options = (facet: Facet) =>
    [...new Set([...all[facet].keys(), ...wishes[facet]])].map((value) => ({
      value,
      name: nameOf(facet, value, farmNames),
      count: left[facet].get(value) ?? 0,
      of: all[facet].get(value) ?? 0,
    }))
  return Object.fromEntries(
    FACETS.map((facet) => {
      const sorted = options(facet).sort(facet === 'price' ? byRange : byPlenty)
      return [facet, sorted.map(({ of: _, ...option }) => option)]
    }),
  ) as Facets
}

type Counted = { value: string; name: string; of: number }

const byPlenty = (a: Counted, b: Counted) => b.of - a.of || a.name.localeCompare(b.name, 'en')

const byRange = (a: Counted, b: Counted) => rangeBits([a.value]) - rangeBits([b.value])

function nameOf(facet: Facet, value: string, farmNames: Map<string, string>): string {
  if (facet === 'animal') return findCategory(value)?.name ?? value
  if (facet === 'cut') return cutName(value)
  if (facet === 'farm') return farmNames.get(value) ?? value
  if (facet === 'price') return PRICE_RANGES.find((range) => range.id === value)?.name ?? value
  return facet === 'in_stock' ? 'In stock now' : value
}
