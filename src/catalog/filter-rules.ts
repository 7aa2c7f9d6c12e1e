import { CATEGORIES } from './rules.ts'

/** Ways to put a shelf in order, the first without being asked. */
export const SORTS = [
  { id: 'featured', name: 'Featured' },
  { id: 'price', name: 'Price, low to high' },
  { id: 'price_per_pound', name: 'Price per pound' },
  { id: 'newest', name: 'Newest' },
  { id: 'rating', name: 'Best rated' },
] as const

export type Sort = (typeof SORTS)[number]['id']

/** From `fromCents` up to, but not with, `belowCents`. */
export const PRICE_RANGES = [
  { id: '0-25', name: 'Under $25', fromCents: 0, belowCents: 25_00 },
  { id: '25-50', name: '$25 to $50', fromCents: 25_00, belowCents: 50_00 },
  { id: '50-100', name: '$50 to $100', fromCents: 50_00, belowCents: 100_00 },
  { id: '100-', name: '$100 and over', fromCents: 100_00, belowCents: Number.POSITIVE_INFINITY },
] as const

/** Every list of things to choose from, by its name in the address. Within one any will do, between them all must. */
export const FACETS = ['animal', 'cut', 'farm', 'badge', 'price', 'in_stock'] as const

export type Facet = (typeof FACETS)[number]

/** What somebody wants to see of a shelf, and in which order. Empty lists want everything. */
export type ListingFilters = Record<Facet, string[]> & { sort: Sort }

const MOST_VALUES = 40
const LONGEST_VALUE = 80

/** What an address asks for, as far as it makes sense; the rest of it is ignored. */
export function parseFilters(query: Record<string, string[]>): ListingFilters {
  const asked = (facet: Facet) => [...new Set(query[facet] ?? [])].filter(isShort).slice(0, MOST_VALUES)
  return {
    animal: asked('animal').filter((slug) => CATEGORIES.some((category) => category.slug === slug)),
    cut: asked('cut'),
    farm: asked('farm'),
    badge: asked('badge'),
    price: asked('price').filter((id) => PRICE_RANGES.some((range) => range.id === id)),
    in_stock: asked('in_stock').filter((value) => value === '1'),
    sort: SORTS.find((sort) => sort.id === query.sort?.[0])?.id ?? 'featured',
  }
}

const isShort = (value: string) => value.length > 0 && value.length <= LONGEST_VALUE

export const NO_FILTERS: ListingFilters = parseFilters({})

export const hasFilters = (wishes: ListingFilters) => FACETS.some((facet) => wishes[facet].length > 0)

/** True for the one form of a shelf that search engines should keep. */
export const isPlain = (wishes: ListingFilters) => !hasFilters(wishes) && wishes.sort === 'featured'

/** The wishes as an address carries them, '?cut=ribeye&sort=price'; equal wishes make equal addresses. */
export function filtersQuery(wishes: ListingFilters, page = 1): string {
  const query = new URLSearchParams()
  for (const facet of FACETS) for (const value of [...wishes[facet]].sort()) query.append(facet, value)
  if (wishes.sort !== 'featured') query.set('sort', wishes.sort)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `?${query}` : ''
}

/** The same wishes with one of them taken back. */
export const without = (wishes: ListingFilters, facet: Facet, value: string): ListingFilters => ({
  ...wishes,
  [facet]: wishes[facet].filter((one) => one !== value),
})
