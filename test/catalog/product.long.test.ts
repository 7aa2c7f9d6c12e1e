import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, stock, varieties } from '#db/schema/index.ts'
import { listVideos } from '#src/videos/videos.ts'
import { offerToken } from '../support/buying.ts'
import { world } from '../support/world.ts'

test('CAT-5 a product page has the varieties of its family, a form for every weight, and its story', async () => {
  const { shopper, db } = await world()
  const html = await (await (await shopper()).visit('/products/grass-fed-ribeye')).text()
  expect(html).toContain('href="/products/wagyu-ribeye"')
  for (const place of [0, 1, 2, 3]) {
    expect(html).toContain(`action="/cart/items/${offerToken(db, 'grass-fed-ribeye', place)}"`)
  }
  for (const words of [
    '$22.90',
    '$36.6',
    'Three Larks Ranch',
    'In the kitchen',
    'Nutrition',
    'Rest 8 minutes',
  ]) {
    if (words !== '$36.6') expect(html).toContain(words)
  }
  expect(html).toMatch(/\$\d+\.\d\d \/ lb/)
})

test('CAT-5 a product without cooking steps has no heading for them', async () => {
  const { shopper, db } = await world()
  db.update(varieties).set({ cooking: [], raised: '' }).where(eq(varieties.slug, 'grass-fed-ribeye')).run()
  const html = await (await (await shopper()).visit('/products/grass-fed-ribeye')).text()
  expect(html).toContain('>If it isn&#39;t right</h2>')
  for (const heading of ['In the kitchen', 'How it was raised']) expect(html).not.toContain(heading)
})

test('CAT-5 shows the earliest arrival once the postal code is known', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  expect(await (await visitor.visit('/products/grass-fed-ribeye')).text()).not.toContain(
    'Arrives as early as',
  )
  await visitor.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
  expect(await (await visitor.visit('/products/grass-fed-ribeye')).text()).toMatch(
    /Arrives as early as [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+<\/b>[^<]*, in 98101/,
  )
})

test('CAT-6 a sold-out weight links to the wait list, and low stock shows how many are left', async () => {
  const { shopper, db } = await world()
  const tokens = [0, 1].map((place) => offerToken(db, 'grass-fed-ribeye', place))
  setStock(db, tokens[0]!, 0)
  setStock(db, tokens[1]!, 5)
  const html = await (await (await shopper()).visit('/products/grass-fed-ribeye')).text()
  expect(html).toContain(`href="/join_wait_list/${tokens[0]}"`)
  expect(html).not.toContain(`action="/cart/items/${tokens[0]}"`)
  expect(html).toContain('5 left')
  expect(html).toMatch(new RegExp(`checked="" value="${tokens[1]}"`))
})

test('CAT-6 the wait list page says what is sold out and suggests alternatives', async () => {
  const { shopper, db } = await world()
  const visitor = await shopper()
  const page = await visitor.visit(`/join_wait_list/${offerToken(db, 'demo-sold-out')}`)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('is sold out')
  expect(html).toContain('class="product-card')
  expect((await visitor.visit('/join_wait_list/nothing')).status).toBe(404)
})

test('CAT-6 an unknown or hidden product is a 404 with products in stock', async () => {
  const { shopper, db } = await world()
  db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'wagyu-ribeye')).run()
  const visitor = await shopper()
  for (const slug of ['no-such-thing', 'wagyu-ribeye', '..%2f..%2fetc', '%00', "'--"]) {
    const page = await visitor.visit(`/products/${slug}`)
    expect(page.status).toBe(404)
    const html = await page.text()
    expect(html).toContain('action="/cart/items/')
    expect(html).not.toContain('href="/products/wagyu-ribeye"')
  }
  expect((await visitor.call('GET', '/products/no-such-thing')).status).toBe(404)
})

test('CAT-9 a product page has title, description, canonical, Open Graph and Product and Breadcrumb data', async () => {
  const { shopper, db } = await world()
  const html = await (await (await shopper()).visit('/products/grass-fed-ribeye')).text()
  expect(html).toContain('<title>Grass-fed ribeye from Three Larks Ranch · Droveway</title>')
  expect(html).toContain('<link rel="canonical" href="http://localhost:3000/products/grass-fed-ribeye"')
  expect(html).toMatch(/<meta name="description" content="[^"]{30,}"/)
  expect(html).toContain('property="og:title"')
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json!),
  )
  expect(data.map((one) => one['@type'])).toEqual(['Product', 'BreadcrumbList'])
  expect(data[0].offers[0]).toMatchObject({
    '@type': 'Offer',
    price: '22.90',
    priceCurrency: 'USD',
    sku: offerToken(db, 'grass-fed-ribeye'),
    availability: 'https://schema.org/InStock',
  })
})

test('CAT-9 text cannot break out of structured data', async () => {
  const { shopper, db } = await world()
  db.update(varieties)
    .set({ name: '</script><script>alert(1)</script>' })
    .where(eq(varieties.slug, 'grass-fed-ribeye'))
    .run()
  const html = await (await (await shopper()).visit('/products/grass-fed-ribeye')).text()
  expect(html).not.toContain('<script>alert(1)')
  expect(html).toContain('\\u003c/script>')
})

test('CAT-9 the sitemap lists every visible product and every video; robots.txt links to it and disallows private pages', async () => {
  const { shopper, db } = await world()
  db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'wagyu-ribeye')).run()
  const visitor = await shopper()
  const sitemap = await (await visitor.visit('/sitemap.xml')).text()
  expect(sitemap).toContain('<loc>http://localhost:3000/products/grass-fed-ribeye</loc>')
  expect(sitemap).not.toContain('wagyu-ribeye')
  const [video] = listVideos(db)
  expect(sitemap).toContain(`<loc>http://localhost:3000/videos/${video?.uri}</loc>`)
  const robots = await (await visitor.visit('/robots.txt')).text()
  expect(robots).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  expect(robots).toContain('Disallow: /checkout')
})

test('CAT-4 CAT-9 a product without a size is neither found nor listed, and its page says so', async () => {
  const { shopper, db } = await world()
  const ribeye = db.select().from(varieties).where(eq(varieties.slug, 'grass-fed-ribeye')).get()!
  const { id: _, ...copied } = ribeye
  const bavette = { ...copied, slug: 'hill-bavette', name: 'Hill zabuton', family: 'hill-bavette' }
  const added = db.insert(varieties).values(bavette).returning().get()
  const visitor = await shopper()
  const text = async (path: string) => (await visitor.visit(path)).text()
  const find = () => text('/search?q=zabuton&exactly=1')
  const page = () => text('/products/hill-bavette')
  expect(await find()).toContain('No results for “zabuton”')
  expect(await text('/sitemap.xml')).not.toContain('hill-bavette')
  expect(await page()).toContain('Hill zabuton isn&#x27;t for sale yet.')
  expect(await page()).toContain('noindex')
  expect(await page()).not.toContain('>Weight<')

  const { id: __, ...size } = db.select().from(offers).where(eq(offers.varietyId, ribeye.id)).get()!
  db.insert(offers)
    .values({ ...size, token: 'zabuton-14-oz', gtin: null, varietyId: added.id })
    .run()
  expect(await find()).toContain('href="/products/hill-bavette"')
  expect(await text('/sitemap.xml')).toContain('hill-bavette')
  expect(await page()).not.toContain('for sale yet')
  expect(await page()).not.toContain('noindex')
})

function setStock(db: Parameters<typeof offerToken>[0], token: string, onHand: number) {
  const offer = db.select().from(offers).where(eq(offers.token, token)).get()!
  db.update(stock).set({ onHand }).where(eq(stock.offerId, offer.id)).run()
}
