import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, stock, varieties } from '#db/schema/index.ts'
import { listProducts } from '#src/catalog/listing.ts'
import { PAGE_SIZE } from '#src/catalog/rules.ts'
import { offerToken } from '../support/buying.ts'
import { NOW } from '../support/now.ts'
import { type World, world } from '../support/world.ts'

const SEATTLE_CENTER = 1

test('CAT-2 a category shows and counts its own products, and an unknown one is a 404', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const beef = await (await visitor.visit('/shop/beef')).text()
  expect(beef).toContain('Grass-fed ribeye')
  expect(beef).not.toContain('Bone-in pork chops')
  expect(cardsIn(beef)).toBe(Math.min(PAGE_SIZE, Number(/>(\d+) products</.exec(beef)?.[1])))
  expect((await visitor.visit('/shop/unicorn')).status).toBe(404)
})

test('CAT-2 a category without products has a page that says so', async () => {
  const { shopper, db } = await world()
  db.update(varieties).set({ hidden: true }).where(eq(varieties.animal, 'seafood')).run()
  const page = await (await shopper()).visit('/shop/seafood')
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('Nothing here today')
  expect(html).not.toContain('href="/shop/seafood"')
  expect(html).toContain('plenty more in the shop')
})

test('CAT-2 a shop without products does not link to the current page', async () => {
  const { shopper, db } = await world()
  db.update(varieties).set({ hidden: true }).run()
  const html = await (await (await shopper()).visit('/shop')).text()
  expect(html).toContain('Nothing here today')
  expect(html).not.toContain('plenty more')
})

test('CAT-3 a card has farm, weight, price, price per pound, badges and its own form', async () => {
  const { shopper, db } = await world()
  const html = await (await (await shopper()).visit('/shop')).text()
  const card = cardOf(html, 'Grass-fed ribeye')
  expect(card).toContain('Three Larks Ranch, MT')
  expect(card).toContain('10 oz')
  expect(card).toContain('$22.90')
  expect(card).toMatch(/\$36\.6\d|\$36\.70 \/ lb/)
  expect(card.match(/class="badge[ "]/g)?.length).toBeLessThanOrEqual(2)
  expect(card).toContain(`action="/cart/items/${offerToken(db, 'grass-fed-ribeye')}"`)
})

test("CAT-3 each visitor's forms have their own token, even though cards are cached", async () => {
  const { shopper } = await world()
  for (const visitor of [await shopper(), await shopper()]) {
    const html = await (await visitor.visit('/shop')).text()
    const tokens = [...html.matchAll(/name="authenticity_token" value="([^"]+)"/g)].map(([, token]) => token)
    expect(new Set(tokens)).toEqual(new Set([visitor.token]))
    expect(html).not.toContain('\u0001')
  }
})

test('CAT-6 a card follows the stock: in stock, the last five, sold out', async () => {
  const shop = await world()
  const shown = async (units: number) => {
    await putOnShelves(shop, 'grass-fed-ribeye', units)
    return cardOf(await (await (await shop.shopper()).visit('/shop')).text(), 'Grass-fed ribeye')
  }
  expect(await shown(6)).not.toContain(' left')
  expect(await shown(5)).toContain('5 left')
  expect(await shown(1)).toContain('1 left')
  const soldOut = await shown(0)
  expect(soldOut).toContain('Sold out')
  expect(soldOut).toContain(`href="/join_wait_list/${offerToken(shop.db, 'grass-fed-ribeye')}"`)
  expect(soldOut).not.toContain('/cart/items/')
})

test('CAT-3 a card shows the first weight in stock', async () => {
  const { db, shopper } = await world()
  const first = db
    .select()
    .from(offers)
    .where(eq(offers.token, offerToken(db, 'grass-fed-ribeye')))
    .get()!
  db.update(stock).set({ onHand: 0 }).where(eq(stock.offerId, first.id)).run()
  const card = cardOf(await (await (await shopper()).visit('/shop')).text(), 'Grass-fed ribeye')
  expect(card).toContain(offerToken(db, 'grass-fed-ribeye', 1))
  expect(card).toContain('14 oz')
})

test('CAT-3 a price changed in the database is on the card at the next request', async () => {
  const { db, shopper } = await world()
  const visitor = await shopper()
  await visitor.visit('/shop')
  db.update(offers)
    .set({ priceCents: 123_456 })
    .where(eq(offers.token, offerToken(db, 'grass-fed-ribeye')))
    .run()
  expect(cardOf(await (await visitor.visit('/shop')).text(), 'Grass-fed ribeye')).toContain('$1,234.56')
})

test('GND-10 a long listing has pages of 24, with each product once', async () => {
  const { db, shopper } = await world()
  addVarieties(db, 40)
  const visitor = await shopper()
  const pages = [
    await (await visitor.visit('/shop')).text(),
    await (await visitor.visit('/shop?page=2')).text(),
  ]
  expect(cardsIn(pages[0]!)).toBe(PAGE_SIZE)
  const slugs = pages.flatMap((html) =>
    [...html.matchAll(/"product-card__link" href="\/products\/([^"]+)"/g)].map(([, slug]) => slug),
  )
  expect(slugs.length).toBeGreaterThan(PAGE_SIZE)
  expect(new Set(slugs).size).toBe(slugs.length)
  expect(pages[0]).toContain('href="/shop?page=2"')
  for (const page of ['99', '999999999']) expect((await visitor.visit(`/shop?page=${page}`)).status).toBe(404)
  for (const page of ['0', '-1', '1.5', 'x', '1e9', ''])
    expect(cardsIn(await (await visitor.visit(`/shop?page=${page}`)).text())).toBe(PAGE_SIZE)
})

test('GND-10 text from farms and imports is escaped, however long', async () => {
  const { db, shopper } = await world()
  const name = `<script>alert("x")</script> & ${'long'.repeat(40)}`
  db.update(varieties)
    .set({ name, summary: name, story: name })
    .where(eq(varieties.slug, 'grass-fed-ribeye'))
    .run()
  const visitor = await shopper()
  for (const path of ['/', '/shop', '/products/grass-fed-ribeye']) {
    const html = await (await visitor.visit(path)).text()
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; long')
  }
})

test('availability is that of the fulfillment center for the saved postal code, minus active holds', async () => {
  const { db } = await world()
  const [lead] = listProducts(db, { fcId: SEATTLE_CENTER, now: NOW, category: 'beef' }).cards
  const offer = db.select().from(offers).where(eq(offers.token, lead!.offer.token)).get()!
  db.update(stock).set({ onHand: 4 }).where(eq(stock.offerId, offer.id)).run()
  db.insert(stock)
    .values({ offerId: offer.id, fcId: 2, onHand: 90 })
    .onConflictDoUpdate({ target: [stock.offerId, stock.fcId], set: { onHand: 90 } })
    .run()
  const seen = (fcId: number | null) => listProducts(db, { fcId, now: NOW, category: 'beef' }).cards[0]?.stock
  expect(seen(SEATTLE_CENTER)).toEqual({ kind: 'low', left: 4 })
  expect(seen(2)).toEqual({ kind: 'in_stock' })
  expect(seen(null)).toEqual({ kind: 'in_stock' })
})

const cardsIn = (html: string) => html.match(/<li class="product-card/g)?.length ?? 0

function cardOf(html: string, name: string): string {
  const card = html.split('<li class="product-card').find((piece) => piece.includes(`>${name}</a>`))
  return card?.split('</article>')[0]?.split('</ul></section>')[0] ?? ''
}

async function putOnShelves({ db }: World, slug: string, units: number) {
  const rows = db
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(varieties.slug, slug))
    .all()
  for (const { id } of rows) db.update(stock).set({ onHand: units }).where(eq(stock.offerId, id)).run()
}

function addVarieties(db: World['db'], count: number) {
  const model = db.select().from(varieties).where(eq(varieties.slug, 'grass-fed-ribeye')).get()!
  for (let number = 1; number <= count; number++) {
    const { id } = db
      .insert(varieties)
      .values({ ...model, id: undefined, slug: `copy-${number}`, featuredRank: 1000 + number })
      .returning()
      .get()
    db.insert(offers)
      .values({
        token: `copy${String(number).padStart(18, '0')}`,
        varietyId: id,
        label: '1 lb',
        serves: '2',
        weightGrams: 454,
        priceCents: 900,
        position: 0,
      })
      .run()
  }
}

test('CAT-9 every listing has its own title: filtered, paginated, empty', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const titleOf = async (path: string) =>
    /<title>([^<]*)<\/title>/.exec(await (await visitor.visit(path)).text())?.[1]
  expect(await titleOf('/shop/beef')).toBe('Beef · Droveway')
  expect(await titleOf('/shop?page=2')).toBe('Shop all, page 2 · Droveway')
  expect(await titleOf('/shop/beef?cut=ribeye&farm=three-larks-ranch')).toBe(
    'Ribeye from Three Larks Ranch · Beef · Droveway',
  )
  expect(await titleOf('/shop/beef?farm=three-larks-ranch&in_stock=1')).toBe(
    'From Three Larks Ranch, In stock now · Beef · Droveway',
  )
  expect(await titleOf('/shop/pork?cut=ribeye')).toBe('No results · Ribeye · Pork · Droveway')
  expect(await titleOf('/search?q=zzzqqq')).toBe('No results for “zzzqqq” · Droveway')
})

test('CAT-2 a filter value that no product has is ignored', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const count = async (path: string) =>
    /id="shelf_count">([\s\S]*?)<\/h2>/.exec(await (await visitor.visit(path)).text())?.[1]
  const plain = await count('/shop/beef')
  for (const facet of ['animal', 'cut', 'farm', 'badge', 'price', 'in_stock'])
    expect(await count(`/shop/beef?${facet}=zzz`), facet).toBe(plain)
  expect(await count('/shop/beef?cut=zzz&cut=ribeye')).toBe(await count('/shop/beef?cut=ribeye'))
})
