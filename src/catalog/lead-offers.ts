import type { ListingFilters, Sort } from './filter-rules.ts'
import { type Bits, type IndexedOffer, type IndexedVariety, rangeBits } from './listing-index.ts'
import { byRating } from './rating-rules.ts'

type Lead = { offer: IndexedOffer; variety: IndexedVariety }

/** The weight that each variety's card shows, by its id, in the order wished for. */
export function leadOffers(varieties: IndexedVariety[], wishes: ListingFilters, center: Bits): number[] {
  const ranges = rangeBits(wishes.price)
  const leads = varieties.flatMap((variety): Lead[] => {
    const offer = leadOffer(variety, wishes.sort, ranges, center)
    return offer ? [{ offer, variety }] : []
  })
  const order = orders[wishes.sort]
  return (order ? leads.sort(order) : leads).map(({ offer }) => offer.id)
}

/**
 * The first weight that can be had at the price wished for, else the first at that price. In an order by price it is
 * the weight that the variety stands there for.
 */
function leadOffer({ offers }: IndexedVariety, sort: Sort, ranges: Bits, center: Bits) {
  const atPrice = ranges === 0 ? offers : offers.filter((offer) => (offer.range & ranges) !== 0)
  const had = atPrice.filter((offer) => (offer.centers & center) !== 0)
  return cheapest(had.length > 0 ? had : atPrice, sort)
}

function cheapest(offers: IndexedOffer[], sort: Sort): IndexedOffer | undefined {
  if (sort === 'price') return least(offers, (offer) => offer.priceCents)
  if (sort === 'price_per_pound') return least(offers, (offer) => offer.poundCents)
  return offers[0]
}

const least = (offers: IndexedOffer[], cents: (offer: IndexedOffer) => number) =>
  offers.reduce<IndexedOffer | undefined>(
    (best, offer) => (best === undefined || cents(offer) < cents(best) ? offer : best),
    undefined,
  )

/** What compares as equal stays in the featured order, in which the varieties come. */
const orders: Record<Sort, ((a: Lead, b: Lead) => number) | null> = {
  featured: null,
  price: (a, b) => a.offer.priceCents - b.offer.priceCents,
  price_per_pound: (a, b) => a.offer.poundCents - b.offer.poundCents,
  newest: (a, b) =>
    a.variety.addedOn < b.variety.addedOn ? 1 : a.variety.addedOn > b.variety.addedOn ? -1 : 0,
  rating: (a, b) => byRating(a.variety.rating, b.variety.rating),
}
