import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Farm, farms, type Offer, offers, stock, type Variety, varieties } from '#db/schema/index.ts'
import { plainDollars } from '../../money.ts'
import { bundleRows } from './bundle-rows.ts'
import { offerKey } from './check-entries.ts'
import { NUTRITION } from './item-schemas.ts'
import type { BundleRow } from './plan-types.ts'

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
    .orderBy(asc(varieties.slug), asc(offers.position), asc(offers.id))
    .all()
  const units = unitsByOffer(db)
  return {
    farms: farmRows.map(farmEntry),
    varieties: varietyRows.map(({ variety, farm }) => varietyEntry(variety, farm)),
    offers: withoutTwins(offerRows).map(({ offer, variety }) => ({
      ...offerEntry(offer, variety),
      stock: units.get(offer.id) ?? {},
    })),
    bundles: bundleRows(db).map(bundleEntry),
  }
}

export const farmEntry = ({ id: _, picture: __, badgeProofs, showsPlace, ...farm }: Farm) => ({
  ...farm,
  founded: farm.founded ?? NONE,
  quote: farm.quote ?? NONE,
  badge_proofs: badgeProofs.map(({ checkedOn, validUntil, ...proof }) => ({
    ...proof,
    checked_on: checkedOn,
    valid_until: validUntil,
  })),
  show_place: showsPlace ? 'yes' : 'no',
})

export const varietyEntry = (variety: Variety, farm: string) => ({
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
})

export const offerEntry = (offer: Offer, variety: string) => ({
  variety,
  label: offer.label,
  serves: offer.serves,
  weight_grams: offer.weightGrams,
  ...(offer.poundCents === null
    ? { price: plainDollars(offer.priceCents) }
    : { price_per_pound: plainDollars(offer.poundCents), max_weight_grams: offer.maxGrams }),
  tare_grams: offer.tareGrams,
  min_days_at_home: offer.minDaysAtHome,
  gtin: offer.gtin ?? NONE,
  min_quantity: offer.minQuantity,
  max_quantity: offer.maxQuantity,
  position: offer.position,
})

export const bundleEntry = ({ handle, name, summary, priceCents, position, hidden, groups }: BundleRow) => ({
  handle,
  name,
  summary,
  price: plainDollars(priceCents),
  position,
  hidden: hidden ? 'yes' : 'no',
  groups,
})

/** Where two share a label, the file can name the older one only, as the import does. */
function withoutTwins<Row extends { offer: { id: number; label: string }; variety: string }>(
  rows: Row[],
): Row[] {
  const first = new Map<string, number>()
  for (const { offer, variety } of rows) {
    const key = offerKey(variety, offer.label)
    first.set(key, Math.min(offer.id, first.get(key) ?? offer.id))
  }
  return rows.filter(({ offer, variety }) => first.get(offerKey(variety, offer.label)) === offer.id)
}

/** Removes a value that was added since. */
export const NONE = '-'

const COLUMNS = new Map(Object.entries(NUTRITION).map(([column, name]) => [name as string, column]))

const nutrientsOf = (facts: Record<string, number>) =>
  Object.fromEntries(Object.entries(facts).map(([name, amount]) => [COLUMNS.get(name) ?? name, amount]))

function unitsByOffer(db: Db): Map<number, Record<string, number>> {
  const units = new Map<number, Record<string, number>>()
  for (const { offerId, fcId, onHand } of db.select().from(stock).orderBy(asc(stock.fcId)).all())
    units.set(offerId, { ...units.get(offerId), [fcId]: onHand })
  return units
}
