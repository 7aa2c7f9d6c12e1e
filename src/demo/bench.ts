import { eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { fulfillmentCenters, offers, shopFacts, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { receiveUnits } from '../stock/stock.ts'
import { chance } from '../tokens.ts'

const OFFERS = 10_000
const PER_VARIETY = 4
const UNITS = 1_000_000
const ROOMY_DAY = 10_000_000
const FIRST_CENTER = 1
const DONE = 'bench_seeded'

/**
 * For measurements: 10,000 offers more, ship days that never fill, and `race-fifty`, of which the first center has
 * fifty units. Once a shop; made of copies of the demo's varieties, so that rows are as wide as real ones.
 */
export async function seedBenchShelves(db: Db, now: Instant) {
  await durably(db, (tx) => {
    if (tx.select().from(shopFacts).where(eq(shopFacts.name, DONE)).get()) return
    const models = tx.select().from(varieties).orderBy(varieties.id).all()
    for (let index = 0; index < OFFERS / PER_VARIETY; index++) {
      const model = models[index % models.length]
      if (model) addCopy(tx, model, `bench-${index}`, `${model.name} no. ${index}`, now)
    }
    const [first] = models
    if (first) addRace(tx, first, now)
    tx.update(fulfillmentCenters).set({ dailyCapacity: ROOMY_DAY }).run()
    tx.insert(shopFacts)
      .values({ name: DONE, value: String(now) })
      .run()
  })
}

type Model = typeof varieties.$inferSelect

function addCopy(tx: DurableTx, { id: _, ...model }: Model, slug: string, name: string, now: Instant) {
  const row = { ...model, slug, name, family: slug, featuredRank: 1_000 }
  const variety = tx.insert(varieties).values(row).returning({ id: varieties.id }).get()
  for (let position = 0; position < PER_VARIETY; position++) {
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

function addRace(tx: DurableTx, { id: _, ...model }: Model, now: Instant) {
  const row = { ...model, slug: 'race-fifty', family: 'race-fifty', name: 'Race share', featuredRank: 2_000 }
  const variety = tx.insert(varieties).values(row).returning({ id: varieties.id }).get()
  addOffer(tx, variety.id, { label: '2 lb', weightGrams: 907, priceCents: 5_200, position: 0 }, 50, now)
}

type Pack = { label: string; weightGrams: number; priceCents: number; position: number }

function addOffer(tx: DurableTx, varietyId: number, pack: Pack, quantity: number, now: Instant) {
  const row = { ...pack, varietyId, serves: '2', token: chance.token() }
  const offer = tx.insert(offers).values(row).returning({ id: offers.id }).get()
  receiveUnits(tx, FIRST_CENTER, [{ offerId: offer.id, quantity }], now, 'bench')
}
