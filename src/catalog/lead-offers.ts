import { at, sortedBy } from './columns.ts'
import type { Sort } from './filter-rules.ts'
import type { Bits, ListingIndex, Row } from './listing-index.ts'
import { byRating } from './rating-rules.ts'

/** How cards choose among a variety's offers: by the listing's price ranges (0 for any), center and sort order. */
export type CardChoice = { ranges: Bits; center: Bits; sort: Sort }

/** The ids of the offers that the rows' cards show. */
export const leadOffers = (index: ListingIndex, rows: Row[], choice: CardChoice): number[] =>
  rows.map((row) => at(index.offerIds, leadOffer(index, row, choice)))

/** The first in stock at a matching price, or else the first at one; by its place in the index. */
function leadOffer(index: ListingIndex, row: Row, { ranges, center, sort }: CardChoice): number {
  let lead = NONE
  let isLeadInStock = false
  for (let offer = at(index.firstOffers, row); offer < at(index.firstOffers, row + 1); offer++) {
    if (ranges !== 0 && (at(index.ranges, offer) & ranges) === 0) continue
    const isInStock = (at(index.centers, offer) & center) !== 0
    const isBetter =
      lead === NONE ||
      (isInStock && !isLeadInStock) ||
      (isInStock === isLeadInStock && isCheaper(index, sort, offer, lead))
    if (!isBetter) continue
    lead = offer
    isLeadInStock = isInStock
  }
  return lead
}

/** Stands for no offer. A row in a listing has one, because it matches the price. */
const NONE = -1

/** Sorting by price shows the cheapest offer. Otherwise the first one stays. */
function isCheaper(index: ListingIndex, sort: Sort, offer: number, lead: number): boolean {
  const cents = centsFor(index, sort)
  return cents !== null && at(cents, offer) < at(cents, lead)
}

function centsFor(index: ListingIndex, sort: Sort): number[] | null {
  if (sort === 'price' || sort === 'price_desc') return index.priceCents
  return sort === 'price_per_pound' ? index.poundCents : null
}

/** The rows in the chosen order. Ties keep the order they came in, which is the featured one. */
export function sortRows(index: ListingIndex, rows: Row[], choice: CardChoice): Row[] {
  const cents = centsFor(index, choice.sort)
  if (cents) {
    const sign = choice.sort === 'price_desc' ? -1 : 1
    return sortedBy(rows, (row) => sign * at(cents, leadOffer(index, row, choice)))
  }
  if (choice.sort === 'newest') return newestFirst(index, rows)
  return choice.sort === 'rating' ? bestFirst(index, rows) : rows
}

function newestFirst({ addedOn }: ListingIndex, rows: Row[]): Row[] {
  const ages = new Map([...addedOn.values].sort().map((day, index) => [day, -index]))
  return sortedBy(rows, (row) => ages.get(addedOn.valueAt(row)) ?? 0)
}

function bestFirst({ ratings }: ListingIndex, rows: Row[]): Row[] {
  const rated = rows.filter((row) => ratings.has(row))
  rated.sort((a, b) => byRating(ratings.get(a) ?? null, ratings.get(b) ?? null))
  return [...rated, ...rows.filter((row) => !ratings.has(row))]
}
