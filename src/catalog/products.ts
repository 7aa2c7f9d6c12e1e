import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, offers, ratingSums, varieties } from '#db/schema/index.ts'
import { cachedRead } from '../read-cache.ts'
import { queryListing } from './cached-index.ts'
import type { ViewContext } from './listing.ts'
import { offerColumns, ratedColumns } from './offer-columns.ts'
import { shownRating } from './rating-rules.ts'
import { MAX_WEIGHTS, stockState } from './rules.ts'
import { isAvailable } from './suggestions.ts'

const MAX_RELATIVES = 8
const MAX_SITEMAP_LINES = 40_000

/** Null for an unknown or hidden product. */
export const findProduct = (db: Db, slug: string, view: ViewContext) =>
  cachedRead(db, view.now, `product ${slug} from ${view.fcId}`, () => readProduct(db, slug, view))

function readProduct(db: Db, slug: string, view: ViewContext) {
  const { product, weights, family } = statements(db)
  const row = product.get({ slug })
  if (!row) return null
  const { rated, ...found } = row
  const inStock = slugsInStock(db, view)
  const onSale = weights.all({ varietyId: found.variety.id, ...view })
  return {
    ...found,
    rating: shownRating(rated),
    offers: onSale.map((offer) => ({ ...offer, stock: stockState(offer.free, offer.minQuantity) })),
    family: family.all({ family: found.variety.family }).map((relative) => ({
      ...relative,
      isAvailable: inStock.has(relative.slug),
    })),
  }
}

const slugsInStock = (db: Db, { fcId, now }: ViewContext) =>
  queryListing(db, now, `in stock from ${fcId}`, (index) => {
    const center = index.centerBit(fcId)
    return new Set(index.varieties.filter((variety) => isAvailable(variety, center)).map(({ slug }) => slug))
  })

export type Product = NonNullable<ReturnType<typeof findProduct>>
export type ProductOffer = Product['offers'][number]

/** An offer by its public token, with its product, even a hidden one. */
export const findOffer = (db: Db, token: string) => statements(db).offer.get({ token }) ?? null

export type FoundOffer = NonNullable<ReturnType<typeof findOffer>>

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
  weights: db
    .select(offerColumns)
    .from(offers)
    .where(eq(offers.varietyId, placeholder('varietyId')))
    .orderBy(offers.position)
    .limit(MAX_WEIGHTS)
    .prepare(),
  family: db
    .select({ slug: varieties.slug, name: varieties.name, farm: farms.name })
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
      },
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(offers.token, placeholder('token')))
    .prepare(),
  slugs: db
    .select({ slug: varieties.slug })
    .from(varieties)
    .where(isShown)
    .orderBy(varieties.id)
    .limit(MAX_SITEMAP_LINES)
    .prepare(),
}))
