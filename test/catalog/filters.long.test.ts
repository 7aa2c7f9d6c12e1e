import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { holds, offers, orders, stock, varieties } from '#db/schema/index.ts'
import { currentListings } from '#src/catalog/cached-index.ts'
import { filtersQuery, type ListingFilters, NO_FILTERS, parseFilters } from '#src/catalog/filter-rules.ts'
import { listProducts } from '#src/catalog/listing.ts'
import { shownPoundCents } from '#src/money.ts'
import { NOW } from '../support/now.ts'
import { type World, world } from '../support/world.ts'

const EVERYTHING = 1_000
const SEATTLE = 1

const shelf = (
  { db }: World,
  filters: Partial<ListingFilters>,
  category?: string,
  fcId: number | null = null,
) => listProducts(db, { fcId, now: NOW, category, filters: { ...NO_FILTERS, ...filters }, limit: EVERYTHING })

/** Every visible product with its offers, read straight from the tables. */
function products({ db }: World) {
  const rows = db
    .select({ variety: varieties, offer: offers, left: stock.onHand })
    .from(varieties)
    .innerJoin(offers, eq(offers.varietyId, varieties.id))
    .leftJoin(stock, eq(stock.offerId, offers.id))
    .where(eq(varieties.hidden, false))
    .all()
  return [...groupBySlug(rows).values()].map((of) => ({
    ...of[0]!.variety,
    offers: of.map(({ offer, left }) => ({ ...offer, had: (left ?? 0) >= offer.minQuantity })),
  }))
}

function groupBySlug<Row extends { variety: { slug: string } }>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.variety.slug, [...(groups.get(row.variety.slug) ?? []), row])
  return groups
}

const withoutTokens = (html: string) => html.replaceAll(/(name="authenticity_token" value=")[^"]+/g, '$1')

const slugs = (cards: { slug: string }[]) => cards.map(({ slug }) => slug).sort()

describe('parsing filters', () => {
  test('CAT-2 equal filters make equal URLs, and a URL gives back the filters', () => {
    const filters = parseFilters({
      cut: ['strip', 'ribeye', 'strip'],
      sort: ['price'],
      price: ['25-50'],
      in_stock: ['1'],
    })
    expect(filtersQuery(filters)).toBe('?cut=ribeye&cut=strip&price=25-50&in_stock=1&sort=price')
    const query = new URLSearchParams(filtersQuery(filters))
    expect(
      parseFilters({ cut: query.getAll('cut'), sort: ['price'], price: ['25-50'], in_stock: ['1'] }),
    ).toEqual({
      ...filters,
      cut: ['ribeye', 'strip'],
    })
  })

  test('CAT-2 invalid values in a URL are ignored', async () => {
    const nonsense = parseFilters({
      animal: ['unicorn'],
      price: ['1-2', '0-25 or 1=1'],
      sort: ['luck'],
      in_stock: ['yes'],
      cut: ['', 'x'.repeat(81)],
    })
    expect(nonsense).toEqual(NO_FILTERS)
    const visitor = await (await world()).shopper()
    const page = await visitor.visit('/shop?animal=unicorn&sort=luck&price=cheap&utm_source=x&page=1')
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('class="chosen"')
  })

  test('GND-10 a URL can have at most forty values per filter', () => {
    expect(
      parseFilters({ cut: Array.from({ length: 500 }, (_, number) => `cut-${number}`) }).cut,
    ).toHaveLength(40)
  })
})

describe('matching', () => {
  test('CAT-2 values within a filter combine with OR, and filters combine with AND', async () => {
    const shop = await world()
    const found = shelf(shop, { cut: ['ribeye', 'strip'], badge: ['Dry-aged', 'Wagyu'] })
    const expected = products(shop).filter(
      ({ cut, badges }) =>
        ['ribeye', 'strip'].includes(cut) && badges.some((badge) => ['Dry-aged', 'Wagyu'].includes(badge)),
    )
    expect(expected.length).toBeGreaterThan(1)
    expect(slugs(found.cards)).toEqual(slugs(expected))
    expect(found.count).toBe(expected.length)
  })

  test('CAT-2 counts show what one more choice would leave, ignoring choices in the same filter', async () => {
    const shop = await world()
    const filters = { cut: ['ribeye'], in_stock: ['1'] }
    const { facets } = shelf(shop, filters)
    for (const facet of ['animal', 'cut', 'farm', 'badge', 'price'] as const) {
      for (const { value, count } of facets[facet]) {
        const { count: left } = shelf(shop, { ...filters, [facet]: [value] })
        expect([facet, value, count]).toEqual([facet, value, left])
      }
    }
    expect(facets.in_stock[0]?.count).toBe(shelf(shop, filters).count)
    expect(shelf(shop, { cut: ['ribeye'] }).facets.in_stock[0]?.count).toBe(shelf(shop, filters).count)
  })

  test('CAT-2 price and in stock must match the same weight', async () => {
    const shop = await world()
    const [first, ...dearer] = shop.db
      .select({ offer: offers })
      .from(offers)
      .innerJoin(varieties, eq(varieties.id, offers.varietyId))
      .where(eq(varieties.slug, 'grass-fed-ribeye'))
      .orderBy(offers.position)
      .all()
    expect(first!.offer.priceCents).toBeLessThan(2_500)
    expect(dearer.every(({ offer }) => offer.priceCents >= 2_500)).toBe(true)
    shop.db.update(stock).set({ onHand: 0 }).where(eq(stock.offerId, first!.offer.id)).run()
    const has = (filters: Partial<ListingFilters>) =>
      slugs(shelf(shop, filters).cards).includes('grass-fed-ribeye')
    expect(has({ price: ['0-25'] })).toBe(true)
    expect(has({ in_stock: ['1'] })).toBe(true)
    expect(has({ price: ['0-25'], in_stock: ['1'] })).toBe(false)
    const { facets } = shelf(shop, { in_stock: ['1'], cut: ['ribeye'] })
    expect(facets.price.find(({ value }) => value === '0-25')?.count).toBe(
      shelf(shop, { in_stock: ['1'], cut: ['ribeye'], price: ['0-25'] }).count,
    )
  })

  test("CAT-2 in stock means at the visitor's fulfillment center, minus units held for others", async () => {
    const shop = await world()
    const { db } = shop
    const [offer] = db
      .select({ id: offers.id })
      .from(offers)
      .innerJoin(varieties, eq(varieties.id, offers.varietyId))
      .where(eq(varieties.slug, 'demo-fifty'))
      .all()
    const has = (fcId: number | null, now = NOW) =>
      slugs(
        listProducts(db, { fcId, now, filters: { ...NO_FILTERS, in_stock: ['1'] }, limit: EVERYTHING }).cards,
      ).includes('demo-fifty')
    db.update(stock).set({ onHand: 0 }).where(eq(stock.offerId, offer!.id)).run()
    expect(has(null)).toBe(false)
    db.insert(stock)
      .values({ offerId: offer!.id, fcId: SEATTLE, onHand: 3 })
      .onConflictDoUpdate({ target: [stock.offerId, stock.fcId], set: { onHand: 3 } })
      .run()
    expect([has(null), has(SEATTLE), has(2)]).toEqual([true, true, false])
    const orderId = db.select({ id: orders.id }).from(orders).limit(1).get()!.id
    db.insert(holds)
      .values({ orderId, offerId: offer!.id, fcId: SEATTLE, quantity: 3, expiresAt: NOW + 1_000 })
      .run()
    expect(has(SEATTLE)).toBe(false)
    expect(has(SEATTLE, NOW + 1_000)).toBe(true)
  })
})

describe('sorting', () => {
  test('CAT-2 by price, price per pound and newest, each by the value on the card', async () => {
    const shop = await world()
    const prices = shelf(shop, { sort: 'price' }).cards.map(({ offer }) => offer.priceCents)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
    const dearest = shelf(shop, { sort: 'price_desc' }).cards.map(({ offer }) => offer.priceCents)
    expect(dearest).toEqual([...dearest].sort((a, b) => b - a))
    expect(dearest[0]).toBeGreaterThan(prices[0] ?? 0)
    const pounds = shelf(shop, { sort: 'price_per_pound' }).cards.map(({ offer }) => shownPoundCents(offer))
    expect(pounds).toEqual([...pounds].sort((a, b) => a - b))
    const added = new Map(products(shop).map(({ slug, addedOn }) => [slug, addedOn]))
    const days = shelf(shop, { sort: 'newest' }).cards.map(({ slug }) => added.get(slug)!)
    expect(days).toEqual([...days].sort().reverse())
    expect(new Set([prices.length, pounds.length, days.length]).size).toBe(1)
  })

  test('CAT-2 sorted by price, a card shows the weight that it is sorted by', async () => {
    const shop = await world()
    const { cards } = shelf(shop, { sort: 'price_per_pound', cut: ['ribeye'] })
    for (const { slug, offer } of cards) {
      const had = products(shop)
        .find((product) => product.slug === slug)!
        .offers.filter((one) => one.had)
      const least = Math.min(...had.map(shownPoundCents))
      expect(shownPoundCents(offer)).toBe(least)
    }
  })
})

describe('on the page', () => {
  test('CAT-2 the URL alone determines the page: chips to remove, checked boxes, sort order, links that keep them', async () => {
    const { shopper } = await world()
    const html = await (
      await (await shopper()).visit('/shop/beef?cut=ribeye&badge=Grass-fed&badge=Wagyu&sort=price_per_pound')
    ).text()
    expect(html).toContain('href="/shop/beef?badge=Grass-fed&amp;badge=Wagyu&amp;sort=price_per_pound"')
    expect(html).toContain('href="/shop/beef?sort=price_per_pound"')
    expect(html).toMatch(/name="cut" value="ribeye" checked/)
    expect(html).toMatch(/<option value="price_per_pound" selected/)
    expect(html).toMatch(/<form[^>]*id="shelf_filters"[^>]*action="\/shop\/beef"/)
    expect(html).not.toMatch(/<form[^>]*id="shelf_filters"[^>]*method="post"/)
  })

  test('CAT-2 an empty result says so and offers alternatives', async () => {
    const { shopper } = await world()
    const html = await (await (await shopper()).visit('/shop/pork?cut=ribeye')).text()
    expect(html).toContain('0 products')
    expect(html).toContain('No products match all of your filters')
    expect(html).toMatch(/<a class="button" href="\/shop\/pork"/)
    expect(html).toContain('In stock now')
  })

  test('CAT-9 a plain listing is canonical, and a filtered or sorted one is not indexed', async () => {
    const visitor = await (await world()).shopper()
    const plain = await (await visitor.visit('/shop/beef')).text()
    expect(plain).toContain('<link rel="canonical" href="http://localhost:3000/shop/beef"')
    expect(plain).toContain('BreadcrumbList')
    for (const query of ['?cut=ribeye', '?sort=price']) {
      expect(await (await visitor.visit(`/shop/beef${query}`)).text()).toContain(
        'name="robots" content="noindex"',
      )
    }
    expect(await (await visitor.visit('/shop/beef?utm_source=mail')).text()).toContain('/shop/beef"')
  })

  test('CAT-2 a frame request gets only the frame, identical to the one in the page', async () => {
    const { shopper } = await world()
    const visitor = await shopper()
    const part = await (
      await visitor.send('/shop/beef?cut=ribeye', {
        headers: { accept: 'text/html', 'turbo-frame': 'shelf' },
      })
    ).text()
    expect(part).toMatch(/^<turbo-frame id="shelf"/)
    const page = await (await visitor.visit('/shop/beef?cut=ribeye')).text()
    expect(withoutTokens(page)).toContain(withoutTokens(part))
  })
})

test('a listing is computed once, and again after any write that changes it', async () => {
  const shop = await world()
  const ask = () => {
    const { index, ask } = currentListings(shop.db, NOW)
    return ask('how many', () => ({ count: index.rows.length }))
  }
  const before = ask()
  expect(ask()).toBe(before)
  shop.db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'grass-fed-ribeye')).run()
  expect(ask()).toEqual({ count: before.count - 1 })
})

test('a write by another process is visible in the next task', async ({ onTestFinished }) => {
  const { mkdtempSync, rmSync } = await import('node:fs')
  const { closeDatabase, copyInto } = await import('#db/client.ts')
  const folder = mkdtempSync('/tmp/shelf-')
  const { db } = await world()
  await copyInto(db, `${folder}/shop.sqlite3`)
  const [ours, theirs] = [openDatabase(`${folder}/shop.sqlite3`), openDatabase(`${folder}/shop.sqlite3`)]
  onTestFinished(() => {
    for (const one of [ours, theirs]) closeDatabase(one)
    rmSync(folder, { recursive: true })
  })
  const count = () => listProducts(ours, { fcId: null, now: NOW }).count
  const before = count()
  theirs.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'grass-fed-ribeye')).run()
  expect(count()).toBe(before) // a page shows one snapshot of the shop
  await setImmediate()
  expect(count()).toBe(before - 1)
})
