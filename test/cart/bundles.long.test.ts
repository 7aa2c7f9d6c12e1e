import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { offers, orderBundles, varieties } from '#db/schema/index.ts'
import { signedIn } from '../support/account.ts'
import { addBundleTo, bundleIn, choicesFor, stockUp } from '../support/bundles.ts'
import { expectOk, offerToken } from '../support/buying.ts'
import { world } from '../support/world.ts'

async function shopWithAna() {
  const shop = await world()
  return { shop, db: shop.db, ana: await shop.shopper() }
}

type Answer = {
  status: number
  message: string
  line_token: string
  bundles: { handle: string; price_cents: number; groups: WireGroup[] }[]
  sold_out: { instead: { bid_item_token: string }[] }[]
}
type WireGroup = { name: string; slots: number; choices: object[] }

const json = async (response: Promise<Response>): Promise<Answer> => {
  const answer = await response
  return { ...((await answer.json()) as Answer), status: answer.status }
}

describe('CAT-8 the page and its JSON', () => {
  test('CAT-8 the JSON lists the bundles with groups, slots and choices, and how many of each are available', async () => {
    const { db, ana } = await shopWithAna()
    const { bundles } = await json(ana.call('GET', '/first-box'))
    expect(bundles.map(({ handle, price_cents }) => [handle, price_cents])).toEqual([
      ['standard', 9_900],
      ['family', 14_900],
    ])
    const { name, slots, choices } = bundles[1]!.groups[0]!
    expect([name, slots]).toEqual(['Two steaks', 2])
    expect(choices[0]).toEqual({
      bid_item_token: offerToken(db, 'grass-fed-ribeye', 1),
      name: 'Grass-fed ribeye, 14 oz',
      available: 82,
    })
  })

  test('CAT-8 an offer that is hidden or now sold by weight is not a choice', async () => {
    const { db } = await shopWithAna()
    const before = bundleIn(db, 'standard').groups[0]!.choices.map(({ slug }) => slug)
    db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'bison-ribeye')).run()
    db.update(offers)
      .set({ poundCents: 2_000, maxGrams: 900 })
      .where(eq(offers.token, offerToken(db, 'criollo-sirloin', 1)))
      .run()
    const left = bundleIn(db, 'standard').groups[0]!.choices.map(({ slug }) => slug)
    expect(left).toEqual(before.filter((slug) => slug !== 'bison-ribeye' && slug !== 'criollo-sirloin'))
  })

  test('CAT-8 the page is a form that works without scripts: a number field per cut, and a button', async () => {
    const { db, ana } = await shopWithAna()
    const html = await (await ana.visit('/first-box?bundle=family')).text()
    expect(html).toContain('action="/cart/bundles/family"')
    for (const token of choicesFor(db, 'family')) expect(html).toContain(`name="counts[${token}]"`)
    expect(html).toContain('Add to Box · $149.00')
    const picks = Object.fromEntries(
      [...new Set(choicesFor(db, 'family'))].map((token) => [`counts[${token}]`, '1']),
    )
    const [first] = bundleIn(db, 'family').groups
    picks[`counts[${first!.choices[0]!.token}]`] = '2'
    picks[`counts[${first!.choices[1]!.token}]`] = '0'
    const added = await ana.submit('POST', '/cart/bundles/family', picks)
    expect([added.status, added.headers.get('location')]).toEqual([303, '/cart'])
    expect(await (await ana.visit('/cart')).text()).toContain('Family first box')
  })

  test('CAT-8 CAT-1 its banner is on the home page and the 404 pages while bundles are for sale', async () => {
    const { db, ana } = await shopWithAna()
    for (const path of ['/', '/no-such-page', '/products/no-such-cut'])
      expect(await (await ana.visit(path)).text()).toContain('href="/first-box?bundle=family"')
    db.run(sql`update bundles set hidden = 1`)
    expect(await (await ana.visit('/')).text()).not.toContain('/first-box')
    expect((await ana.visit('/first-box')).status).toBe(404)
  })
})

describe('CAT-8 adding', () => {
  test('CAT-8 a bundle goes into the cart as one line at its fixed price', async () => {
    const { shop, db, ana } = await shopWithAna()
    const added = await json(addBundleTo(ana, 'family', choicesFor(db, 'family')))
    expect(added).toMatchObject({
      status: 200,
      quantity: 1,
      price_cents: 14_900,
      item_total_cents: 14_900,
      item_count: 9,
      subtotal_cents: 14_900,
    })
    expect(shop.db.select().from(orderBundles).all()).toHaveLength(1)
    const html = await (await ana.visit('/cart')).text()
    expect(html.match(/class="cart-line[ "]/g)).toHaveLength(1)
    expect(html).toContain('Family first box')
    expect(html).toContain('Delivery is free')
  })

  test('CAT-8 an incomplete bundle is rejected: the response lists what is missing, and nothing changes', async () => {
    const { db, ana } = await shopWithAna()
    const [steak, ...rest] = choicesFor(db, 'standard')
    const short = await json(addBundleTo(ana, 'standard', rest))
    expect(short).toMatchObject({ status: 422, missing: [{ name: 'One steak', slots: 1, missing: 1 }] })
    expect(short.message).toBe("Your box isn't full yet. One steak: pick 1 more.")
    const over = await json(addBundleTo(ana, 'standard', [steak!, steak!, ...rest]))
    expect(over).toMatchObject({ status: 422, missing: [{ name: 'One steak', slots: 1, missing: -1 }] })
    expect(await json(addBundleTo(ana, 'standard', []))).toMatchObject({ status: 422 })
    const page = await ana.submit('POST', '/cart/bundles/standard', { [`counts[${steak}]`]: '1' })
    expect(page.status).toBe(422)
    const html = await page.text()
    expect(html).toContain('Two for weeknights: pick 2 more.')
    expect(html).toMatch(new RegExp(`name="counts\\[${steak}\\]" value="1"`))
    expect(db.select().from(orderBundles).all()).toEqual([])
  })

  test.each([
    ['no list', { choices: { a: 1 } }],
    ['a number', { choices: 5 }],
    ['other things in it', { choices: [{}, null] }],
    ['no field', {}],
    ['counts that are none', { counts: { x: '-1' } }],
    ['a strange token', { choices: ['0000000000000000000000'] }],
  ])('CAT-8 choices that are %s are rejected', async (_, fields) => {
    const { db, ana } = await shopWithAna()
    const answer = await ana.call('POST', '/cart/bundles/standard', fields)
    expect(answer.status).toBe(422)
    expect(((await answer.json()) as { message: string }).message).toMatch(/\.$/)
    expect(db.select().from(orderBundles).all()).toEqual([])
  })

  test('CAT-8 an offer from another group or bundle fills no slot, and an unknown bundle is a 404', async () => {
    const { db, ana } = await shopWithAna()
    const [, ...rest] = choicesFor(db, 'standard')
    const foreign = offerToken(db, 'demo-fifty')
    expect(await json(addBundleTo(ana, 'standard', [foreign, ...rest]))).toMatchObject({ status: 422 })
    expect((await addBundleTo(ana, 'gigantic', rest)).status).toBe(404)
  })

  test('CAT-8 if a cut sells out while the shopper is choosing, the response suggests replacements', async () => {
    const { db, ana } = await shopWithAna()
    const choices = choicesFor(db, 'standard')
    stockUp(db, 'grass-fed-ribeye', 0, 1)
    const refused = await json(addBundleTo(ana, 'standard', choices))
    expect(refused).toMatchObject({
      status: 422,
      sold_out: [{ bid_item_token: choices[0], available: 0, instead: expect.any(Array) }],
    })
    expect(refused.message).toContain('Grass-fed ribeye, 14 oz just sold out. You could take ')
    const instead = refused.sold_out[0]!.instead[0]!.bid_item_token
    const again = await addBundleTo(ana, 'standard', [instead, ...choices.slice(1)])
    expect(again.status).toBe(200)
  })

  test('CAT-8 units already in the cart count: one unit fills one slot', async () => {
    const { db, ana } = await shopWithAna()
    const choices = choicesFor(db, 'standard')
    stockUp(db, 'grass-fed-ribeye', 1, 1)
    await expectOk(ana.call('POST', `/cart/items/${choices[0]}`, { quantity: 1 }))
    expect(await json(addBundleTo(ana, 'standard', choices))).toMatchObject({ status: 422 })
    await expectOk(ana.call('DELETE', `/cart/items/${choices[0]}`))
    expect((await addBundleTo(ana, 'standard', choices)).status).toBe(200)
    const one = await json(ana.call('POST', `/cart/items/${choices[0]}`, { quantity: 1 }))
    expect(one).toMatchObject({ status: 422, quantity: 0 })
  })

  test('CAT-8 a cart holds at most five bundles', async () => {
    const { db, ana } = await shopWithAna()
    for (let held = 0; held < 5; held += 1)
      expect((await addBundleTo(ana, 'standard', choicesFor(db, 'standard', held))).status).toBe(200)
    expect((await addBundleTo(ana, 'standard', choicesFor(db, 'standard'))).status).toBe(422)
    expect(db.select().from(orderBundles).all()).toHaveLength(5)
  })
})

describe('CAT-8 the line in the cart', () => {
  async function withBundle(handle = 'standard') {
    const town = await shopWithAna()
    const added = await json(addBundleTo(town.ana, handle, choicesFor(town.db, handle)))
    return { ...town, lineToken: added.line_token, steak: choicesFor(town.db, handle)[0]! }
  }

  test('CAT-8 a cut also bought on its own has its own line and quantity; the bundle stays complete', async () => {
    const { db, ana, steak, lineToken } = await withBundle()
    const put = async (quantity: number) => json(ana.call('PUT', `/cart/items/${steak}`, { quantity }))
    expect(await put(2)).toMatchObject({
      quantity: 2,
      item_total_cents: 2 * 3_090,
      item_count: 8,
      subtotal_cents: 9_900 + 2 * 3_090,
    })
    expect(await put(0)).toMatchObject({ quantity: 0, item_count: 6, subtotal_cents: 9_900 })
    expect(await put(1)).toMatchObject({ quantity: 1, item_count: 7 })
    expect(await (await ana.visit('/cart')).text()).toContain(`{&quot;${steak}&quot;:1}`)
    const removed = await json(ana.call('DELETE', `/cart/bundles/${lineToken}`))
    expect(removed).toMatchObject({ status: 200, item_count: 1, subtotal_cents: 3_090 })
    expect(db.select().from(orderBundles).all()).toEqual([])
  })

  test('CAT-8 its cuts can be changed as long as it stays complete, and its price stays the same', async () => {
    const { db, ana, lineToken } = await withBundle()
    db.run(sql`update bundles set price_cents = 12345 where handle = 'standard'`)
    const others = choicesFor(db, 'standard', 1)
    const change = (choices: string[]) => json(ana.call('PUT', `/cart/bundles/${lineToken}`, { choices }))
    expect(await change(others.slice(1))).toMatchObject({ status: 422 })
    expect(await change(others)).toMatchObject({
      status: 200,
      price_cents: 9_900,
      item_count: 6,
      subtotal_cents: 9_900,
    })
    const html = await (await ana.visit(`/first-box?line=${lineToken}`)).text()
    expect(html).toContain('Save these cuts')
    expect(html).toMatch(new RegExp(`name="counts\\[${others[0]}\\]" value="1"`))
  })

  test('CAT-8 the last unit in its own bundle does not block a change to the bundle', async () => {
    const { db, ana, lineToken, steak } = await withBundle()
    stockUp(db, 'grass-fed-ribeye', 1, 1)
    const choices = [steak, ...choicesFor(db, 'standard', 1).slice(1)]
    expect(await json(ana.call('PUT', `/cart/bundles/${lineToken}`, { choices }))).toMatchObject({
      status: 200,
    })
  })

  test("CAT-8 GND-20 another visitor's bundle cannot be changed or removed", async () => {
    const { shop, db, lineToken } = await withBundle()
    const eve = await shop.shopper()
    const choices = choicesFor(db, 'standard', 1)
    expect((await eve.call('PUT', `/cart/bundles/${lineToken}`, { choices })).status).toBe(404)
    expect((await eve.call('DELETE', `/cart/bundles/${lineToken}`)).status).toBe(404)
    expect(await (await eve.visit(`/first-box?line=${lineToken}`)).text()).not.toContain('Save these cuts')
    expect(db.select().from(orderBundles).all()).toHaveLength(1)
  })

  test('CAT-8 CRT-6 a cut that sold out after it was picked is named, with a link to change it', async () => {
    const { db, ana } = await withBundle()
    stockUp(db, 'grass-fed-ribeye', 0, 1)
    const html = await (await ana.visit('/cart')).text()
    expect(html).toContain('Grass-fed ribeye, 14 oz sold out after you picked it.')
    expect(html).toContain('Change cuts')
  })

  test('CAT-8 its button removes it without scripts', async () => {
    const { db, ana, lineToken } = await withBundle()
    const removed = await ana.submit('DELETE', `/cart/bundles/${lineToken}`)
    expect([removed.status, removed.headers.get('location')]).toEqual([303, '/cart'])
    expect(db.select().from(orderBundles).all()).toEqual([])
    expect(await (await ana.visit('/cart')).text()).toContain('Your box is empty')
  })

  test("CAT-8 GND-21 signing in merges the bundle into the account's cart", async () => {
    const shop = await world()
    const { db } = shop
    const first = await signedIn(shop, 'shopper@example.com')
    const steak = choicesFor(db, 'standard')[0]!
    await expectOk(first.call('POST', `/cart/items/${steak}`, { quantity: 2 }))
    await expectOk(addBundleTo(first, 'standard', choicesFor(db, 'standard')))
    const guest = await shop.shopper()
    await expectOk(addBundleTo(guest, 'standard', choicesFor(db, 'standard')))
    await expectOk(guest.call('POST', `/cart/items/${steak}`, { quantity: 1 }))
    await expectOk(
      guest.call('POST', '/v1/cc_signin', { email: 'shopper@example.com', password: 'demo-pasture-2026' }),
    )
    const html = await (await guest.visit('/cart')).text()
    expect(html.match(/cart-line--bundle/g)).toHaveLength(2)
    expect(html).toContain(`{&quot;${steak}&quot;:3}`)
    expect(db.select().from(orderBundles).all()).toHaveLength(2)
  })
})
