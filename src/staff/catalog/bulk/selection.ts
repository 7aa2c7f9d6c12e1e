import type { Db } from '#db/client.ts'
import { type CatalogFilters, readCatalogFilters } from '../list-filters.ts'
import { countOffers, type ListedOffer, matchingOffers, offersByTokens } from '../offer-list.ts'

export const MAX_SELECTED = 1_000

/** Which offers: the checked ones, or all that match the list's filters. */
export type Selection = { tokens: string[]; filters: CatalogFilters | null; query: Record<string, string> }

type SelectionRead = { ok: true; selection: Selection } | { ok: false; message: string }

const FILTERS = ['q', 'farm', 'cut', 'animal', 'state', 'sort'] as const

/** @param given of a form, an address or a script */
export function readSelection(given: Record<string, unknown>): SelectionRead {
  const query: Record<string, string> = {}
  for (const name of FILTERS) {
    const value = given[name]
    if (typeof value === 'string' && value !== '') query[name] = value
  }
  const isAll = [true, '1', 'true'].includes(given.all as string)
  const read = readCatalogFilters(query)
  if (!read.ok) return read
  const tokens = [given.offer ?? []].flat().filter((token) => typeof token === 'string')
  if (!isAll && tokens.length > MAX_SELECTED) return { ok: false, message: TOO_MANY }
  return {
    ok: true,
    selection: { tokens: isAll ? [] : [...new Set(tokens)], filters: isAll ? read.filters : null, query },
  }
}

export const TOO_MANY = `Please choose at most ${MAX_SELECTED.toLocaleString('en-US')} offers at once.`

/** In the order of the list, which numbers their places. Null if there are too many. */
export function selectedOffers(db: Db, { tokens, filters }: Selection): ListedOffer[] | null {
  if (!filters) return tokens.length === 0 ? [] : offersByTokens(db, tokens)
  return countOffers(db, filters) > MAX_SELECTED ? null : matchingOffers(db, filters, MAX_SELECTED)
}
