import type { Db } from '#db/client.ts'
import { queryListing } from './cached-index.ts'
import { NO_FILTERS } from './filter-rules.ts'
import { leadOffers } from './lead-offers.ts'
import { cardsOf, type ListingCard, type ViewContext } from './listing.ts'
import type { Bits, IndexedVariety } from './listing-index.ts'

const MAX_SUGGESTIONS = 4

/** The variety the visitor came for, which is never suggested itself. */
type Sought = Pick<IndexedVariety, 'slug' | 'family' | 'cut' | 'animal'>

/** A few varieties in stock, the closest to `sought` first. */
export function suggestions(db: Db, view: ViewContext, sought?: Sought): ListingCard[] {
  const { fcId, now } = view
  const leads = queryListing(db, now, `near ${fcId} ${sought?.slug ?? ''}`, (index) => {
    const center = index.centerBit(fcId)
    const inStock = index.varieties.filter(
      (variety) => variety.slug !== sought?.slug && isAvailable(variety, center),
    )
    return leadOffers(sought ? byNearness(inStock, sought) : inStock, NO_FILTERS, center).slice(
      0,
      MAX_SUGGESTIONS,
    )
  })
  return cardsOf(db, view, leads).filter((card) => card.stock.kind !== 'sold_out')
}

export const isAvailable = ({ offers }: IndexedVariety, center: Bits) =>
  offers.some((offer) => (offer.centers & center) !== 0)

const byNearness = (varieties: IndexedVariety[], sought: Sought) =>
  [...varieties].sort((a, b) => distance(a, sought) - distance(b, sought))

function distance(variety: IndexedVariety, sought: Sought): number {
  if (variety.family === sought.family) return 0
  const sameAnimal = variety.animal === sought.animal
  if (variety.cut === sought.cut) return sameAnimal ? 1 : 2
  return sameAnimal ? 3 : 4
}
