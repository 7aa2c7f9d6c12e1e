import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, offers, ratingSums, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { cachedRead } from '../read-cache.ts'
import { queryListing } from './cached-index.ts'
import { type Facets, filterListing, toFacets } from './facets.ts'
import { filtersQuery, type ListingFilters, NO_FILTERS } from './filter-rules.ts'
import { freeUnits } from './free-units.ts'
import { leadOffers } from './lead-offers.ts'
import type { Bits, ListingIndex } from './listing-index.ts'
import { type Rating, type RatingSum, shownRating } from './rating-rules.ts'
import { PAGE_SIZE, type StockState, stockState } from './rules.ts'

/** From where and when somebody looks at the shelves. `fcId` is null while the place is unknown. */
export type Standpoint = { fcId: number | null; now: Instant }

type ShelfQuestion = Standpoint & {
  category?: string
  wishes?: ListingFilters
  page?: number
  limit?: number
}

/** What a card shows, and nothing of the visitor: equal cards are drawn once. */
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

export type Shelf = { cards: ListingCard[]; count: number; page: number; pages: number; facets: Facets }

/** One page of the shelf as it is wished for. What the cards say is read at this moment, however old the index. */
export function listProducts(
  db: Db,
  { fcId, now, category, wishes = NO_FILTERS, page = 1, limit = PAGE_SIZE }: ShelfQuestion,
): Shelf {
  const question = `${fcId} ${category ?? ''} ${filtersQuery(wishes)}`
  const { leads, facets } = queryListing(db, now, question, (index) => {
    const center = index.centerBit(fcId)
    const whole = queryListing(db, now, `whole ${category ?? ''} ${center}`, () =>
      wholeShelf(index, category, center),
    )
    const { found, counts } = filterListing(whole.varieties, wishes, center)
    return { leads: leadOffers(found, wishes, center), facets: toFacets(whole.counts, counts, wishes, index) }
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

/** The wishes without what no product of ours has: a farm, a cut or a badge nobody knows is no wish. */
export function knownFilters(db: Db, now: Instant, wishes: ListingFilters): ListingFilters {
  const known = queryListing(db, now, 'known values', ({ varieties }) => ({
    cut: new Set(varieties.map(({ cut }) => cut)),
    farm: new Set(varieties.map(({ farm }) => farm)),
    badge: new Set(varieties.flatMap(({ badges }) => badges)),
  }))
  return {
    ...wishes,
    cut: wishes.cut.filter((cut) => known.cut.has(cut)),
    farm: wishes.farm.filter((farm) => known.farm.has(farm)),
    badge: wishes.badge.filter((badge) => known.badge.has(badge)),
  }
}

function wholeShelf(index: ListingIndex, category: string | undefined, center: Bits) {
  const varieties = category ? index.varieties.filter(({ animal }) => animal === category) : index.varieties
  return { varieties, counts: filterListing(varieties, NO_FILTERS, center).counts }
}

/**
 * The cards of these offers, in this order; those of products that were taken down are left out. A card stays the same
 * object for as long as nothing on the shelves changes.
 */
export function cardsOf(db: Db, standpoint: Standpoint, offerIds: number[]): ListingCard[] {
  const { fcId, now } = standpoint
  const known = cachedRead(db, now, `cards from ${fcId}`, () => new Map<number, ListingCard | null>())
  const unknown = offerIds.filter((id) => !known.has(id))
  if (unknown.length > 0) readCards(db, standpoint, unknown, known)
  return offerIds.flatMap((id) => known.get(id) ?? [])
}

function readCards(
  db: Db,
  { fcId, now }: Standpoint,
  offerIds: number[],
  known: Map<number, ListingCard | null>,
) {
  for (const id of offerIds) known.set(id, null)
  const rows = statements(db).cards.all({ fcId, now, offerIds: JSON.stringify(offerIds) })
  for (const { id, ...row } of rows) known.set(id, toCard(row))
}

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
  id: offers.id,
  slug: varieties.slug,
  name: varieties.name,
  pictures: varieties.pictures,
  badges: varieties.badges,
  farm: farms.name,
  state: farms.state,
  token: offers.token,
  label: offers.label,
  serves: offers.serves,
  weightGrams: offers.weightGrams,
  priceCents: offers.priceCents,
  minQuantity: offers.minQuantity,
  maxQuantity: offers.maxQuantity,
  free: freeUnits(sql`offers.id`),
  rated: { buyers: ratingSums.buyers, scoreSum: ratingSums.scoreSum },
  weights: sql<number>`(select count(*) from offers sibling where sibling.variety_id = varieties.id)`,
}

const statements = oncePerDatabase((db) => ({
  cards: db
    .select(cardColumns)
    .from(offers)
    // `not`: else SQLite begins with every shown variety, by an index, instead of with these few offers.
    .innerJoin(varieties, and(eq(varieties.id, offers.varietyId), sql`not ${varieties.hidden}`))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .leftJoin(ratingSums, eq(ratingSums.varietyId, varieties.id))
    .where(sql`${offers.id} in (select value from json_each(${sql.placeholder('offerIds')}))`)
    .prepare(),
}))
