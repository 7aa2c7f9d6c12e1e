import type { Db } from '#db/client.ts'
import type { CatalogItem } from './edit-item.ts'
import type { CatalogFilters } from './list-filters.ts'
import { type ListedOffer, matchingOffers } from './offer-list.ts'

const MAX_LISTED = 200

const EVERYTHING: CatalogFilters = {
  searched: '',
  farm: null,
  cut: null,
  animal: null,
  state: null,
  sort: 'shelf',
  isDescending: false,
}

/** The offers of a farm, or of a variety. */
export function offersOf(db: Db, { kind, token, entry }: CatalogItem): ListedOffer[] {
  const farm = kind === 'farm' ? token : String(entry.farm)
  const all = matchingOffers(db, { ...EVERYTHING, farm }, MAX_LISTED)
  return kind === 'farm' ? all : all.filter(({ slug }) => slug === token)
}
