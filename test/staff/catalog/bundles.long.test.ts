import { expect, test } from 'vitest'
import { bundles } from '#db/schema/index.ts'
import { exportCatalog } from '#src/catalog/import/export.ts'
import { expectOk, offerToken } from '../../support/buying.ts'
import { actionsOf, catalogDesk } from '../../support/catalog-desk.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { fieldsOf } from '../../support/form-fields.ts'
import type { World } from '../../support/world.ts'

const PATH = '/staff/catalog/bundles'

const bundleNamed = ({ db }: World, name: string) =>
  exportCatalog(db).bundles.find((one) => one.name === name)

const WEEKEND = {
  name: 'Weekend box',
  summary: 'A roast and two steaks.',
  price: '89.00',
  group_0_name: 'One roast',
  group_0_slots: '1',
  group_0_choice_0: 'whole-chicken, 3.5 lb',
  group_1_name: 'Two steaks',
  group_1_slots: '2',
  group_1_choice_0: 'grass-fed-ribeye, 10 oz',
  group_1_choice_3: 'grass-fed-ribeye, 14 oz',
}

test('STF-5 CAT-8 staff add a bundle with a form, and a customer fills it at its price', async () => {
  const { shop, ruth } = await catalogDesk()
  const page = await (await ruth.visit(PATH)).text()
  expect(page).toContain(
    '<option value="grass-fed-ribeye, 10 oz">Grass-fed ribeye, Three Larks Ranch</option>',
  )
  const added = await ruth.submit('POST', PATH, WEEKEND)
  expect(added.headers.get('location')).toBe(`${PATH}/weekend-box`)
  const again = await ruth.submit('POST', PATH, WEEKEND)
  expect(again.headers.get('location')).toBe(`${PATH}/weekend-box`)
  expect(bundleNamed(shop, 'Weekend box')).toMatchObject({
    handle: 'weekend-box',
    price: '89.00',
    hidden: 'no',
    groups: [
      { name: 'One roast', slots: 1, choices: [{ variety: 'whole-chicken', label: '3.5 lb' }] },
      {
        name: 'Two steaks',
        slots: 2,
        choices: [
          { variety: 'grass-fed-ribeye', label: '10 oz' },
          { variety: 'grass-fed-ribeye', label: '14 oz' },
        ],
      },
    ],
  })
  expect(actionsOf(shop, 'bundle.added')).toMatchObject([
    { subjectKind: 'bundle', subjectToken: 'weekend-box', detail: { price: '$89.00' } },
  ])

  const ana = await shop.shopper()
  await ana.visit('/first-box?bundle=weekend-box')
  const [roast, steak] = [offerToken(shop.db, 'whole-chicken'), offerToken(shop.db, 'grass-fed-ribeye')]
  await expectOk(ana.call('POST', '/cart/bundles/weekend-box', { choices: [roast, steak, steak] }))
  expect(await (await ana.visit('/cart')).text()).toContain('$89.00')
})

test("STF-5 staff change a bundle's groups and choices, and a hidden one is no longer sold", async () => {
  const { shop, ruth } = await catalogDesk()
  await ruth.submit('POST', PATH, WEEKEND)
  const path = `${PATH}/weekend-box`
  const opened = fieldsOf(await (await ruth.visit(path)).text(), path)
  const changed = {
    ...opened,
    price: '79.00',
    hidden: 'yes',
    group_0_name: '',
    group_0_choice_0: '',
    group_1_choice_2: 'whole-chicken, 3.5 lb',
  }
  expect((await ruth.submit('POST', path, changed)).status).toBe(303)
  expect(bundleNamed(shop, 'Weekend box')).toMatchObject({
    price: '79.00',
    groups: [{ name: 'Two steaks', choices: [{}, {}, { variety: 'whole-chicken', label: '3.5 lb' }] }],
  })
  expect(actionsOf(shop, 'bundle.changed')).toMatchObject([{ detail: { after: { price: '$79.00' } } }])
  const ana = await shop.shopper()
  expect(await (await ana.visit('/first-box')).text()).not.toContain('Weekend box')
  const choices = [offerToken(shop.db, 'grass-fed-ribeye')]
  expect((await ana.call('POST', '/cart/bundles/weekend-box', { choices })).status).toBe(404)
})

const REFUSED: [what: string, wrong: Record<string, string>, sentence: string][] = [
  ['a name that is taken', { name: 'weekend BOX' }, 'Name belongs to another bundle of the shop.'],
  [
    'no group',
    { group_0_name: '', group_0_choice_0: '', group_1_name: '', group_1_choice_0: '', group_1_choice_3: '' },
    'Please add at least one group, with what can be picked.',
  ],
  [
    'a choice without its size',
    { group_0_choice_0: 'Roast' },
    'Group 1: please write each choice as product and size, such as grass-fed-ribeye, 10 oz.',
  ],
  [
    'an offer that is gone',
    { group_0_choice_0: 'whole-chicken, 99 lb' },
    'There is no offer whole-chicken “99 lb”.',
  ],
  ['a group without a name', { group_0_name: '' }, 'Group 1: please enter a name of up to 60 characters.'],
  ['one offer twice', { group_1_choice_1: 'grass-fed-ribeye, 10 oz' }, 'is in bundle'],
  [
    'too many to pick',
    { group_1_slots: '11' },
    'Group 2: how many to pick must be a whole number from 1 to 10.',
  ],
  ['a price of nothing', { price: '0' }, 'Price in dollars must be'],
]

test.for(REFUSED)(
  'STF-5 refuses %s, keeps what was typed and changes nothing',
  async ([, wrong, sentence]) => {
    const { shop, ruth } = await catalogDesk()
    await ruth.submit('POST', PATH, WEEKEND)
    const before = dump(shop.db, ['sessions'])
    const refused = await ruth.submit('POST', PATH, { ...WEEKEND, name: 'Other box', ...wrong })
    const html = await refused.text()
    expect([refused.status, html.includes('A roast and two steaks.')]).toEqual([422, true])
    expect(html).toContain(sentence)
    expect(changedTables(before, dump(shop.db, ['sessions']))).toEqual([])
    expect(shop.db.select().from(bundles).all()).toHaveLength(3)
  },
)

test('STF-5 of two people editing one bundle, the second sees both versions', async () => {
  const { ruth } = await catalogDesk()
  const path = `${PATH}/standard`
  const opened = fieldsOf(await (await ruth.visit(path)).text(), path)
  await expectOk(ruth.call('POST', path, { price: '139.00' }))
  const stale = await ruth.submit('POST', path, { ...opened, price: '129.00', group_0_name: 'Mains' })
  const html = await stale.text()
  expect(stale.status).toBe(409)
  for (const words of ['139.00', '129.00', 'Mains']) expect(html).toContain(words)
})
