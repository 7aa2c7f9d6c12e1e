import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { earlyAccess, farms, offers, ratingSums, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { currentReads, shopPosition } from '../read-cache.ts'
import { currentListings } from './cached-index.ts'
import { type Facets, filterListing, toFacets } from './facets.ts'
import { filtersQuery, hasFilters, type ListingFilters, NO_FILTERS } from './filter-rules.ts'
import { type CardChoice, leadOffers, sortRows } from './lead-offers.ts'
import { centerBit, rangeBits } from './listing-index.ts'
import { offerColumns, ratedColumns } from './offer-columns.ts'
import { type Rating, type RatingSum, shownRating } from './rating-rules.ts'
import { PAGE_SIZE, type StockState, stockState } from './rules.ts'
import { offerStockMarks } from './stock-marks.ts'

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
    poundCents: number | null
    minQuantity: number
    maxQuantity: number
  }
  weights: number
  stock: StockState
}

export type Listing = { cards: ListingCard[]; count: number; page: number; pages: number; facets: Facets }

/** One page of a filtered listing. Its cards are current, even while a large catalog is read again. */
export function listProducts(
  db: Db,
  { fcId, now, category, filters = NO_FILTERS, page = 1, limit = PAGE_SIZE }: ListingQuery,
): Listing {
  const position = shopPosition(db)
  const { index, ask } = currentListings(db, now, position)
  const center = centerBit(index, fcId)
  const choice: CardChoice = { ranges: rangeBits(filters.price), center, sort: filters.sort }
  const { found, facets } = ask(`${fcId} ${category ?? ''} ${filtersQuery(filters)}`, () => {
    const all = category ? (index.rowsOfAnimal.get(category) ?? []) : index.rows
    const whole = ask(`whole ${category ?? ''} from ${fcId}`, () =>
      filterListing(index, all, NO_FILTERS, center),
    )
    const { found, counts } = hasFilters(filters) ? filterListing(index, all, filters, center) : whole
    return { found: sortRows(index, found, choice), facets: toFacets(whole.counts, counts, filters, index) }
  })
  const shown = found.slice((page - 1) * limit, page * limit)
  return {
    cards: cardsOf(db, { fcId, now }, leadOffers(index, shown, choice), position),
    count: found.length,
    page,
    pages: Math.max(1, Math.ceil(found.length / limit)),
    facets,
  }
}

export function knownFilters(db: Db, now: Instant, filters: ListingFilters): ListingFilters {
  if (!hasFilters(filters)) return filters
  const { cuts, farms, badges } = currentListings(db, now).index
  return {
    ...filters,
    cut: filters.cut.filter((cut) => cuts.values.includes(cut)),
    farm: filters.farm.filter((farm) => farms.values.includes(farm)),
    badge: filters.badge.filter((badge) => badges.values.includes(badge)),
  }
}

/** Leaves out hidden products. A card stays the same object until the shop or its offer's stock changes. */
export function cardsOf(
  db: Db,
  view: ViewContext,
  offerIds: number[],
  position = shopPosition(db),
): ListingCard[] {
  const reads = currentReads<ListingCard>(db, position)
  const markOf = offerStockMarks(db, view.now, position)
  const cards = new Map(offerIds.map((id) => [id, reads.get(cardKey(view, id), markOf(id))]))
  const missing = offerIds.filter((id) => !cards.get(id))
  for (const [id, card] of missing.length > 0 ? readCards(db, view, missing) : []) {
    cards.set(id, card)
    reads.set(cardKey(view, id), markOf(id), card)
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

/** What only members see yet, by the smallest pack. Cards that everyone sees are cached; these are not. */
export const earlyCards = (db: Db, { fcId, now }: ViewContext): EarlyCard[] =>
  statements(db)
    .early.all({ fcId, now })
    .map(({ id: _, opensAt, ...row }) => ({ card: { ...toCard(row), weights: 1 }, opensAt }))

export type EarlyCard = { card: ListingCard; opensAt: Instant }

const MAX_EARLY = 24

const statements = oncePerDatabase((db) => ({
  early: db
    .select({ ...cardColumns, opensAt: earlyAccess.opensAt })
    .from(earlyAccess)
    .innerJoin(varieties, and(eq(varieties.id, earlyAccess.varietyId), sql`${varieties.hidden}`))
    .innerJoin(offers, and(eq(offers.varietyId, varieties.id), eq(offers.position, 0)))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .leftJoin(ratingSums, eq(ratingSums.varietyId, varieties.id))
    .orderBy(earlyAccess.opensAt, varieties.id)
    .limit(MAX_EARLY)
    .prepare(),
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
