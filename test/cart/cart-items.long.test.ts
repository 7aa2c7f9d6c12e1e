import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { offers, stock, varieties } from '#db/schema/index.ts'
import { createApp } from '#src/app.tsx'
import { offerToken } from '../support/buying.ts'
import { createShopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const RIBEYE_CENTS = 2_290

/** A shop, a shopper, and the path of the ribeye in the shopper's cart. */
async function atTheCounter() {
  const shop = await world()
  const shopper = await shop.shopper()
  return { shop, shopper, ribeye: `/cart/items/${offerToken(shop.db, 'grass-fed-ribeye')}` }
}

describe('CRT-1 cart lines', () => {
  test('CRT-1 POST adds, PUT sets and DELETE removes; each returns the state of the line and the cart', async () => {
    const { shopper, ribeye } = await atTheCounter()
    const answers = [
      [await shopper.call('POST', ribeye), line(1)],
      [await shopper.call('POST', ribeye, { quantity: 2 }), line(3)],
      [await shopper.call('PUT', ribeye, { quantity: 5 }), line(5)],
      [await shopper.call('DELETE', ribeye), line(0)],
    ] as const
    for (const [answer, expected] of answers) {
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual(expected)
    }
  })

  test('CRT-1 item_count counts units across all lines, and the subtotal covers all lines', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    await shopper.call('POST', ribeye, { quantity: 2 })
    const other = await shopper.call('POST', `/cart/items/${offerToken(shop.db, 'grass-fed-ground-beef')}`, {
      quantity: 3,
    })
    const body = (await other.json()) as { price_cents: number; item_count: number; subtotal_cents: number }
    expect(body).toMatchObject({ item_count: 5, subtotal_cents: 2 * RIBEYE_CENTS + 3 * body.price_cents })
  })

  test('CRT-1 setting the quantity to zero removes the line', async () => {
    const { shopper, ribeye } = await atTheCounter()
    await shopper.call('POST', ribeye)
    expect(await (await shopper.call('PUT', ribeye, { quantity: 0 })).json()).toMatchObject({
      quantity: 0,
      item_count: 0,
    })
    expect(await (await shopper.visit('/cart')).text()).toContain('Your box is empty')
  })

  test('CRT-1 Turbo gets streams for the lines, totals and badge', async () => {
    const { shopper, ribeye } = await atTheCounter()
    const answer = await shopper.stream('POST', ribeye, { quantity: '2' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/vnd.turbo-stream.html')
    const html = await answer.text()
    expect(html).toMatch(/<turbo-stream[^>]*target="cart"[\s\S]*cart_item_[\s\S]*cart_summary[\s\S]*\$45\.80/)
    expect(html).toMatch(/<turbo-stream[^>]*target="cart_count"[^>]*><template>2<\/template>/)
    expect(html).toMatch(/<turbo-stream[^>]*target="flash"/)
  })

  test('CRT-1 an unknown or hidden offer is a 404, but a hidden one can still be removed', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    expect((await shopper.call('POST', '/cart/items/0000000000000000000000')).status).toBe(404)
    await shopper.call('POST', ribeye)
    shop.db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'grass-fed-ribeye')).run()
    expect((await shopper.call('POST', ribeye)).status).toBe(404)
    expect(await (await shopper.call('DELETE', ribeye)).json()).toMatchObject({ quantity: 0 })
  })

  test('CRT-1 removing an item that is not in the cart changes nothing and creates no cart', async () => {
    const { shopper, ribeye } = await atTheCounter()
    expect(await (await shopper.call('DELETE', ribeye)).json()).toMatchObject({ quantity: 0, item_count: 0 })
  })
})

describe('CRT-2 quantities', () => {
  test.each([['1.5'], ['abc'], ['1e2'], ['0x10'], [1.5], [['2']], [{ n: 2 }], [true], ['２']])(
    'CRT-2 %j is not a quantity: rejected with the current quantity',
    async (quantity) => {
      const { shopper, ribeye } = await atTheCounter()
      await shopper.call('POST', ribeye, { quantity: 2 })
      for (const method of ['POST', 'PUT']) {
        const answer = await shopper.call(method, ribeye, { quantity })
        expect(answer.status).toBe(422)
        expect(await answer.json()).toEqual({ error: 'Please enter a whole number.', quantity: 2 })
      }
    },
  )

  test('CRT-2 an empty input becomes the minimum quantity', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    setBounds(shop, { minQuantity: 2 })
    await shopper.call('POST', ribeye, { quantity: 4 })
    for (const quantity of ['', null, undefined]) {
      expect(await (await shopper.call('PUT', ribeye, { quantity })).json()).toMatchObject({ quantity: 2 })
    }
  })

  test('CRT-2 a quantity below the minimum or above the maximum is rejected with the reason', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    setBounds(shop, { minQuantity: 2, maxQuantity: 4 })
    const put = async (quantity: number) => {
      const answer = await shopper.call('PUT', ribeye, { quantity })
      return { status: answer.status, body: await answer.json() }
    }
    expect(await put(3)).toMatchObject({ status: 200, body: { quantity: 3 } })
    expect(await put(1)).toEqual({ status: 422, body: { error: 'The minimum is 2.', quantity: 3 } })
    expect(await put(5)).toEqual({ status: 422, body: { error: 'The maximum is 4.', quantity: 3 } })
  })

  test('CRT-2 a whole number far out of range gets the limit as the reason, not "enter a whole number"', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    setBounds(shop, { minQuantity: 2, maxQuantity: 4 })
    await shopper.call('POST', ribeye, { quantity: 3 })
    const refusals = {
      '-1': 'The minimum is 2.',
      '99999': 'The maximum is 4.',
      '1000000000': 'The maximum is 4.',
    }
    for (const method of ['POST', 'PUT']) {
      for (const [quantity, error] of Object.entries(refusals)) {
        for (const sent of [quantity, Number(quantity)]) {
          const answer = await shopper.call(method, ribeye, { quantity: sent })
          expect([answer.status, await answer.json()]).toEqual([422, { error, quantity: 3 }])
        }
      }
    }
  })

  test('CRT-2 when stock is the limit, every larger number gets the same message', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    setBounds(shop, { minQuantity: 1, maxQuantity: 100 })
    setStock(shop, 50)
    for (const quantity of [51, 100, 101]) {
      const answer = await shopper.call('PUT', ribeye, { quantity })
      expect(await answer.json()).toEqual({ error: expect.stringContaining('Only 50 left'), quantity: 0 })
    }
  })

  test('CRT-2 a line cannot exceed the stock, and a sold-out item cannot be added', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    setStock(shop, 3)
    expect((await shopper.call('POST', ribeye, { quantity: 3 })).status).toBe(200)
    const refused = await shopper.call('POST', ribeye)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toEqual({ error: expect.stringContaining('Only 3 left'), quantity: 3 })
    const soldOut = await shopper.call('POST', `/cart/items/${offerToken(shop.db, 'demo-sold-out')}`)
    expect(await soldOut.json()).toEqual({ error: 'Sorry, this is sold out.', quantity: 0 })
  })

  test('CRT-2 a rejected stream request re-renders the current quantity and says why', async () => {
    const { shopper, ribeye } = await atTheCounter()
    await shopper.call('POST', ribeye, { quantity: 2 })
    const answer = await shopper.stream('PUT', ribeye, { quantity: '1000' })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('notice--danger')
    expect(html).toMatch(/name="quantity" value="2"/)
  })

  test('CRT-2 a price sent by the client is ignored', async () => {
    const { shopper, ribeye } = await atTheCounter()
    const answer = await shopper.call('POST', ribeye, { quantity: 1, price_cents: 1, priceCents: 1 })
    expect(await answer.json()).toEqual(line(1))
  })
})

describe('CRT-7 keeping the cart', () => {
  test('CRT-7 concurrent adds from two tabs all count', async () => {
    const { shopper, ribeye } = await atTheCounter()
    const adds = await Promise.all(Array.from({ length: 10 }, () => shopper.call('POST', ribeye)))
    expect(adds.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    expect(await (await shopper.call('PUT', ribeye, { quantity: 'x' })).json()).toMatchObject({
      quantity: 10,
    })
  })

  test('CRT-7 the cart survives a server restart', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    await shopper.call('POST', ribeye, { quantity: 2 })
    const restarted = await createShopper(createApp(shop.services), { fetch: () => new Response() })
    for (const [name, value] of shopper.cookies) restarted.cookies.set(name, value)
    const page = await (await restarted.visit('/cart')).text()
    expect(page).toContain('Grass-fed ribeye')
    expect(page).toContain('$45.80')
  })

  test('CRT-7 another visitor has a separate cart', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    await shopper.call('POST', ribeye, { quantity: 2 })
    const other = await shop.shopper()
    expect(await (await other.visit('/cart')).text()).toContain('Your box is empty')
    expect(await (await other.call('POST', ribeye)).json()).toMatchObject({ quantity: 1, item_count: 1 })
  })
})

describe('GND-5 without scripts', () => {
  test('GND-5 plain forms add, change and remove items', async () => {
    const { shopper, ribeye } = await atTheCounter()
    const added = await shopper.submit('POST', ribeye, { quantity: '2' })
    expect(added.status).toBe(303)
    expect(added.headers.get('location')).toBe('/cart')
    expect(await (await shopper.visit('/cart')).text()).toContain(
      'We added Grass-fed ribeye, 10 oz to your box.',
    )
    await shopper.submit('PUT', ribeye, { quantity: '3' })
    expect(await (await shopper.visit('/cart')).text()).toMatch(/name="quantity" value="3"/)
    await shopper.submit('DELETE', ribeye)
    expect(await (await shopper.visit('/cart')).text()).toContain('Your box is empty')
  })

  test('GND-5 a rejected form shows the reason, once', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    setBounds(shop, { maxQuantity: 4 })
    expect((await shopper.submit('POST', ribeye, { quantity: '500' })).status).toBe(303)
    expect(await (await shopper.visit('/cart')).text()).toContain('The maximum is')
    expect(await (await shopper.visit('/cart')).text()).not.toContain('The maximum is')
  })
})

const line = (quantity: number) => ({
  quantity,
  price_cents: RIBEYE_CENTS,
  item_total_cents: quantity * RIBEYE_CENTS,
  item_count: quantity,
  subtotal_cents: quantity * RIBEYE_CENTS,
})

const ribeyeOf = ({ db }: World) =>
  db
    .select()
    .from(offers)
    .where(eq(offers.token, offerToken(db, 'grass-fed-ribeye')))
    .get()!

const setBounds = (shop: World, bounds: { minQuantity?: number; maxQuantity?: number }) =>
  shop.db
    .update(offers)
    .set(bounds)
    .where(eq(offers.id, ribeyeOf(shop).id))
    .run()

const setStock = (shop: World, onHand: number) =>
  shop.db
    .update(stock)
    .set({ onHand })
    .where(eq(stock.offerId, ribeyeOf(shop).id))
    .run()
