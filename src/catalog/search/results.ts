import type { Db } from '#db/client.ts'
import { currentListings } from '../cached-index.ts'
import { leadOffers } from '../lead-offers.ts'
import { cardsOf, type ListingCard, type ViewContext } from '../listing.ts'
import { centerBit, type ListingIndex } from '../listing-index.ts'
import { PAGE_SIZE } from '../rules.ts'
import { type Found, searchVarieties } from './search.ts'

type SearchQuery = ViewContext & { query: string; isExact: boolean; page: number }

export type Results = Pick<Found, 'correctedQuery' | 'isLoose'> & {
  cards: ListingCard[]
  count: number
  page: number
  pages: number
}

export function resultsPage(db: Db, { query, isExact, page, ...view }: SearchQuery): Results {
  const { ids: found, correctedQuery, isLoose } = searchVarieties(db, query, isExact)
  const { index } = currentListings(db, view.now)
  // A product without a size can't have a card.
  const ids = found.filter((id) => index.rowOf.has(id))
  const onPage = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  return {
    cards: cardsOf(db, view, leadsOf(index, onPage, view)),
    count: ids.length,
    page,
    pages: Math.max(1, Math.ceil(ids.length / PAGE_SIZE)),
    correctedQuery,
    isLoose,
  }
}

/** The offer that each variety's card shows, as in an unfiltered listing. */
function leadsOf(index: ListingIndex, varietyIds: number[], { fcId }: ViewContext): number[] {
  const rows = varietyIds.flatMap((id) => index.rowOf.get(id) ?? [])
  return leadOffers(index, rows, { ranges: 0, center: centerBit(index, fcId), sort: 'featured' })
}
