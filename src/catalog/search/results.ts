import type { Db } from '#db/client.ts'
import { queryListing } from '../cached-index.ts'
import { NO_FILTERS } from '../filter-rules.ts'
import { leadOffers } from '../lead-offers.ts'
import { cardsOf, type ListingCard, type Standpoint } from '../listing.ts'
import { PAGE_SIZE } from '../rules.ts'
import { type Found, searchVarieties } from './search.ts'

type Question = Standpoint & { query: string; isExact: boolean; page: number }

/** A page of what was found, as cards of the shelf, and how the words were understood. */
export type Results = Pick<Found, 'meant' | 'isLoose'> & {
  cards: ListingCard[]
  count: number
  page: number
  pages: number
}

export function resultsPage(db: Db, { query, isExact, page, ...standpoint }: Question): Results {
  const { ids, meant, isLoose } = searchVarieties(db, query, isExact)
  const here = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  return {
    cards: cardsOf(db, standpoint, leadsOf(db, here, standpoint)),
    count: ids.length,
    page,
    pages: Math.max(1, Math.ceil(ids.length / PAGE_SIZE)),
    meant,
    isLoose,
  }
}

/** The weight that each variety's card shows, as on the shelves. */
function leadsOf(db: Db, varietyIds: number[], { fcId, now }: Standpoint): number[] {
  const { varieties, center } = queryListing(db, now, `search from ${fcId}`, (index) => ({
    varieties: new Map(index.varieties.map((variety) => [variety.id, variety])),
    center: index.centerBit(fcId),
  }))
  const asked = varietyIds.flatMap((id) => varieties.get(id) ?? [])
  return leadOffers(asked, NO_FILTERS, center)
}
