import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundles, farms, offers, varieties } from '#db/schema/index.ts'
import { exportCatalog } from '#src/catalog/import/export.ts'
import { importCatalog, previewImport } from '#src/catalog/import/import.ts'
import { describeDifferences } from '#src/catalog/import/report.ts'
import { assertDay } from '#src/day.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { type World, world } from '../../support/world.ts'
import { changesOf, desk, NO_CHANGES, settingsOf } from './import-folder.ts'

const PROOF = {
  badge: 'Organic',
  claim: 'Organic pasture',
  evidence: 'Certificate 1',
  checkedOn: assertDay('2026-03-14'),
}

/** Adds what the demo's catalog may lack. */
function stockedShop({ db }: World) {
  const [first, second] = db.select().from(offers).limit(2).all()
  if (!first || !second) throw new Error('the demo has no offers')
  db.update(offers)
    .set({ poundCents: 900, maxGrams: 4_082, priceCents: 8_100, tareGrams: 40 })
    .where(eq(offers.id, first.id))
    .run()
  db.update(offers).set({ gtin: '00012345600012', minDaysAtHome: 3 }).where(eq(offers.id, second.id)).run()
  db.update(farms)
    .set({
      badges: ['Organic'],
      badgeProofs: [{ ...PROOF, validUntil: null }],
      quote: 'Grass first.',
      showsPlace: true,
    })
    .where(eq(farms.id, 1))
    .run()
  return db
}

const exported = (shop: World, { write } = desk()) =>
  write('catalog.json', JSON.stringify(exportCatalog(shop.db), null, 2))

const TEXT = fc
  .string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'abc “é<&;|\'"') })
  .map((text) => `x${text.trim()}`)
const TEXTS = fc.uniqueArray(TEXT, { maxLength: 4 })

const FARM = fc.record({
  name: TEXT,
  story: TEXT,
  practices: TEXTS,
  badges: TEXTS,
  quote: fc.option(TEXT),
  founded: fc.option(fc.integer({ min: 1700, max: 2020 })),
  showsPlace: fc.boolean(),
})
const VARIETY = fc.record({
  name: TEXT,
  summary: TEXT,
  story: TEXT,
  raised: TEXT,
  cooking: TEXTS,
  badges: TEXTS,
  hidden: fc.boolean(),
  featuredRank: fc.integer({ min: 1, max: 2_000 }),
  nutrition: fc.dictionary(
    fc.constantFrom('calories', 'proteinGrams', 'sodiumMg'),
    fc.integer({ min: 0, max: 900 }),
    { noNullPrototype: true },
  ),
})
const OFFER = fc.record({
  serves: TEXT,
  tareGrams: fc.nat({ max: 90 }),
  minDaysAtHome: fc.nat({ max: 9 }),
  gtin: fc.constantFrom(null, '00000096385074'),
  position: fc.nat({ max: 9 }),
})
const BUNDLE = fc.record({
  name: TEXT,
  summary: TEXT,
  priceCents: fc.integer({ min: 1, max: 90_000 }),
  position: fc.nat({ max: 9 }),
  hidden: fc.boolean(),
})

test('STF-5 for any catalog, importing its export changes nothing and undoes later changes', async () => {
  const shop = await world()
  const db = stockedShop(shop)
  const file = exported(shop)
  expect(changesOf(await importCatalog(file, settingsOf(db)))).toEqual(NO_CHANGES)
  const before = exportCatalog(db)
  await fc.assert(
    fc.asyncProperty(FARM, VARIETY, OFFER, BUNDLE, async (farm, variety, offer, bundle) => {
      db.update(farms).set(farm).where(eq(farms.id, 2)).run()
      db.update(varieties).set(variety).where(eq(varieties.farmId, 2)).run()
      db.update(offers).set(offer).where(eq(offers.id, 9)).run()
      db.update(bundles).set(bundle).where(eq(bundles.id, 1)).run()
      const changed = exported(shop)
      const held = exportCatalog(db)
      expect(changesOf(await importCatalog(changed, settingsOf(db)))).toEqual(NO_CHANGES)
      expect(exportCatalog(db)).toEqual(held)
      await importCatalog(file, settingsOf(db))
      expect(exportCatalog(db)).toEqual(before)
    }),
    { numRuns: 6 },
  )
})

test('STF-5 a dry run lists every field that would change, and changes nothing', async () => {
  const shop = await world()
  const db = stockedShop(shop)
  const file = exported(shop)
  db.update(offers).set({ poundCents: 1_000, priceCents: 9_000 }).where(eq(offers.id, 1)).run()
  db.update(farms).set({ quote: null }).where(eq(farms.id, 1)).run()
  db.update(varieties).set({ hidden: true }).where(eq(varieties.id, 4)).run()
  const before = dump(db)
  const read = await previewImport(file, settingsOf(db))
  if (!read.ok) throw new Error('the export was refused')
  expect(changedTables(before, dump(db))).toEqual([])
  expect(read.differences.map(({ kind, field, before, after }) => [kind, field, before, after])).toEqual([
    ['farm', 'quote', 'none', 'Grass first.'],
    ['variety', 'hidden', 'yes', 'no'],
    ['offer', 'price', '$90.00', '$81.00'],
    ['offer', 'pound price', '$10.00', '$9.00'],
  ])
  expect(describeDifferences(read.differences)[0]).toMatch(/^farm \S+: quote: none -> Grass first\.$/)
})
