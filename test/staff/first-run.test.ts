import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { gramsOf } from '#src/staff/catalog/typed-weight.ts'
import { firstSteps, openingOf } from '#src/staff/first-run.ts'
import { signedIn } from '../support/account.ts'
import { expectOk } from '../support/buying.ts'
import { RUTH } from '../support/staff.ts'
import { trailOf } from '../support/trail.ts'
import { world } from '../support/world.ts'

const FARM = { name: 'Juniper Ridge', postal_code: '83843', region: 'Palouse', story: 'Two sisters.' }
const PRODUCT = {
  ...{ name: 'Rack of hill lamb', animal: 'lamb', cut: 'Lamb rack', summary: 'Small racks.' },
  ...{ story: 'Slow.', raised: 'On grass.' },
}

test('STF-10 staff add a farm, a product, a size and stock once, which sell immediately', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const add = async (path: string, fields: Record<string, unknown>) =>
    (await (await expectOk(ruth.call('POST', path, fields))).json()) as { token: string }
  const farm = await add('/staff/catalog/farms', FARM)
  expect(farm).toMatchObject({ token: 'juniper-ridge', state: 'ID', town: 'Moscow' })
  const product = await add(`/staff/catalog/farms/${farm.token}/varieties`, PRODUCT)
  expect(product).toMatchObject({ token: 'rack-of-hill-lamb', cut: 'lamb-rack' })
  const withoutSize = await (await ruth.visit(`/staff/catalog/varieties/${product.token}`)).text()
  expect(withoutSize).toContain('<a href="/staff/catalog/farms/juniper-ridge">Juniper Ridge</a>')
  const path = `/staff/catalog/varieties/${product.token}/offers`
  const size = { label: '14 oz', weight: '14 oz', serves: '2', price: '24.90' }
  const offer = await add(path, size)
  expect(offer).toMatchObject({ weight_grams: 397, price: '24.90' })
  expect((await ruth.call('POST', path, { ...size, price: '25.90' })).status).toBe(422)
  expect((await ruth.call('POST', '/staff/catalog/farms', { ...FARM, region: 'Yakima' })).status).toBe(422)

  const stock = `/staff/catalog/offers/${offer.token}/stock`
  const change = { center: '1', change: '40', reason: 'First freezer', seen_units: '0' }
  await expectOk(ruth.call('POST', stock, change))
  expect((await ruth.call('POST', stock, change)).status).toBe(409)
  const tooMany = await ruth.call('POST', stock, { ...change, change: '-100', seen_units: '40' })
  expect((await tooMany.json()).message).toBe('Only 40 are there to remove. Nothing was changed.')
  const page = await (await (await shop.shopper()).visit(`/products/${product.token}`)).text()
  expect([page.includes('Rack of hill lamb'), page.includes('$24.90')]).toEqual([true, true])
  const farmPage = await (await (await shop.shopper()).visit('/farms/juniper-ridge')).text()
  expect([farmPage.includes('Cuts we sell'), farmPage.includes('Badges with proof')]).toEqual([true, false])
})

test('STF-10 a farm, a product or a size that is sent twice leads to the one it added', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const addTwice = async (path: string, fields: Record<string, string>) => {
    const answers = await Promise.all([ruth.submit('POST', path, fields), ruth.submit('POST', path, fields)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const [first, second] = answers.map(({ headers }) => headers.get('location'))
    expect(second).toBe(first)
    return first
  }
  expect(await addTwice('/staff/catalog/farms', FARM)).toBe('/staff/catalog/farms/juniper-ridge')
  const product = '/staff/catalog/varieties/rack-of-hill-lamb'
  expect(await addTwice('/staff/catalog/farms/juniper-ridge/varieties', PRODUCT)).toBe(product)
  const size = { label: '14 oz', weight: '14 oz', serves: '2', price: '24.90' }
  const offer = await addTwice(`${product}/offers`, size)
  expect(offer).toContain('/staff/catalog/offers/')
  const byWeight = {
    label: 'Rack',
    weight: '2 lb',
    serves: '4',
    price_per_pound: '18.00',
    max_weight: '3 lb',
  }
  expect(await addTwice(`${product}/offers`, byWeight)).not.toBe(offer)
  const added = trailOf(shop).map(({ verb }) => verb)
  expect(added.filter((verb) => verb.endsWith('.added')).sort()).toEqual([
    'farm.added',
    'offer.added',
    'offer.added',
    'variety.added',
  ])
})

test('STF-10 an empty field, an unknown ZIP and two prices are refused at their fields', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const errorsOf = async (path: string, fields: Record<string, unknown>) => {
    const answer = await ruth.call('POST', path, fields)
    return [answer.status, Object.keys((await answer.json()).errors)]
  }
  expect(await errorsOf('/staff/catalog/farms', { ...FARM, name: ' ', postal_code: '00000' })).toEqual([
    422,
    ['name', 'postal_code'],
  ])
  const size = { label: 'Big', weight: 'two', serves: '2', price: '5.00', price_per_pound: '4.00' }
  expect(await errorsOf('/staff/catalog/varieties/demo-fifty/offers', size)).toEqual([
    422,
    ['weight', 'price', 'max_weight'],
  ])
})

test('STF-10 a live shop lists what is missing, in order', async () => {
  const shop = await world()
  const live = { ...shop.services.config, demo: false }
  const steps = firstSteps(shop.db, live)
  expect(openingOf(steps)?.next.id).toBe('identity')
  expect(steps.filter(({ isDone }) => isDone).map(({ id }) => id)).toEqual(
    expect.arrayContaining(['farm', 'product', 'offer', 'stock']),
  )
  shop.db.run(sql`update varieties set hidden = 1`)
  const states = Object.fromEntries(firstSteps(shop.db, live).map(({ id, isDone }) => [id, isDone]))
  expect(states).toMatchObject({ farm: true, product: false, offer: false, stock: false })
  expect(firstSteps(shop.db, { ...live, demo: true })).toEqual([])
})

test("STF-10 the list links to the import and to a farm's terms, and checks for test keys only with payments", async () => {
  const shop = await world()
  const live = { ...shop.services.config, demo: false }
  const { payments } = live
  const states = (config = live) =>
    Object.fromEntries(firstSteps(shop.db, config).map(({ id, isDone }) => [id, isDone]))
  expect(states()).toMatchObject({ payments: false, farm_terms: true })
  expect(states()).not.toHaveProperty('test_keys')
  const withTestKeys = { ...payments, embedded: false, livemode: false }
  expect(states({ ...live, payments: withTestKeys })).toMatchObject({ payments: true, test_keys: false })

  const ruth = await signedIn(shop, RUTH)
  await expectOk(ruth.call('POST', '/staff/catalog/farms', FARM))
  const steps = firstSteps(shop.db, live)
  expect(steps.find(({ id }) => id === 'farm')?.otherWay?.path).toBe('/staff/catalog/import')
  expect(steps.find(({ id }) => id === 'farm_terms')).toMatchObject({
    isDone: false,
    path: '/staff/farms/juniper-ridge/terms',
  })
})

test('STF-10 the list leads to each farm and product without a picture, then says that all have one', async () => {
  const shop = await world()
  const live = { ...shop.services.config, demo: false }
  const pictures = () => firstSteps(shop.db, live).find(({ id }) => id === 'pictures')
  expect(pictures()).toMatchObject({ isDone: true, isAdvice: true })
  const ruth = await signedIn(shop, RUTH)
  await expectOk(ruth.call('POST', '/staff/catalog/farms', FARM))
  expect(pictures()).toMatchObject({ isDone: false, path: '/staff/catalog/farms/juniper-ridge/pictures' })
  shop.db.run(sql`update farms set picture = 'farm-three-larks-ranch' where slug = 'juniper-ridge'`)
  await expectOk(ruth.call('POST', '/staff/catalog/farms/juniper-ridge/varieties', PRODUCT))
  expect(pictures()).toMatchObject({
    isDone: false,
    path: '/staff/catalog/varieties/rack-of-hill-lamb/pictures',
  })
  shop.db.run(sql`update varieties set hidden = 1 where slug = 'rack-of-hill-lamb'`)
  expect(pictures()).toMatchObject({ isDone: true })
})

test('weights are parsed as people write them', () => {
  const typed = ['14 oz', '1 lb 4 oz', '1.5 lbs', '400 g', '2 pounds', 'two', '14', '']
  expect(typed.map(gramsOf)).toEqual([397, 567, 680, 400, 907, null, null, null])
})
