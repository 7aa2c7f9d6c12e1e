import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, offers, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { freeUnits } from './free-units.ts'
import { PAGE_SIZE, type StockState, stockState } from './rules.ts'

/** From where and when somebody looks at the shelves. `fcId` is null while the place is unknown. */
export type Standpoint = { fcId: number | null; now: Instant }

type ShelfQuestion = Standpoint & { category?: string; page?: number; limit?: number }

/** What a card shows, and nothing of the visitor: equal cards are drawn once. */
export type ShelfCard = {
  slug: string
  name: string
  farm: string
  state: string
  badges: string[]
  picture: string
  offer: {
    token: string
    label: string
    serves: string
    weightGrams: number
    priceCents: number
    minQuantity: number
  }
  weights: number
  stock: StockState
}

export type Shelf = { cards: ShelfCard[]; count: number; page: number; pages: number }

/** One page of the shelf, the featured first. */
export function listShelf(
  db: Db,
  { fcId, now, category, page = 1, limit = PAGE_SIZE }: ShelfQuestion,
): Shelf {
  const { all, ofCategory, countAll, countOfCategory } = statements(db)
  const question = { fcId, now, limit, offset: (page - 1) * limit }
  const rows = category ? ofCategory.all({ ...question, category }) : all.all(question)
  const count = (category ? countOfCategory.get({ category }) : countAll.get())?.count ?? 0
  return { cards: rows.map(toCard), count, page, pages: Math.max(1, Math.ceil(count / limit)) }
}

type CardRow = Omit<ShelfCard, 'picture' | 'offer' | 'stock'> &
  ShelfCard['offer'] & { pictures: string[]; free: number }

function toCard({ slug, name, farm, state, badges, pictures, weights, free, ...offer }: CardRow): ShelfCard {
  return {
    slug,
    name,
    farm,
    state,
    badges,
    picture: pictures[0] ?? '',
    offer,
    weights,
    stock: stockState(free, offer.minQuantity),
  }
}

const given = sql.placeholder

/** The offer a card shows: the first weight that can be had, else the first. */
const leadOffer = sql`(
  select candidate.id from offers candidate where candidate.variety_id = varieties.id
  order by (${freeUnits(sql`candidate.id`)} >= candidate.min_quantity) desc, candidate.position limit 1)`

const cardColumns = {
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
  free: freeUnits(sql`offers.id`),
  weights: sql<number>`(select count(*) from offers sibling where sibling.variety_id = varieties.id)`,
}

const isShown = eq(varieties.hidden, false)
const isOfCategory = and(isShown, eq(varieties.animal, given('category')))

const statements = oncePerDatabase((db) => ({
  all: cardsWhere(db, isShown),
  ofCategory: cardsWhere(db, isOfCategory),
  countAll: countWhere(db, isShown),
  countOfCategory: countWhere(db, isOfCategory),
}))

/** The page is cut first: else the shelf of every skipped product would be counted too. */
const cardsWhere = (db: Db, which: SQL | undefined) =>
  db
    .select(cardColumns)
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .innerJoin(offers, eq(offers.id, leadOffer))
    .where(inArray(varieties.id, pageWhere(db, which)))
    .orderBy(varieties.featuredRank, varieties.id)
    .prepare()

const pageWhere = (db: Db, which: SQL | undefined) =>
  db
    .select({ id: varieties.id })
    .from(varieties)
    .where(which)
    .orderBy(varieties.featuredRank, varieties.id)
    .limit(given('limit'))
    .offset(given('offset'))

const countWhere = (db: Db, which: SQL | undefined) =>
  db.select({ count: sql<number>`count(*)` }).from(varieties).where(which).prepare()
