import type { PriceChange } from '#db/schema/index.ts'
import { iso } from '../../privacy/iso.ts'
import { offerState } from './list-filters.ts'
import type { ListedOffer } from './offer-list.ts'

export const offerJson = (offer: ListedOffer) => ({
  bid_item_token: offer.token,
  name: offer.name,
  label: offer.label,
  variety: offer.slug,
  farm: offer.farmSlug,
  farm_name: offer.farm,
  animal: offer.animal,
  cut: offer.cut,
  state: offerState(offer),
  price_cents: offer.priceCents,
  price_per_pound_cents: offer.poundCents,
  proposed_price_cents: offer.proposedCents,
  next_price_at: iso(offer.nextPriceAt),
  on_hand: offer.onHand,
  featured_rank: offer.rank,
})

export const comingPriceJson = (change: PriceChange) => ({
  id: change.id,
  price_cents: change.priceCents,
  per_pound: change.isPerPound,
  starts_at: iso(change.startsAt),
  reason: change.reason,
  state: change.state,
})
