import { eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { fulfillmentCenters, offers, shopFacts, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { receiveUnits } from '../stock/stock.ts'
import { random } from '../tokens.ts'

const OFFERS = 10_000
const OFFERS_PER_VARIETY = 4
const UNITS = 1_000_000
const DAILY_CAPACITY = 10_000_000
const FIRST_CENTER = 1
const SEEDED = 'bench_seeded'

/**
 * For benchmarks: 10,000 more offers, ship days that never fill, and `race-fifty` with fifty units in the first
 * center. Runs once per shop. Copies the demo's varieties, so that rows are as wide as real ones.
 */
export async function seedBenchShelves(db: Db, now: Instant) {
  await durably(db, (tx) => {
    if (tx.select().from(shopFacts).where(eq(shopFacts.name, SEEDED)).get()) return
    const templates = tx.select().from(varieties).orderBy(varieties.id).all()
    for (let index = 0; index < OFFERS / OFFERS_PER_VARIETY; index++) {
      const template = templates[index % templates.length]
      if (template) addCopy(tx, template, `bench-${index}`, `${template.name} no. ${index}`, now)
    }
    const [first] = templates
    if (first) addRaceOffer(tx, first, now)
    tx.update(fulfillmentCenters).set({ dailyCapacity: DAILY_CAPACITY }).run()
    tx.insert(shopFacts)
      .values({ name: SEEDED, value: String(now) })
      .run()
  })
}

type Template = typeof varieties.$inferSelect

function addCopy(tx: DurableTx, { id: _, ...template }: Template, slug: string, name: string, now: Instant) {
  const row = { ...template, slug, name, family: slug, featuredRank: 1_000 }
  const variety = tx.insert(varieties).values(row).returning({ id: varieties.id }).get()
  for (let position = 0; position < OFFERS_PER_VARIETY; position++) {
    const weightGrams = 300 * (position + 1)
    addOffer(
      tx,
      variety.id,
      { label: `${weightGrams} g`, weightGrams, priceCents: 5_500 + 900 * position, position },
      UNITS,
      now,
    )
  }
}

function addRaceOffer(tx: DurableTx, { id: _, ...template }: Template, now: Instant) {
  const row = {
    ...template,
    slug: 'race-fifty',
    family: 'race-fifty',
    name: 'Race share',
    featuredRank: 2_000,
  }
  const variety = tx.insert(varieties).values(row).returning({ id: varieties.id }).get()
  addOffer(tx, variety.id, { label: '2 lb', weightGrams: 907, priceCents: 5_200, position: 0 }, 50, now)
}

type Pack = { label: string; weightGrams: number; priceCents: number; position: number }

function addOffer(tx: DurableTx, varietyId: number, pack: Pack, quantity: number, now: Instant) {
  const row = { ...pack, varietyId, serves: '2', token: random.token() }
  const offer = tx.insert(offers).values(row).returning({ id: offers.id }).get()
  receiveUnits(tx, FIRST_CENTER, [{ offerId: offer.id, quantity }], now, 'bench')
}
