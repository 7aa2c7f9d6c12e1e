import type { ListingFilters, Sort } from './filter-rules.ts'
import { type Bits, type IndexedOffer, type IndexedVariety, rangeBits } from './listing-index.ts'
import { byRating } from './rating-rules.ts'

type Lead = { offer: IndexedOffer; variety: IndexedVariety }

/** The id of the offer that each variety's card shows, in the chosen sort order. */
export function leadOffers(varieties: IndexedVariety[], filters: ListingFilters, center: Bits): number[] {
  const ranges = rangeBits(filters.price)
  const leads = varieties.flatMap((variety): Lead[] => {
    const offer = leadOffer(variety, filters.sort, ranges, center)
    return offer ? [{ offer, variety }] : []
  })
  const comparator = comparators[filters.sort]
  return (comparator ? leads.sort(comparator) : leads).map(({ offer }) => offer.id)
}

/** The first offer in stock at a matching price, or else the first at one. Sorting by price picks the cheapest. */
function leadOffer({ offers }: IndexedVariety, sort: Sort, ranges: Bits, center: Bits) {
  const atPrice = ranges === 0 ? offers : offers.filter((offer) => (offer.range & ranges) !== 0)
  const inStock = atPrice.filter((offer) => (offer.centers & center) !== 0)
  return firstBy(inStock.length > 0 ? inStock : atPrice, sort)
}

function firstBy(offers: IndexedOffer[], sort: Sort): IndexedOffer | undefined {
  if (sort === 'price' || sort === 'price_desc') return cheapest(offers, (offer) => offer.priceCents)
  if (sort === 'price_per_pound') return cheapest(offers, (offer) => offer.poundCents)
  return offers[0]
}

const cheapest = (offers: IndexedOffer[], cents: (offer: IndexedOffer) => number) =>
  offers.reduce<IndexedOffer | undefined>(
    (best, offer) => (best === undefined || cents(offer) < cents(best) ? offer : best),
    undefined,
  )

/** Ties keep the featured order, because the varieties arrive in it and the sort is stable. */
const comparators: Record<Sort, ((a: Lead, b: Lead) => number) | null> = {
  featured: null,
  price: (a, b) => a.offer.priceCents - b.offer.priceCents,
  price_desc: (a, b) => b.offer.priceCents - a.offer.priceCents,
  price_per_pound: (a, b) => a.offer.poundCents - b.offer.poundCents,
  newest: (a, b) =>
    a.variety.addedOn < b.variety.addedOn ? 1 : a.variety.addedOn > b.variety.addedOn ? -1 : 0,
  rating: (a, b) => byRating(a.variety.rating, b.variety.rating),
}
