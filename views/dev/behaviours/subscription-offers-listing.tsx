import { OffersListing } from '../../membership/offers-listing.tsx'
import type { ExampleFacts } from './index.ts'

/** Nobody's box: each press is refused, and the list says so. */
const NOBODY = 'A'.repeat(22)

export const SubscriptionOffersListingExamples = ({ cards }: ExampleFacts) => (
  <OffersListing
    membership={{ token: NOBODY }}
    next={{
      orderToken: NOBODY,
      offers: cards.slice(0, 3).map(({ name, farm, picture, offer }) => ({
        token: offer.token,
        name,
        farm,
        picture,
        label: offer.label,
        priceCents: offer.priceCents,
        quantity: 1,
      })),
    }}
  />
)
