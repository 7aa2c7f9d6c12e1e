import { eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { GROCERY_TAX, SHIPPING_RATES } from '#db/data/sales-tax.ts'
import { loadReferenceData } from '#db/reference.ts'
import { salesTaxRates, shippingRates, shopFacts } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { seedAccounts } from './accounts.ts'
import { seedBoxesByState } from './boxes-by-state.ts'
import { seedClaim } from './claims.ts'
import { seedCodes } from './codes.ts'
import { loadDemoPlaces } from './demo-places.ts'
import { seedEarlyAccess } from './early-access.ts'
import { seedEditedBox } from './edited-box.ts'
import { seedFarmTerms } from './farm-money.ts'
import { seedLots } from './lots.ts'
import { type DemoShop, member, seedMembersBox } from './members-box.ts'
import { sortMovementsByTime } from './movements-by-time.ts'
import { seedOrders } from './orders.ts'
import { seedParcels } from './parcels.ts'
import { seedPastBoxes } from './past-boxes.ts'
import { seedReferrals } from './referrals.ts'
import { addRegulars } from './regulars.ts'
import { seedReviews } from './reviews.ts'
import { seedRewardedBox } from './rewarded-box.ts'
import { seedFreeItems, seedRewards } from './rewards.ts'
import { seedSearches } from './searches.ts'
import { seedCatalog } from './seed-catalog.ts'
import { seedShelves } from './shelves.ts'
import { seedTexts } from './texts.ts'
import { seedVideos } from './videos.ts'
import { seedWeather } from './weather.ts'

/** What every shop needs, live ones too: places, holidays, rates. Existing rows stay as they are. */
export async function seedReference(db: Db) {
  await durably(db, (tx) => {
    loadReferenceData(tx)
    tx.insert(salesTaxRates).values(GROCERY_TAX).onConflictDoNothing().run()
    tx.insert(shippingRates).values(SHIPPING_RATES).onConflictDoNothing().run()
  })
}

const DEFAULT_SHOP: DemoShop = { storeName: 'Droveway', hasEmbeddedPayments: true }

type Seeding = { shop?: DemoShop; hasWeather?: boolean; hasParcels?: boolean }

/**
 * Seeds the demo in one transaction, at the shop's first start only. `now` is the shop's time.
 * @param hasWeather with what goes wrong: an alert that holds some of its boxes, and a claim
 * @param hasParcels with boxes that its shopper follows or has changed, and an offer that members see first
 */
export async function seedDemoShop(
  db: Db,
  now: Instant,
  { shop = DEFAULT_SHOP, hasWeather = false, hasParcels = false }: Seeding = {},
) {
  if (isSeeded(db)) return
  await durably(db, (tx) => {
    loadDemoPlaces(tx)
    seedCatalog(tx, now)
    seedFarmTerms(tx, now)
    seedAccounts(tx, now)
    seedCodes(tx, now)
    seedRewards(tx, now)
    seedFreeItems(tx)
    seedShelves(tx)
    seedLots(tx, now)
    seedVideos(tx)
    seedSearches(tx, now)
    seedOrders(tx, now)
    const regulars = addRegulars(tx, now)
    seedPastBoxes(tx, regulars, now)
    seedBoxesByState(tx, regulars, now)
    seedMembersBox(tx, shop, now)
    seedTexts(tx, now)
    seedReferrals(tx, now)
    seedRewardedBox(tx, member(tx), now)
    if (hasWeather) seedWeather(tx, now)
    if (hasParcels) seedParcels(tx, now)
    if (hasParcels) seedEarlyAccess(tx, now)
    if (hasParcels) seedEditedBox(tx, now)
    if (hasWeather) seedClaim(tx, now)
    if (hasWeather) seedReviews(tx, now)
    sortMovementsByTime(tx)
    tx.insert(shopFacts)
      .values({ name: SEEDED, value: String(now) })
      .run()
  })
}

const SEEDED = 'demo_seeded'

const isSeeded = (db: Db) => db.select().from(shopFacts).where(eq(shopFacts.name, SEEDED)).get() !== undefined
