import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { varieties } from '#db/schema/index.ts'
import { importCatalog } from '#src/catalog/import/import.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { world } from '../../support/world.ts'
import {
  changesOf,
  csv,
  EXAMPLE,
  importText,
  NO_CHANGES,
  offer,
  reasonsOf,
  settingsOf,
  variety,
} from './import-folder.ts'

test('GND-32 the documented CSV adds a farm, varieties, offers, prices and stock', async () => {
  const { db, shopper } = await world()
  const outcome = await importCatalog(`${EXAMPLE}.csv`, settingsOf(db))

  expect(changesOf(outcome)).toEqual({
    farms: [1, 0],
    varieties: [2, 0],
    offers: [4, 0],
    counts: 12,
    pictures: 0,
  })
  expect(offer(db, 'devon-chuck-roast', '4 lb')).toMatchObject({
    priceCents: 5900,
    weightGrams: 1814,
    position: 1,
  })
  const page = await (await (await shopper()).visit('/products/devon-chuck-roast')).text()
  for (const word of ['Devon chuck roast', 'Quill Brook Farm', '$38.50', '2½ lb', 'Dry-aged', 'cider']) {
    expect(page).toContain(word)
  }
  expect(ledgerProblems(db)).toEqual([])
})

test('GND-32 the documented JSON equals the documented CSV', async () => {
  const { db } = await world()
  changesOf(await importCatalog(`${EXAMPLE}.csv`, settingsOf(db)))
  expect(changesOf(await importCatalog(`${EXAMPLE}.json`, settingsOf(db)))).toEqual(NO_CHANGES)
})

test('GND-32 importing the same file twice changes nothing', async () => {
  const { db } = await world()
  await importCatalog(`${EXAMPLE}.csv`, settingsOf(db))
  const before = dump(db)
  expect(changesOf(await importCatalog(`${EXAMPLE}.csv`, settingsOf(db)))).toEqual(NO_CHANGES)
  expect(changedTables(before, dump(db))).toEqual([])
})

test('GND-32 one bad row rejects the whole file', async () => {
  const { db } = await world()
  const before = dump(db)
  const bad = readFileSync(`${EXAMPLE}.csv`, 'utf8').replace(',9.90,', ',0.00,')
  const outcome = await importText(db, 'catalog.csv', bad)
  expect(reasonsOf(outcome)).toEqual([
    'line 6: price must be a price in dollars from 0.01 to 10000.00, such as 24.90',
  ])
  expect(changedTables(before, dump(db))).toEqual([])
})

test('GND-32 a CSV with a BOM, CRLF and every cell quoted is read the same', async () => {
  const { db } = await world()
  await importCatalog(`${EXAMPLE}.csv`, settingsOf(db))
  const rows = readFileSync(`${EXAMPLE}.csv`, 'utf8')
  expect(changesOf(await importText(db, 'windows.csv', `\ufeff${rows.replaceAll('\n', '\r\n')}`))).toEqual(
    NO_CHANGES,
  )
  const quoted = csv('"variety_slug","label","price"', '"devon-ground-beef","1 lb","9.90"', '', '')
  expect(changesOf(await importText(db, 'quoted.CSV', quoted))).toEqual(NO_CHANGES)
})

test('GND-32 a new price changes only the offer, which keeps its token', async () => {
  const { db } = await world()
  const before = { shop: dump(db), offer: offer(db, 'grass-fed-ribeye', '14 oz') }
  const file = csv('variety_slug,label,price', 'grass-fed-ribeye,14 oz,33.40')
  expect(changesOf(await importText(db, 'prices.csv', file))).toEqual({ ...NO_CHANGES, offers: [0, 1] })
  expect(changedTables(before.shop, dump(db))).toEqual(['offers', 'shop_versions'])
  expect(offer(db, 'grass-fed-ribeye', '14 oz')).toEqual({ ...before.offer, priceCents: 3340 })
})

test('GND-32 omitted and empty fields stay as they are, and a dash clears a list', async () => {
  const { db } = await world()
  const before = variety(db, 'grass-fed-ribeye')
  const file = csv(
    'variety_slug,label,summary,badges,cooking',
    'grass-fed-ribeye,14 oz,,-,Salt it.| Sear it. ',
  )
  changesOf(await importText(db, 'words.csv', file))
  expect(variety(db, 'grass-fed-ribeye')).toEqual({
    ...before,
    badges: [],
    cooking: ['Salt it.', 'Sear it.'],
  })
})

test('GND-32 a new weight of an existing variety goes after the others', async () => {
  const { db } = await world()
  const last = offer(db, 'grass-fed-ribeye', '4 × 14 oz')
  const file = csv('variety_slug,label,serves,weight_grams,price', 'grass-fed-ribeye,5 lb,10,2268,129.00')
  expect(changesOf(await importText(db, 'new.csv', file)).offers).toEqual([1, 0])
  const added = offer(db, 'grass-fed-ribeye', '5 lb')
  expect(added).toMatchObject({
    position: last.position + 1,
    minQuantity: 1,
    maxQuantity: 100,
    priceCents: 12_900,
  })
  expect(added.token).toMatch(/^[0-9A-Za-z]{22}$/)
})

test('GND-32 markup in a file is shown as text', async () => {
  const { db, shopper } = await world()
  const file = csv('variety_slug,label,summary', 'grass-fed-ribeye,14 oz,<b onclick=alert(1)>Good</b>')
  changesOf(await importText(db, 'markup.csv', file))
  const page = await (await (await shopper()).visit('/products/grass-fed-ribeye')).text()
  expect(page).toContain('&lt;b onclick')
  expect(page).not.toContain('<b onclick')
})

test('GND-32 --replace hides what is not in the file, and shows again what is', async () => {
  const { db } = await world()
  const file = csv('variety_slug,label,price', 'grass-fed-ribeye,14 oz,30.90')
  const shown = () =>
    db.select({ slug: varieties.slug }).from(varieties).where(eq(varieties.hidden, false)).all()
  const all = shown().length
  changesOf(await importText(db, 'all.csv', file, { replace: true }))
  expect(shown()).toEqual([{ slug: 'grass-fed-ribeye' }])
  expect(changesOf(await importText(db, 'all.csv', file, { replace: true }))).toEqual(NO_CHANGES)
  const slugs = db.select({ slug: varieties.slug }).from(varieties).all()
  const back = { varieties: slugs }
  changesOf(await importText(db, 'back.json', JSON.stringify(back), { replace: true }))
  expect(shown().length).toBe(all)
})
