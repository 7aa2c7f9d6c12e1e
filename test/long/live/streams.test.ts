import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { offers, sessions, stock, users } from '#db/schema/index.ts'
import { receiveUnits } from '#src/stock/stock.ts'
import { expectOk, offerToken, prepareToPay, readyToPay } from '../../support/buying.ts'
import {
  cookieOf,
  type ServedWorld,
  type Socket,
  servedWorld,
  sessionHashOf,
  streamNamesIn,
} from '../../support/cable.ts'
import { until } from '../../support/child.ts'
import type { Shopper } from '../../support/shopper.ts'

let shop: ServedWorld
beforeEach(async () => {
  shop = await servedWorld()
}, 60_000)
afterEach(() => shop.close())

/** Opens a page in another tab of the same browser, subscribed to the page's streams. */
async function tab(who: Shopper, path: string) {
  const page = await (await who.visit(path)).text()
  const names = streamNamesIn(page)
  const socket = shop.socket({ headers: { cookie: cookieOf(who) } })
  await socket.settled()
  const seen = /data-seen="([^"]*)"/.exec(page)?.[1] ?? ''
  expect(await socket.subscribe(names.cart, { seen })).toBe('confirm_subscription')
  if (names.stock) expect(await socket.subscribe(names.stock)).toBe('confirm_subscription')
  return {
    page,
    names,
    socket,
    news: () => socket.heard(names.cart, { seen }),
    stock: stockHeard(socket, names.stock),
  }
}

/** The last message about a weight of the page. */
function stockHeard(socket: Socket, name: string) {
  return (weight = 0) => {
    const [, written = 'null'] = /facts-value="([^"]*)"/.exec(socket.heard(name).at(-1) ?? '') ?? []
    const facts = JSON.parse(written.replaceAll('&quot;', '"')) as { slug: string; weights: object[] } | null
    return facts?.weights[weight]
  }
}

const add = (who: Shopper, slug: string, quantity = 1) =>
  expectOk(who.call('POST', `/cart/items/${offerToken(shop.db, slug)}`, { quantity }))

describe('RT-3 the cart', () => {
  test("an item added in one tab appears in the visitor's other tabs, and in nobody else's", async () => {
    const [ana, ben] = [await shop.shopper(), await shop.shopper()]
    const tabs = [await tab(ana, '/shop'), await tab(ana, '/cart'), await tab(ana, '/')]
    const bens = await tab(ben, '/shop')
    await add(ana, 'grass-fed-ribeye', 2)
    for (const { news } of tabs)
      await until('two in the box', () => news().at(-1)?.includes('><template>2<') ?? false)
    const [told = ''] = tabs[0]!.news().slice(-1)
    expect(told).toMatch(/target="cart" data-cart-version="\d+\.\d+" data-news=""><template><div id="cart"/)
    expect(told).toMatch(/target="cart_count" data-cart-version="\d+\.\d+" data-news=""><template>2</)
    expect(told.includes('Grass-fed ribeye')).toBe(true)
    expect(told.match(/authenticity_token|csrf|in your box/)).toBeNull()
    expect(bens.news()).toEqual([])
  })

  test('follows the cart as it is changed, emptied and refilled', async () => {
    const ana = await shop.shopper()
    const { news } = await tab(ana, '/shop')
    const count = () => /cart_count[^>]*><template>(\d+)</.exec(news().at(-1) ?? '')?.[1]
    const beef = `/cart/items/${offerToken(shop.db, 'grass-fed-ribeye')}`
    for (const [method, quantity] of [
      ['POST', 1],
      ['PUT', 5],
      ['PUT', 3],
      ['DELETE', 0],
      ['POST', 2],
    ] as const) {
      await expectOk(ana.call(method, beef, { quantity }))
      await until(`${quantity} in the box`, () => count() === String(quantity))
    }
  })

  test('a paid cart leaves the header of the other tabs', async () => {
    const ana = await shop.shopper()
    const order = await readyToPay(ana, shop.db)
    const { news } = await tab(ana, '/shop')
    const { clientSecret } = await prepareToPay(ana, order)
    await ana.confirm(clientSecret)
    await shop.settleDown()
    await until('an empty box', () => news().at(-1)?.includes('<template>0<') ?? false)
  })

  test("an account's cart updates on all its devices, each with its own location", async () => {
    const [laptop, phone] = [await shop.shopper(), await shop.shopper()]
    const user = shop.db.select().from(users).where(eq(users.email, 'shopper@example.com')).get()!
    for (const device of [laptop, phone]) {
      await device.call('POST', '/v1/update_postal_code', {
        postal_code: device === phone ? '10001' : '98101',
      })
      const hash = await sessionHashOf(shop.config, device)
      shop.db.update(sessions).set({ userId: user.id }).where(eq(sessions.idHash, hash)).run()
    }
    const tabs = [await tab(laptop, '/shop'), await tab(phone, '/shop')]
    await add(laptop, 'grass-fed-ribeye')
    for (const { news } of tabs)
      await until('told', () => news().at(-1)?.includes('Grass-fed ribeye') ?? false)
    expect(tabs.map(({ news }) => /98101|10001/.exec(news().at(-1) ?? '')?.[0])).toEqual(['98101', '10001'])
  })

  test('a reconnecting socket gets at once what it missed', async () => {
    const ana = await shop.shopper()
    const first = await tab(ana, '/shop')
    first.socket.ws.close()
    await first.socket.closed()
    await add(ana, 'grass-fed-ribeye', 4)
    const again = shop.socket({ headers: { cookie: cookieOf(ana) } })
    await again.settled()
    await again.subscribe(first.names.cart, { seen: '' })
    await until('told', () => again.heard(first.names.cart, { seen: '' }).length === 1)
    expect(again.heard(first.names.cart, { seen: '' })[0]).toContain('><template>4<')
  })
})

describe('RT-3 the stock on a product page', () => {
  const SHARE = '/products/demo-fifty'

  test('shows others a hold with the minutes until it ends, and its release', async () => {
    const [ana, ben] = [await shop.shopper(), await shop.shopper()]
    await setOnHand('demo-fifty', 3)
    const looking = await tab(ben, SHARE)
    const order = await readyToPay(ana, shop.db)
    await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: order }))
    const held = { stock: { kind: 'low', left: 2 }, max: 2, elsewhere: { units: 1, boxes: 1, minutes: 10 } }
    await until('held', () => sameAs(looking.stock(), held))

    await expectOk(ana.call('PUT', `/cart/items/${offerToken(shop.db, 'demo-fifty')}`, { quantity: 2 }))
    await until('released', () =>
      sameAs(looking.stock(), { stock: { kind: 'low', left: 3 }, max: 3, elsewhere: null }),
    )
  })

  test('counts the minutes down, and reports a hold that expires without any write', async () => {
    const [ana, ben] = [await shop.shopper(), await shop.shopper()]
    await setOnHand('demo-fifty', 1)
    const order = await readyToPay(ana, shop.db)
    await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: order }))
    const looking = await tab(ben, SHARE)
    const minutes = (left: number) => ({
      stock: { kind: 'sold_out' },
      elsewhere: { units: 1, boxes: 1, minutes: left },
    })
    await until('ten', () => sameAs(looking.stock(), minutes(10)))
    shop.pass(3 * 60_000 + 1)
    await until('seven', () => sameAs(looking.stock(), minutes(7)))
    shop.pass(7 * 60_000)
    await until('back', () => sameAs(looking.stock(), { stock: { kind: 'low', left: 1 }, elsewhere: null }))
  })

  test("does not report a visitor's own hold as another box", async () => {
    const ana = await shop.shopper()
    await setOnHand('demo-fifty', 3)
    const order = await readyToPay(ana, shop.db)
    const own = await tab(ana, SHARE)
    await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: order }))
    await until('held', () => sameAs(own.stock(), { stock: { kind: 'low', left: 2 }, elsewhere: null }))
  })

  test('reports a sale: fewer are left, and none is in another box anymore', async () => {
    const [ana, ben] = [await shop.shopper(), await shop.shopper()]
    await setOnHand('demo-fifty', 6)
    const looking = await tab(ben, SHARE)
    expect(looking.stock()).toMatchObject({ stock: { kind: 'in_stock' }, max: 6 })
    const { clientSecret } = await prepareToPay(ana, await readyToPay(ana, shop.db))
    await ana.confirm(clientSecret)
    await shop.settleDown()
    await until('sold', () => sameAs(looking.stock(), { stock: { kind: 'low', left: 5 }, elsewhere: null }))
  })

  test('reports a delivery from the farm', async () => {
    const ben = await shop.shopper()
    await setOnHand('demo-fifty', 0)
    const looking = await tab(ben, SHARE)
    expect(looking.stock()).toMatchObject({ stock: { kind: 'sold_out' } })
    const offer = shop.db
      .select()
      .from(offers)
      .where(eq(offers.token, offerToken(shop.db, 'demo-fifty')))
      .get()!
    await durably(shop.db, (tx) =>
      receiveUnits(tx, 1, [{ offerId: offer.id, quantity: 40 }], shop.clock.now()),
    )
    await until('there again', () => sameAs(looking.stock(), { stock: { kind: 'in_stock' } }))
  })

  test('each visitor gets the stock of their own center', async () => {
    const [ana, ben] = [await shop.shopper(), await shop.shopper()]
    await ben.call('POST', '/v1/update_postal_code', { postal_code: '10001' })
    await setOnHand('demo-fifty', 3)
    const elsewhere = await tab(ben, SHARE)
    const here = await tab(ana, SHARE)
    expect(elsewhere.stock()).toMatchObject({ stock: { kind: 'sold_out' } })
    expect(here.stock()).toMatchObject({ stock: { kind: 'low', left: 3 } })
  })

  test('counts several boxes, and the page shows the same before any script runs', async () => {
    const [ana, ben, eve] = [await shop.shopper(), await shop.shopper(), await shop.shopper()]
    await setOnHand('demo-fifty', 4)
    for (const who of [ana, eve]) {
      const order = await readyToPay(who, shop.db, { email: 'x@example.com' })
      await expectOk(who.call('POST', '/v1/stripe_validate_payment', { order_token: order }))
      shop.pass(60_000)
    }
    const { page, stock: told } = await tab(ben, SHARE)
    expect(told()).toMatchObject({ elsewhere: { units: 2, boxes: 2, minutes: 8 } })
    expect(notesIn(page)).toEqual(['2 left', '2 in other boxes, the first back in 8 min'])
    const anas = await (await ana.visit(SHARE)).text()
    expect(notesIn(anas)).toEqual(['2 left', '1 in another box, back in 9 min'])
  })
})

/** Stock in the center that packs for Seattle, none elsewhere. */
async function setOnHand(slug: string, onHand: number) {
  const offer = shop.db
    .select()
    .from(offers)
    .where(eq(offers.token, offerToken(shop.db, slug)))
    .get()!
  await durably(shop.db, (tx) => {
    tx.update(stock).set({ onHand: 0 }).where(eq(stock.offerId, offer.id)).run()
    tx.update(stock)
      .set({ onHand })
      .where(and(eq(stock.offerId, offer.id), eq(stock.fcId, 1)))
      .run()
  })
}

const notesIn = (page: string) =>
  [...page.matchAll(/class="stock-note[^"]*">([^<]*)</g)].map(([, text]) => text)

function sameAs(told: object | undefined, wanted: object): boolean {
  try {
    expect(told).toMatchObject(wanted)
    return true
  } catch {
    return false
  }
}
