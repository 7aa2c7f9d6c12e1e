import type { Db } from '#db/client.ts'
import { queryListing } from './cached-index.ts'
import { NO_FILTERS } from './filter-rules.ts'
import { leadOffers } from './lead-offers.ts'
import { cardsOf, type ListingCard, type Standpoint } from './listing.ts'
import type { Bits, IndexedVariety } from './listing-index.ts'

const MOST = 4

/** What somebody came for: a variety, which is itself no suggestion. */
type Sought = Pick<IndexedVariety, 'slug' | 'family' | 'cut' | 'animal'>

/** A few things that can be had, what comes nearest to `sought` first. */
export function suggestions(db: Db, standpoint: Standpoint, sought?: Sought): ListingCard[] {
  const { fcId, now } = standpoint
  const leads = queryListing(db, now, `near ${fcId} ${sought?.slug ?? ''}`, (index) => {
    const center = index.centerBit(fcId)
    const had = index.varieties.filter(
      (variety) => variety.slug !== sought?.slug && canBeHad(variety, center),
    )
    return leadOffers(sought ? byNearness(had, sought) : had, NO_FILTERS, center).slice(0, MOST)
  })
  return cardsOf(db, standpoint, leads).filter((card) => card.stock.kind !== 'sold_out')
}

/** Whether any weight of a variety can be sold by these centers. */
export const canBeHad = ({ offers }: IndexedVariety, center: Bits) =>
  offers.some((offer) => (offer.centers & center) !== 0)

const byNearness = (varieties: IndexedVariety[], sought: Sought) =>
  [...varieties].sort((a, b) => distance(a, sought) - distance(b, sought))

function distance(variety: IndexedVariety, sought: Sought): number {
  if (variety.family === sought.family) return 0
  const sameAnimal = variety.animal === sought.animal
  if (variety.cut === sought.cut) return sameAnimal ? 1 : 2
  return sameAnimal ? 3 : 4
}
