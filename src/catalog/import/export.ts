import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, offers, stock, varieties } from '#db/schema/index.ts'
import { NUTRITION } from './item-schemas.ts'

/** As FORMAT.md describes them; importing the result changes nothing. Painted demo pictures are not among them. */
export function exportCatalog(db: Db) {
  const farmRows = db.select().from(farms).orderBy(asc(farms.slug)).all()
  const varietyRows = db
    .select({ variety: varieties, farm: farms.slug })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .orderBy(asc(varieties.slug))
    .all()
  const offerRows = db
    .select({ offer: offers, variety: varieties.slug })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .orderBy(asc(varieties.slug), asc(offers.position))
    .all()
  const units = unitsByOffer(db)
  return {
    farms: farmRows.map(({ id: _, picture: __, ...farm }) => farm),
    varieties: varietyRows.map(({ variety, farm }) => ({
      slug: variety.slug,
      farm,
      family: variety.family,
      name: variety.name,
      animal: variety.animal,
      cut: variety.cut,
      summary: variety.summary,
      story: variety.story,
      cooking: variety.cooking,
      raised: variety.raised,
      nutrition: nutrientsOf(variety.nutrition),
      badges: variety.badges,
      featured_rank: variety.featuredRank,
      added_on: variety.addedOn,
      hidden: variety.hidden ? 'yes' : 'no',
    })),
    offers: offerRows.map(({ offer, variety }) => ({
      variety,
      label: offer.label,
      serves: offer.serves,
      weight_grams: offer.weightGrams,
      ...(offer.poundCents === null
        ? { price: dollars(offer.priceCents) }
        : { price_per_pound: dollars(offer.poundCents), max_weight_grams: offer.maxGrams }),
      tare_grams: offer.tareGrams,
      min_days_at_home: offer.minDaysAtHome,
      gtin: offer.gtin,
      min_quantity: offer.minQuantity,
      max_quantity: offer.maxQuantity,
      stock: units.get(offer.id) ?? {},
    })),
  }
}

const dollars = (cents: number) => (cents / 100).toFixed(2)

const COLUMNS = new Map(Object.entries(NUTRITION).map(([column, name]) => [name as string, column]))

const nutrientsOf = (facts: Record<string, number>) =>
  Object.fromEntries(Object.entries(facts).map(([name, amount]) => [COLUMNS.get(name) ?? name, amount]))

function unitsByOffer(db: Db): Map<number, Record<string, number>> {
  const units = new Map<number, Record<string, number>>()
  for (const { offerId, fcId, onHand } of db.select().from(stock).orderBy(asc(stock.fcId)).all())
    units.set(offerId, { ...units.get(offerId), [fcId]: onHand })
  return units
}
