import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, offers, ratingSums, varieties } from '#db/schema/index.ts'
import { cachedRead } from '../read-cache.ts'
import { queryListing } from './cached-index.ts'
import { freeUnits } from './free-units.ts'
import type { Standpoint } from './listing.ts'
import { shownRating } from './rating-rules.ts'
import { MOST_WEIGHTS, stockState } from './rules.ts'
import { canBeHad } from './suggestions.ts'

const MOST_RELATIVES = 8
const MOST_SITEMAP_LINES = 40_000

/** A product page's facts, or null for an unknown or hidden product. */
export const findProduct = (db: Db, slug: string, standpoint: Standpoint) =>
  cachedRead(db, standpoint.now, `product ${slug} from ${standpoint.fcId}`, () =>
    readProduct(db, slug, standpoint),
  )

function readProduct(db: Db, slug: string, standpoint: Standpoint) {
  const { product, weights, family } = statements(db)
  const row = product.get({ slug })
  if (!row) return null
  const { rated, ...found } = row
  const had = slugsToBeHad(db, standpoint)
  const onSale = weights.all({ varietyId: found.variety.id, ...standpoint })
  return {
    ...found,
    rating: shownRating(rated),
    offers: onSale.map((offer) => ({ ...offer, stock: stockState(offer.free, offer.minQuantity) })),
    family: family.all({ family: found.variety.family }).map((relative) => ({
      ...relative,
      canBeHad: had.has(relative.slug),
    })),
  }
}

/** Every variety of which some weight can be sold there, by the shelf's index. */
const slugsToBeHad = (db: Db, { fcId, now }: Standpoint) =>
  queryListing(db, now, `to be had from ${fcId}`, (index) => {
    const center = index.centerBit(fcId)
    return new Set(index.varieties.filter((variety) => canBeHad(variety, center)).map(({ slug }) => slug))
  })

export type Product = NonNullable<ReturnType<typeof findProduct>>
export type ProductOffer = Product['offers'][number]

/** An offer by its public token, with the product it belongs to, hidden or not. */
export const findOffer = (db: Db, token: string) => statements(db).offer.get({ token }) ?? null

export type FoundOffer = NonNullable<ReturnType<typeof findOffer>>

/** Every product page that search engines may know. */
export const productSlugs = (db: Db): string[] =>
  statements(db)
    .slugs.all()
    .map((row) => row.slug)

const given = sql.placeholder
const isShown = eq(varieties.hidden, false)

const statements = oncePerDatabase((db) => ({
  product: db
    .select({
      variety: varieties,
      farm: farms,
      rated: { buyers: ratingSums.buyers, scoreSum: ratingSums.scoreSum },
    })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .leftJoin(ratingSums, eq(ratingSums.varietyId, varieties.id))
    .where(and(isShown, eq(varieties.slug, given('slug'))))
    .prepare(),
  weights: db
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
    // Written so that no index can serve it: else SQLite reads the whole shelf in order to save sorting three rows.
    .where(and(sql`not ${varieties.hidden}`, eq(varieties.family, given('family'))))
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
  slugs: db
    .select({ slug: varieties.slug })
    .from(varieties)
    .where(isShown)
    .orderBy(varieties.id)
    .limit(MOST_SITEMAP_LINES)
    .prepare(),
}))
