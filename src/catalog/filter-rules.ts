import { CATEGORIES } from './rules.ts'

export const SORTS = [
  { id: 'featured', name: 'Featured' },
  { id: 'price', name: 'Price, low to high' },
  { id: 'price_desc', name: 'Price, high to low' },
  { id: 'price_per_pound', name: 'Price per pound' },
  { id: 'newest', name: 'Newest' },
  { id: 'rating', name: 'Best rated' },
] as const

export type Sort = (typeof SORTS)[number]['id']

export const PRICE_RANGES = [
  { id: '0-25', name: 'Under $25', fromCents: 0, belowCents: 25_00 },
  { id: '25-50', name: '$25 to $50', fromCents: 25_00, belowCents: 50_00 },
  { id: '50-100', name: '$50 to $100', fromCents: 50_00, belowCents: 100_00 },
  { id: '100-', name: '$100 and over', fromCents: 100_00, belowCents: Number.POSITIVE_INFINITY },
] as const

/** The filters by their URL parameter. Values of one facet are OR-ed; facets are AND-ed. */
export const FACETS = ['animal', 'cut', 'farm', 'badge', 'price', 'in_stock'] as const

export type Facet = (typeof FACETS)[number]

export type ListingFilters = Record<Facet, string[]> & { sort: Sort }

const MAX_VALUES = 40
const MAX_VALUE_LENGTH = 80

export function parseFilters(query: Record<string, string[]>): ListingFilters {
  const valuesOf = (facet: Facet) => [...new Set(query[facet] ?? [])].filter(isShort).slice(0, MAX_VALUES)
  return {
    animal: valuesOf('animal').filter((slug) => CATEGORIES.some((category) => category.slug === slug)),
    cut: valuesOf('cut'),
    farm: valuesOf('farm'),
    badge: valuesOf('badge'),
    price: valuesOf('price').filter((id) => PRICE_RANGES.some((range) => range.id === id)),
    in_stock: valuesOf('in_stock').filter((value) => value === '1'),
    sort: SORTS.find((sort) => sort.id === query.sort?.[0])?.id ?? 'featured',
  }
}

const isShort = (value: string) => value.length > 0 && value.length <= MAX_VALUE_LENGTH

export const NO_FILTERS: ListingFilters = parseFilters({})

export const hasFilters = (filters: ListingFilters) => FACETS.some((facet) => filters[facet].length > 0)

export const isPlain = (filters: ListingFilters) => !hasFilters(filters) && filters.sort === 'featured'

/** The filters as a query string, '?cut=ribeye&sort=price'. Equal filters give equal strings. */
export function filtersQuery(filters: ListingFilters, page = 1): string {
  const query = new URLSearchParams()
  for (const facet of FACETS) for (const value of [...filters[facet]].sort()) query.append(facet, value)
  if (filters.sort !== 'featured') query.set('sort', filters.sort)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `?${query}` : ''
}

export const without = (filters: ListingFilters, facet: Facet, value: string): ListingFilters => ({
  ...filters,
  [facet]: filters[facet].filter((kept) => kept !== value),
})
