import { unknownOption } from '../../web/unknown-option.ts'

export const CATALOG_STATES = ['for_sale', 'hidden', 'paused', 'sold_out'] as const
export type CatalogState = (typeof CATALOG_STATES)[number]

type Sold = { isHidden: boolean; pausedAt: number | null; onHand: number }

export function offerState({ isHidden, pausedAt, onHand }: Sold): CatalogState {
  if (isHidden) return 'hidden'
  if (pausedAt !== null) return 'paused'
  return onHand > 0 ? 'for_sale' : 'sold_out'
}

export const CATALOG_SORTS = ['shelf', 'name', 'farm', 'cut', 'price', 'on_hand'] as const
export type CatalogSort = (typeof CATALOG_SORTS)[number]

/** Null: any. */
export type CatalogFilters = {
  searched: string
  farm: string | null
  cut: string | null
  animal: string | null
  state: CatalogState | null
  sort: CatalogSort
  isDescending: boolean
}

type Query = Record<string, string | undefined>
type Read = { ok: true; filters: CatalogFilters } | { ok: false; message: string }

const MAX_SEARCH_LENGTH = 100

/** `sort=-price`: the highest first. */
export function readCatalogFilters({ q = '', farm, cut, animal, state, sort = 'shelf' }: Query): Read {
  const key = sort.replace(/^-/, '')
  if (state && !isOneOf(CATALOG_STATES, state)) return refuse('state', state, CATALOG_STATES)
  if (!isOneOf(CATALOG_SORTS, key)) return refuse('sort', sort, CATALOG_SORTS)
  const filters = {
    searched: q.trim().slice(0, MAX_SEARCH_LENGTH).toLowerCase(),
    farm: farm || null,
    cut: cut || null,
    animal: animal || null,
    state: state ? (state as CatalogState) : null,
    sort: key,
    isDescending: sort.startsWith('-'),
  }
  return { ok: true, filters }
}

const isOneOf = <T extends string>(known: readonly T[], name: string): name is T =>
  (known as readonly string[]).includes(name)

const refuse = (option: string, value: string, known: readonly string[]): Read => ({
  ok: false,
  message: unknownOption(option, value, known),
})
