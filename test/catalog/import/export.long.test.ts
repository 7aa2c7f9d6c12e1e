import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDatabase } from '#db/client.ts'
import { offers, varieties } from '#db/schema/index.ts'
import { exportCatalog } from '#src/catalog/import/export.ts'
import { importCatalog } from '#src/catalog/import/import.ts'
import { openShop } from '#src/commands/open-shop.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { testConfig, world } from '../../support/world.ts'
import { changesOf, desk, NO_CHANGES, settingsOf } from './import-folder.ts'

test('OPS-8 importing an export changes nothing, and undoes later changes', async () => {
  const { db } = await world()
  db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'demo-fifty')).run()
  const file = desk().write('catalog.json', JSON.stringify(exportCatalog(db), null, 2))
  const before = dump(db)
  expect(changesOf(await importCatalog(file, settingsOf(db)))).toEqual(NO_CHANGES)
  expect(changedTables(before, dump(db))).toEqual([])

  db.run(sql`update ${offers} set price_cents = price_cents + 1`)
  db.run(sql`update ${varieties} set hidden = not hidden, story = 'Something else.'`)
  await importCatalog(file, settingsOf(db))
  const changed = changedTables(before, dump(db))
  expect(changed.filter((table) => !table.endsWith('_versions'))).toEqual([])
})

test("OPS-8 a shop without a catalog can import another shop's export", async () => {
  const { db } = await world()
  const exported = exportCatalog(db)
  const file = desk().write('catalog.json', JSON.stringify(exported))
  const empty = await openShop({ ...testConfig, demo: false, databasePath: ':memory:' })
  expect(await importCatalog(file, settingsOf(empty))).toMatchObject({ ok: true })
  expect(withoutZeros(exportCatalog(empty))).toEqual(withoutZeros(exported))
  closeDatabase(empty)
})

/** Zero units are the same as no stock row. */
const withoutZeros = (catalog: object) =>
  JSON.parse(JSON.stringify(catalog, (_, value: unknown) => (value === 0 ? undefined : value))) as unknown
