import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { bundleRows } from '#src/catalog/import/bundle-rows.ts'
import { exportCatalog } from '#src/catalog/import/export.ts'
import { importCatalog } from '#src/catalog/import/import.ts'
import { describePlan } from '#src/catalog/import/report.ts'
import { addBundleTo, choicesFor } from '../../support/bundles.ts'
import { expectOk } from '../../support/buying.ts'
import { world } from '../../support/world.ts'
import { desk, reasonsOf, settingsOf } from './import-folder.ts'

const RIBEYE = { variety: 'grass-fed-ribeye', label: '14 oz' }
const TRIO = {
  handle: 'trio',
  name: 'Trio',
  summary: 'Three steaks.',
  price: '75.00',
  groups: [{ name: 'Three steaks', slots: 3, choices: [RIBEYE, { variety: 'angus-filet', label: '6 oz' }] }],
}

const importing = (db: Db, content: object) =>
  importCatalog(desk().write('catalog.json', JSON.stringify(content)), settingsOf(db))

const shelf = (db: Db) => bundleRows(db).map(({ handle, priceCents }) => [handle, priceCents])

test('CAT-8 OPS-8 an import adds a bundle, changes only the fields in the file, and keeps the rest', async () => {
  const { db } = await world()
  const added = await importing(db, { bundles: [TRIO] })
  expect(added.ok && describePlan(added.plan)).toContain('bundles: 1 added, 0 changed')
  expect(shelf(db)).toEqual([
    ['standard', 9_900],
    ['family', 14_900],
    ['trio', 7_500],
  ])
  const again = await importing(db, { bundles: [TRIO] })
  expect(again.ok && describePlan(again.plan)).toEqual(['0 changed: the shop already matches the file.'])
  await importing(db, { bundles: [{ handle: 'trio', price: '70.00' }] })
  expect(bundleRows(db)[2]).toMatchObject({ priceCents: 7_000, groups: TRIO.groups, hidden: false })
  await importing(db, { bundles: [{ handle: 'trio', hidden: 'yes' }] })
  expect(bundleRows(db)[2]).toMatchObject({ priceCents: 7_000, hidden: true })
})

test.each([
  ['needs all fields', { handle: 'trio' }, 'bundle trio is new and still needs name, summary, price, groups'],
  [
    'knows its offers',
    { ...TRIO, groups: [{ ...TRIO.groups[0], choices: [{ variety: 'x', label: 'y' }] }] },
    'there is no offer x “y”',
  ],
  [
    'has fixed weights',
    {
      ...TRIO,
      groups: [{ ...TRIO.groups[0], choices: [{ variety: 'demo-by-weight', label: 'about 8 lb' }] }],
    },
    'sold by weight',
  ],
  [
    'names an offer once',
    { ...TRIO, groups: [{ ...TRIO.groups[0], choices: [RIBEYE, RIBEYE] }] },
    'is in bundle trio twice',
  ],
  [
    'has 10 slots at most',
    {
      ...TRIO,
      groups: [
        { ...TRIO.groups[0], slots: 9 },
        { name: 'B', slots: 2, choices: [{ variety: 'angus-filet', label: '2 × 6 oz' }] },
      ],
    },
    'has 11 slots',
  ],
  ['has slots', { ...TRIO, groups: [{ ...TRIO.groups[0], slots: 0 }] }, 'whole number from 1 to 10'],
])(
  'CAT-8 OPS-8 a bundle %s: a file that breaks this changes nothing and gets an error with its line',
  async (_, bundle, reason) => {
    const { db } = await world()
    const result = await importing(db, { bundles: [bundle] })
    expect(reasonsOf(result).join('\n')).toMatch(/^line 1: /)
    expect(reasonsOf(result).join('\n')).toContain(reason)
    expect(shelf(db)).toHaveLength(2)
  },
)

test('CAT-8 OPS-8 changing a bundle leaves those in carts as they were picked', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  await expectOk(addBundleTo(ana, 'standard', choicesFor(shop.db, 'standard')))
  await importing(shop.db, { bundles: [{ handle: 'standard', price: '109.00', groups: TRIO.groups }] })
  const words = (await (await ana.visit('/cart')).text()).replace(/<[^>]+>/g, '')
  expect(words).toContain('$99.00')
  expect(words).toContain('1 × Grass-fed ribeye, 14 oz')
})

test('CAT-8 STF-5 an offer in a bundle cannot be sold by weight until it is removed, so that every export can be imported', async () => {
  const { db } = await world()
  const byWeight = { ...RIBEYE, price_per_pound: '22.00', max_weight_grams: 500 }
  await importing(db, { bundles: [TRIO] })
  const refused = await importing(db, { offers: [byWeight] })
  expect(reasonsOf(refused)).toContain(
    "line 1: grass-fed-ribeye “14 oz” is sold by weight, so it can't be in a bundle such as Trio",
  )
  expect(await importing(db, exportCatalog(db))).toMatchObject({ ok: true })
  const without = bundleRows(db).map((bundle) => ({
    handle: bundle.handle,
    groups: bundle.groups.map((group) => ({
      ...group,
      choices: group.choices.filter(
        ({ variety, label }) => variety !== RIBEYE.variety || label !== RIBEYE.label,
      ),
    })),
  }))
  expect(await importing(db, { bundles: without, offers: [byWeight] })).toMatchObject({ ok: true })
  expect(await importing(db, exportCatalog(db))).toMatchObject({ ok: true })
})
