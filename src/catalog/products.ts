import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { earlyAccess, farms, offers, ratingSums, varieties } from '#db/schema/index.ts'
import { cachedRead, shopPosition } from '../read-cache.ts'
import { currentListings } from './cached-index.ts'
import { earlyUntil } from './early-until.ts'
import type { ViewContext } from './listing.ts'
import { type Bits, centerBit, isAvailable, type ListingIndex, type Row } from './listing-index.ts'
import { offerColumns, ratedColumns } from './offer-columns.ts'
import { shownRating } from './rating-rules.ts'
import { NO_REVIEWS, reviewsOfVariety } from './reviews.ts'
import { MAX_WEIGHTS, stockState } from './rules.ts'
import { productStockMark } from './stock-marks.ts'

const MAX_RELATIVES = 8
const REVIEWS_SHOWN = 3
const MAX_SITEMAP_LINES = 40_000

/** Null for an unknown or hidden product. Stays the same object until something that it shows changes. */
export function findProduct(db: Db, slug: string, view: ViewContext) {
  const position = shopPosition(db)
  const found = cachedRead(db, `product ${slug}`, () => readProduct(db, slug), '', position)
  if (!found) return null
  const { index } = currentListings(db, view.now, position)
  const center = centerBit(index, view.fcId)
  const available = found.family.map(({ id }) => isRowAvailable(index, index.rowOf.get(id), center))
  const read = () => withStock(db, found, view, available)
  const mark = `${productStockMark(db, slug, view.now, position)} ${available}`
  return cachedRead(db, `product ${slug} from ${view.fcId}`, read, mark, position)
}

/** Only members see it yet. Its readers are few, so nothing of it is cached. */
export function findEarlyProduct(db: Db, slug: string, view: ViewContext): Product | null {
  const row = statements(db).early.get({ slug })
  if (!row) return null
  const { rated, ...found } = row
  return withStock(db, { ...found, rating: shownRating(rated), reviews: NO_REVIEWS, family: [] }, view, [])
}

function readProduct(db: Db, slug: string) {
  const { product, family } = statements(db)
  const row = product.get({ slug })
  if (!row) return null
  const { rated, ...found } = row
  return {
    ...found,
    rating: shownRating(rated),
    reviews: reviewsOfVariety(db, found.variety.id, REVIEWS_SHOWN),
    family: family.all({ family: found.variety.family }),
  }
}

type FoundProduct = NonNullable<ReturnType<typeof readProduct>>

const withStock = (db: Db, { family, ...found }: FoundProduct, view: ViewContext, available: boolean[]) => ({
  ...found,
  offers: statements(db)
    .weights.all({ varietyId: found.variety.id, ...view })
    .map(({ free, ...offer }) => ({
      ...offer,
      stock: stockState(free, offer.minQuantity),
      /** Units that one box may have. */
      most: Math.min(offer.maxQuantity, free),
    })),
  family: family.map(({ id: _, ...relative }, index) => ({
    ...relative,
    isAvailable: available[index] ?? false,
  })),
})

const isRowAvailable = (index: ListingIndex, row: Row | undefined, center: Bits) =>
  row !== undefined && isAvailable(index, row, center)

export type Product = ReturnType<typeof withStock>
export type ProductOffer = Product['offers'][number]

/** An offer by its public token, with its product, even a hidden one. */
export const findOffer = (db: Db, token: string) => statements(db).offer.get({ token }) ?? null

export type FoundOffer = NonNullable<ReturnType<typeof findOffer>>

/** Of products that have a size to buy. */
export const productSlugs = (db: Db): string[] =>
  statements(db)
    .slugs.all()
    .map((row) => row.slug)

const placeholder = sql.placeholder
const isShown = eq(varieties.hidden, false)

const statements = oncePerDatabase((db) => ({
  product: db
    .select({
      variety: varieties,
      farm: farms,
      rated: ratedColumns,
    })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .leftJoin(ratingSums, eq(ratingSums.varietyId, varieties.id))
    .where(and(isShown, eq(varieties.slug, placeholder('slug'))))
    .prepare(),
  early: db
    .select({ variety: varieties, farm: farms, rated: ratedColumns })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .innerJoin(earlyAccess, eq(earlyAccess.varietyId, varieties.id))
    .leftJoin(ratingSums, eq(ratingSums.varietyId, varieties.id))
    .where(and(sql`${varieties.hidden}`, eq(varieties.slug, placeholder('slug'))))
    .prepare(),
  weights: db
    .select(offerColumns)
    .from(offers)
    .where(eq(offers.varietyId, placeholder('varietyId')))
    .orderBy(offers.position)
    .limit(MAX_WEIGHTS)
    .prepare(),
  family: db
    .select({ id: varieties.id, slug: varieties.slug, name: varieties.name, farm: farms.name })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    // `not` rules out the index on `hidden`: SQLite would read the whole catalog to save sorting three rows.
    .where(and(sql`not ${varieties.hidden}`, eq(varieties.family, placeholder('family'))))
    .orderBy(varieties.featuredRank)
    .limit(MAX_RELATIVES)
    .prepare(),
  offer: db
    .select({
      offer: offers,
      variety: {
        slug: varieties.slug,
        name: varieties.name,
        hidden: varieties.hidden,
        animal: varieties.animal,
        earlyUntil,
      },
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(offers.token, placeholder('token')))
    .prepare(),
  slugs: db
    .select({ slug: varieties.slug })
    .from(varieties)
    .where(and(isShown, sql`exists (select 1 from offers where offers.variety_id = varieties.id)`))
    .orderBy(varieties.id)
    .limit(MAX_SITEMAP_LINES)
    .prepare(),
}))
