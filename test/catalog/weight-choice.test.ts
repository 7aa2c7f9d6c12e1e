import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, varieties } from '#db/schema/index.ts'
import { world } from '../support/world.ts'

const RIBEYE = '/products/grass-fed-ribeye'

async function ask(path: string, headers: Record<string, string> = { 'turbo-frame': 'weights' }) {
  const shop = await world()
  const shopper = await shop.shopper()
  const answer = await shopper.send(path, { headers: { accept: 'text/html', ...headers } })
  return { shop, shopper, answer, html: await answer.clone().text() }
}

test("CRT-4 a product's weights come as a frame, each with its price and a form to add it", async () => {
  const { shop, answer, html } = await ask(`${RIBEYE}/weights`)
  const weights = shop.db
    .select({ token: offers.token, label: offers.label })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(varieties.slug, 'grass-fed-ribeye'))
    .all()
  expect(answer.status).toBe(200)
  expect(html).toMatch(/^<turbo-frame id="weights"/)
  expect(html).not.toContain('<html')
  expect(weights.length).toBeGreaterThan(1)
  for (const { token, label } of weights) {
    expect(html).toContain(`action="/cart/items/${token}"`)
    expect(html).toContain(`Grass-fed ribeye, ${label}`)
  }
  expect(html).toMatch(/\$22\.90[\s\S]*\$36\.64 \/ lb/)
})

test('CRT-4 its form adds to the cart', async () => {
  const { shopper, html } = await ask(`${RIBEYE}/weights`)
  const [, path = '', token = ''] =
    /action="(\/cart\/items\/[^"]+)"[\s\S]*?name="authenticity_token" value="([^"]+)"/.exec(html) ?? []
  const added = await shopper.send(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ quantity: '1', authenticity_token: token }).toString(),
  })
  expect(await added.json()).toMatchObject({ quantity: 1, item_count: 1 })
})

test('CRT-4 a sold-out weight links to the wait list instead', async () => {
  const { html } = await ask('/products/demo-sold-out/weights')
  expect(html).toContain('href="/join_wait_list/')
  expect(html).not.toContain('/cart/items/')
})

test('CRT-4 a visit in the browser redirects to the product, and an unknown or hidden product is a 404', async () => {
  const { shop, shopper, answer } = await ask(`${RIBEYE}/weights`, {})
  expect([answer.status, answer.headers.get('location')]).toEqual([303, RIBEYE])
  expect((await ask('/products/nothing-of-ours/weights')).answer.status).toBe(404)
  shop.db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'grass-fed-ribeye')).run()
  expect((await shopper.visit(`${RIBEYE}/weights`)).status).toBe(404)
})

test('CRT-4 a card with several weights links to them, and a card with one does not', async () => {
  const { html } = await ask('/shop', {})
  const cards = html.split('<li class="product-card').slice(1)
  const isOfSeveral = (card: string) => card.includes('data-controller="quick-add-selector"')
  expect(cards.filter(isOfSeveral).length).toBeGreaterThan(5)
  for (const card of cards.filter(isOfSeveral)) expect(card).toMatch(/>[2-9]\d* weights</)
  const { html: share } = await ask('/search?q=Winter%20Braising%20Share', {})
  const [only = ''] = share.split('<li class="product-card').slice(1)
  expect(only).toContain('Winter Braising Share')
  expect(isOfSeveral(only)).toBe(false)
})
