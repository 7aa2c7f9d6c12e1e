import type { Day } from '../../day.ts'

export const MAX_NOTE_LENGTH = 1000

export const ORDER_TABS = [
  'paid',
  'in_wave',
  'shipped',
  'delivered',
  'review',
  'canceled',
  'refunded',
] as const
export type OrderTab = (typeof ORDER_TABS)[number]

export const SORTS = ['newest', 'oldest'] as const

/** Where a page of the list ends: the time and the id of its last order. */
export type Cursor = { at: number; id: number }

/** Null: any. */
export type OrderFilters = {
  searched: string
  state: OrderTab | null
  shipOn: Day | null
  center: { id: number; slug: string; name: string } | null
  /** By staff or by the weather. */
  isHeld: boolean
  isFlagged: boolean
  sort: (typeof SORTS)[number]
  after: Cursor | null
}

export const NO_ORDER_FILTERS: OrderFilters = {
  searched: '',
  state: null,
  shipOn: null,
  center: null,
  isHeld: false,
  isFlagged: false,
  sort: 'newest',
  after: null,
}

/** The filters as they stand in an address. */
export const orderQuery = (filters: OrderFilters): Record<string, string | undefined> => ({
  q: filters.searched || undefined,
  state: filters.state ?? undefined,
  ship_on: filters.shipOn ?? undefined,
  center: filters.center?.slug,
  held: filters.isHeld ? 'yes' : undefined,
  flagged: filters.isFlagged ? 'yes' : undefined,
  sort: filters.sort === 'newest' ? undefined : filters.sort,
  after: filters.after ? `${filters.after.at}-${filters.after.id}` : undefined,
})
