import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, offers, ratingSums, varieties } from '#db/schema/index.ts'
import type { ByteCache } from '../byte-cache.ts'
import type { Instant } from '../day.ts'
import { currentReads } from '../read-cache.ts'
import { partOfListing, queryListing } from './cached-index.ts'
import { type Facets, filterListing, toFacets } from './facets.ts'
import { filtersQuery, type ListingFilters, NO_FILTERS } from './filter-rules.ts'
import { leadOffers } from './lead-offers.ts'
import type { Bits, ListingIndex } from './listing-index.ts'
import { offerColumns, ratedColumns } from './offer-columns.ts'
import { type Rating, type RatingSum, shownRating } from './rating-rules.ts'
import { PAGE_SIZE, type StockState, stockState } from './rules.ts'

/** Which center's stock a visitor sees, and when. `fcId` is null while the postal code is unknown. */
export type ViewContext = { fcId: number | null; now: Instant }

type ListingQuery = ViewContext & {
  category?: string
  filters?: ListingFilters
  page?: number
  limit?: number
}

/** What a card shows. Nothing depends on the visitor, so that the rendered card can be cached. */
export type ListingCard = {
  slug: string
  name: string
  farm: string
  state: string
  badges: string[]
  rating: Rating | null
  picture: string
  offer: {
    token: string
    label: string
    serves: string
    weightGrams: number
    priceCents: number
    minQuantity: number
    maxQuantity: number
  }
  weights: number
  stock: StockState
}

export type Listing = { cards: ListingCard[]; count: number; page: number; pages: number; facets: Facets }

/** One page of a filtered listing. The cards are read live, even when the index is a moment old. */
export function listProducts(
  db: Db,
  { fcId, now, category, filters = NO_FILTERS, page = 1, limit = PAGE_SIZE }: ListingQuery,
): Listing {
  const question = `${fcId} ${category ?? ''} ${filtersQuery(filters)}`
  const { leads, facets } = queryListing(db, now, question, (index) => {
    const center = index.centerBit(fcId)
    const unfiltered = partOfListing(db, now, `whole ${category ?? ''} ${center}`, () =>
      unfilteredListing(index, category, center),
    )
    const { found, counts } = filterListing(unfiltered.varieties, filters, center)
    return {
      leads: leadOffers(found, filters, center),
      facets: toFacets(unfiltered.counts, counts, filters, index),
    }
  })
  const count = leads.length
  const shown = leads.slice((page - 1) * limit, page * limit)
  return {
    cards: cardsOf(db, { fcId, now }, shown),
    count,
    page,
    pages: Math.max(1, Math.ceil(count / limit)),
    facets,
  }
}

export function knownFilters(db: Db, now: Instant, filters: ListingFilters): ListingFilters {
  const known = queryListing(db, now, 'known values', ({ varieties }) => ({
    cut: new Set(varieties.map(({ cut }) => cut)),
    farm: new Set(varieties.map(({ farm }) => farm)),
    badge: new Set(varieties.flatMap(({ badges }) => badges)),
  }))
  return {
    ...filters,
    cut: filters.cut.filter((cut) => known.cut.has(cut)),
    farm: filters.farm.filter((farm) => known.farm.has(farm)),
    badge: filters.badge.filter((badge) => known.badge.has(badge)),
  }
}

function unfilteredListing(index: ListingIndex, category: string | undefined, center: Bits) {
  const varieties = category ? index.varieties.filter(({ animal }) => animal === category) : index.varieties
  return { varieties, counts: filterListing(varieties, NO_FILTERS, center).counts }
}

/** Leaves out hidden products. A card stays the same object until the shop changes. */
export function cardsOf(db: Db, view: ViewContext, offerIds: number[]): ListingCard[] {
  const reads = currentReads(db, view.now) as ByteCache<ListingCard>
  const cards = new Map(offerIds.map((id) => [id, reads.get(cardKey(view, id))]))
  const missing = offerIds.filter((id) => !cards.get(id))
  for (const [id, card] of missing.length > 0 ? readCards(db, view, missing) : []) {
    cards.set(id, card)
    reads.set(cardKey(view, id), card)
  }
  return offerIds.flatMap((id) => cards.get(id) ?? [])
}

const cardKey = ({ fcId }: ViewContext, offerId: number) => `card of ${offerId} from ${fcId}`

const readCards = (db: Db, { fcId, now }: ViewContext, offerIds: number[]): [number, ListingCard][] =>
  statements(db)
    .cards.all({ fcId, now, offerIds: JSON.stringify(offerIds) })
    .map(({ id, ...row }) => [id, toCard(row)])

type CardRow = Omit<ListingCard, 'picture' | 'offer' | 'stock' | 'rating'> &
  ListingCard['offer'] & { pictures: string[]; free: number; rated: RatingSum | null }

function toCard(row: CardRow): ListingCard {
  const { slug, name, farm, state, badges, pictures, weights, free, rated, ...offer } = row
  return {
    slug,
    name,
    farm,
    state,
    badges,
    rating: shownRating(rated),
    picture: pictures[0] ?? '',
    offer,
    weights,
    stock: stockState(free, offer.minQuantity),
  }
}

const cardColumns = {
  ...offerColumns,
  slug: varieties.slug,
  name: varieties.name,
  pictures: varieties.pictures,
  badges: varieties.badges,
  farm: farms.name,
  state: farms.state,
  rated: ratedColumns,
  weights: sql<number>`(select count(*) from offers sibling where sibling.variety_id = varieties.id)`,
}

const statements = oncePerDatabase((db) => ({
  cards: db
    .select(cardColumns)
    .from(offers)
    // `not` keeps SQLite off the index on `hidden`, so that it starts from these few offers, not from every variety.
    .innerJoin(varieties, and(eq(varieties.id, offers.varietyId), sql`not ${varieties.hidden}`))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .leftJoin(ratingSums, eq(ratingSums.varietyId, varieties.id))
    .where(sql`${offers.id} in (select value from json_each(${sql.placeholder('offerIds')}))`)
    .prepare(),
}))
