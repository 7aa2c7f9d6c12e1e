import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, offers, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { CATEGORIES, type Category, PAGE_SIZE, type StockState, stockState } from './rules.ts'

const given = sql.placeholder

/**
 * Units of `offer` that could be had: on hand less live holds, in center `fcId`, or in the best-stocked one while
 * the place is unknown. Names are written out, because drizzle would unbind them in a one-table select.
 */
const freeUnits = (offer: SQL) => sql<number>`(
  select coalesce(max(max(0, stock.on_hand - coalesce((
    select sum(holds.quantity) from holds
    where holds.offer_id = stock.offer_id and holds.fc_id = stock.fc_id and holds.expires_at > ${given('now')}), 0))), 0)
  from stock where stock.offer_id = ${offer} and (${given('fcId')} is null or stock.fc_id = ${given('fcId')}))`

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

const statements = oncePerDatabase((db) => {
  const shelf = (which: SQL | undefined) =>
    db
      .select(cardColumns)
      .from(varieties)
      .innerJoin(farms, eq(farms.id, varieties.farmId))
      .innerJoin(offers, eq(offers.id, leadOffer))
      .where(which)
      .orderBy(varieties.featuredRank, varieties.id)
      .limit(given('limit'))
      .offset(given('offset'))
      .prepare()
  const ofCategory = and(isShown, eq(varieties.animal, given('category')))
  const count = (which: SQL | undefined) =>
    db.select({ count: sql<number>`count(*)` }).from(varieties).where(which).prepare()
  return {
    all: shelf(isShown),
    ofCategory: shelf(ofCategory),
    countAll: count(isShown),
    countOfCategory: count(ofCategory),
    product: db
      .select({ variety: varieties, farm: farms })
      .from(varieties)
      .innerJoin(farms, eq(farms.id, varieties.farmId))
      .where(and(isShown, eq(varieties.slug, given('slug'))))
      .prepare(),
    offersOf: db
      .select({
        id: offers.id,
        token: offers.token,
        label: offers.label,
        serves: offers.serves,
        weightGrams: offers.weightGrams,
        priceCents: offers.priceCents,
        minQuantity: offers.minQuantity,
        maxQuantity: offers.maxQuantity,
        free: freeUnits(sql`offers.id`),
      })
      .from(offers)
      .where(eq(offers.varietyId, given('varietyId')))
      .orderBy(offers.position)
      .limit(MOST_WEIGHTS)
      .prepare(),
    family: db
      .select({ slug: varieties.slug, name: varieties.name, farm: farms.name })
      .from(varieties)
      .innerJoin(farms, eq(farms.id, varieties.farmId))
      .where(and(isShown, eq(varieties.family, given('family'))))
      .orderBy(varieties.featuredRank)
      .limit(MOST_RELATIVES)
      .prepare(),
    offer: db
      .select({
        offer: offers,
        variety: {
          slug: varieties.slug,
          name: varieties.name,
          hidden: varieties.hidden,
          animal: varieties.animal,
        },
      })
      .from(offers)
      .innerJoin(varieties, eq(varieties.id, offers.varietyId))
      .where(eq(offers.token, given('token')))
      .prepare(),
    shownAnimals: db
      .select({ slug: sql<string>`value` })
      .from(sql`json_each(${JSON.stringify(CATEGORIES.map((category) => category.slug))})`)
      .where(sql`exists (select 1 from varieties where hidden = 0 and animal = value)`)
      .prepare(),
    farms: db
      .select({
        name: farms.name,
        town: farms.town,
        state: farms.state,
        region: farms.region,
        story: farms.story,
        picture: farms.picture,
      })
      .from(farms)
      .where(
        sql`exists (select 1 from varieties where varieties.farm_id = farms.id and varieties.hidden = 0)`,
      )
      .orderBy(farms.id)
      .limit(given('limit'))
      .prepare(),
    slugs: db
      .select({ slug: varieties.slug })
      .from(varieties)
      .where(isShown)
      .orderBy(varieties.id)
      .limit(MOST_SITEMAP_LINES)
      .prepare(),
  }
})

const MOST_WEIGHTS = 12
const MOST_RELATIVES = 8
const MOST_SITEMAP_LINES = 40_000

export type ShelfQuestion = {
  fcId: number | null
  now: Instant
  category?: string
  page?: number
  limit?: number
}

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
  const counted = category ? countOfCategory.get({ category }) : countAll.get()
  const count = counted?.count ?? 0
  return { cards: rows.map(toCard), count, page, pages: Math.max(1, Math.ceil(count / limit)) }
}

type CardRow = Omit<ShelfCard, 'picture' | 'offer' | 'stock'> &
  ShelfCard['offer'] & { pictures: string[]; free: number }

function toCard({ slug, name, farm, state, badges, pictures, weights, free, ...offer }: CardRow): ShelfCard {
  const { token, label, serves, weightGrams, priceCents, minQuantity } = offer
  return {
    slug,
    name,
    farm,
    state,
    badges,
    picture: pictures[0] ?? '',
    offer: { token, label, serves, weightGrams, priceCents, minQuantity },
    weights,
    stock: stockState(free, minQuantity),
  }
}

/** A product page's facts, or null for an unknown or hidden product. */
export function findProduct(db: Db, slug: string, { fcId, now }: Pick<ShelfQuestion, 'fcId' | 'now'>) {
  const { product, offersOf, family } = statements(db)
  const found = product.get({ slug })
  if (!found) return null
  const weights = offersOf.all({ varietyId: found.variety.id, fcId, now })
  return {
    ...found,
    offers: weights.map((offer) => ({ ...offer, stock: stockState(offer.free, offer.minQuantity) })),
    family: family.all({ family: found.variety.family }),
  }
}

export type Product = NonNullable<ReturnType<typeof findProduct>>
export type ProductOffer = Product['offers'][number]

/** An offer by its public token, with the product it belongs to, hidden or not. */
export const findOffer = (db: Db, token: string) => statements(db).offer.get({ token }) ?? null

export type FoundOffer = NonNullable<ReturnType<typeof findOffer>>

/** The shelves that hold something, in the order of the navigation. */
export function categories(db: Db): Category[] {
  const shown = new Set(
    statements(db)
      .shownAnimals.all()
      .map((row) => row.slug),
  )
  return CATEGORIES.filter((category) => shown.has(category.slug))
}

/** Farms with something on the shelf. */
export const listFarms = (db: Db, limit: number) => statements(db).farms.all({ limit })

export type FarmGlimpse = ReturnType<typeof listFarms>[number]

/** Every product page that search engines may know. */
export const productSlugs = (db: Db): string[] =>
  statements(db)
    .slugs.all()
    .map((row) => row.slug)
