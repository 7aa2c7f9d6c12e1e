import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, stock } from '#db/schema/index.ts'
import type { ProductDetailProps } from '#islands/product-detail/props.ts'
import { islandHtml } from '#islands/server.ts'
import { offerToken } from '../support/buying.ts'
import { world } from '../support/world.ts'

const PRODUCT = '/products/grass-fed-ribeye'

test('CAT-5 the page has the exact props its island was rendered with, so that hydration matches', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  await ana.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const page = await (await ana.visit(PRODUCT)).text()
  const props = propsIn(page)
  expect(props.place).toEqual({
    postalCode: '98101',
    earliest: expect.stringMatching(/^[A-Z][a-z]{2}, [A-Z]/),
    earliestTerms: ' (expedited +$12.00), from Nov 25 at no extra',
    noDeliveryReason: null,
    delivery: '$19.95, free from $149.00',
  })
  expect(page).toContain(`>${islandHtml('product-detail', props)}</div>`)
})

test('CAT-5 cached markup never has another visitor’s token', async () => {
  const { shopper } = await world()
  const [ana, ben] = [await shopper(), await shopper()]
  const pages = [await (await ana.visit(PRODUCT)).text(), await (await ben.visit(PRODUCT)).text()]
  for (const [place, visitor] of [ana, ben].entries()) {
    expect(propsIn(pages[place]!).authenticityToken).toBe(visitor.token)
    expect(pages[place]).not.toContain('\ue000')
  }
  expect(ana.token).not.toBe(ben.token)
  expect(pages[1]).not.toContain(ana.token)
})

test('CAT-5 breadcrumbs, story and head are marked so that the island can swap them for another variety’s', async () => {
  const { shopper } = await world()
  const page = await (await (await shopper()).visit('/products/wagyu-ribeye')).text()
  expect(page).toMatch(
    /<div id="product_trail" data-of-variety="">.*Wagyu ribeye.*<div id="product_story" data-of-variety="">/s,
  )
  expect(propsIn(page).family.map(({ url }) => url)).toContain(PRODUCT)
})

test('CAT-5 the quantity is limited by the offer and by the stock', async () => {
  const { shopper, db } = await world()
  const [first, second] = [0, 1].map((place) => offerToken(db, 'grass-fed-ribeye', place))
  change(db, first!, 30, { minQuantity: 2, maxQuantity: 4 })
  change(db, second!, 3, { maxQuantity: 50 })
  const { weights } = propsIn(await (await (await shopper()).visit(PRODUCT)).text()).variety
  expect(weights[0]).toMatchObject({ min: 2, max: 4, stock: { kind: 'in_stock' } })
  expect(weights[1]).toMatchObject({ min: 1, max: 3, stock: { kind: 'low', left: 3 } })
})

test('CAT-5 the island’s form adds the weight to the cart, and a rejection says why', async () => {
  const { shopper, db } = await world()
  const ana = await shopper()
  const weight = propsIn(await (await ana.visit(PRODUCT)).text()).variety.weights[1]!
  change(db, weight.token, 5)
  const added = await ana.stream('POST', weight.cartUrl, { quantity: '3' })
  expect(added.status).toBe(200)
  expect(await added.text()).toMatch(/target="cart_count"[^>]*><template>3</)
  const refused = await ana.stream('POST', weight.cartUrl, { quantity: '3' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Only 5 left')
})

test('CAT-6 a weight that sells out offers the wait list on the next view of a cached page', async () => {
  const { shopper, db } = await world()
  const ana = await shopper()
  const token = offerToken(db, 'grass-fed-ribeye')
  expect(await (await ana.visit(PRODUCT)).text()).toContain(`action="/cart/items/${token}"`)
  change(db, token, 0)
  const page = await (await ana.visit(PRODUCT)).text()
  expect(page).not.toContain(`action="/cart/items/${token}"`)
  expect(page).toContain(`href="/join_wait_list/${token}"`)
})

function propsIn(page: string): ProductDetailProps {
  const written = /data-island-props-value="([^"]*)"/.exec(page)![1]!
  const json = written.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<')
  return JSON.parse(json.replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
}

function change(
  db: Parameters<typeof offerToken>[0],
  token: string,
  onHand: number,
  bounds: Partial<typeof offers.$inferSelect> = {},
) {
  const offer = db.select().from(offers).where(eq(offers.token, token)).get()!
  if (Object.keys(bounds).length > 0) db.update(offers).set(bounds).where(eq(offers.id, offer.id)).run()
  db.update(stock).set({ onHand }).where(eq(stock.offerId, offer.id)).run()
}
