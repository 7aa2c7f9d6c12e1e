import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { farms, stock, varieties } from '#db/schema/index.ts'
import { navigationCategories } from '#src/catalog/navigation.ts'
import { MINUTE_MS } from '#src/day.ts'
import { world } from '../support/world.ts'

const home = async (shop: Awaited<ReturnType<typeof world>>) =>
  (await (await shop.shopper()).visit('/')).text()

test('CAT-1 the home page has a category switcher with real links, and shows the first category', async () => {
  const html = await home(await world())
  const links = [...html.matchAll(/<a class="chip" href="(\/shop\/\w+)"([^>]*)>/g)]
  expect(links.length).toBeGreaterThan(2)
  expect(links.filter(([, , rest]) => rest?.includes('aria-current="true"')).map(([, href]) => href)).toEqual(
    ['/shop/beef'],
  )
  expect(html).toContain('data-category="beef"')
})

test('BEH-18 a category requested by the switcher returns only its cards', async () => {
  const shop = await world()
  const visitor = await shop.shopper()
  const headers = { accept: 'text/html', 'turbo-frame': 'category_cards' }
  const html = await (await visitor.send('/shop/pork', { headers })).text()
  expect(html).toMatch(/^<turbo-frame id="category_cards"/)
  expect(html).toContain('data-category="pork"')
  expect(html).toContain('Bone-in pork chops')
  expect(html).not.toContain('<html')
})

test('CAT-1 rows show only products in stock, without repeating those above', async () => {
  const shop = await world()
  const { db } = shop
  const rowsOf = (html: string) =>
    [...html.matchAll(/shelf--row">(.*?)<\/ul>\s*<\/div>\s*<\/section>/gs)].map(([, row]) => row!)
  const before = rowsOf(await home(shop)).join('')
  expect(before).not.toContain('Sold out')
  const above = /data-category="beef">(.*?)<\/turbo-frame>/s.exec(await home(shop))?.[1] ?? ''
  const shown = [...above.matchAll(/href="\/products\/([^"]+)"/g)].map(([, slug]) => slug!).slice(0, 6)
  for (const slug of shown) expect(before).not.toContain(`/products/${slug}"`)
  db.update(stock).set({ onHand: 0 }).run()
  expect(rowsOf(await home(shop))).toEqual([])
})

const sheetsOf = (html: string) => [...html.matchAll(/banner__title">([^<]*)</g)].map(([, title]) => title)

test('CAT-1 the banner has a farm, what is in season now, and how delivery works', async () => {
  const november = await home(await world())
  expect(sheetsOf(november)).toEqual([
    'Dinner, with a farm behind it',
    'Low oven, long afternoon',
    'On the day you pick',
  ])
  const slow = /cut=belly[^"]*(?=">\s*Shop cuts to slow-cook)/.exec(november)?.[0]
  expect(november).toContain(`${slow}">See all`)
  const july = await home(await world({ now: Date.parse('2026-07-04T10:00:00-07:00') }))
  expect(sheetsOf(july)[1]).toBe('Hot coals, quick dinner')
})

test('CAT-1 a season with nothing in stock is left out', async () => {
  const shop = await world()
  shop.db.update(stock).set({ onHand: 0 }).run()
  expect(sheetsOf(await home(shop))).toEqual(['Dinner, with a farm behind it', 'On the day you pick'])
})

test('CAT-1 the first slide’s picture has priority and is in the server’s HTML', async () => {
  const html = await home(await world())
  const pictures = [...html.matchAll(/<img\b[^>]*>/g)].map(([picture]) => picture)
  expect(pictures.filter((picture) => picture.includes('fetchpriority="high"'))).toEqual([pictures[0]])
  expect(pictures[0]).not.toContain('loading="lazy"')
  for (const later of pictures.slice(1)) expect(later).toContain('loading="lazy"')
})

test('CAT-1 the press quotes scroll, with a button to pause them', async () => {
  const html = await home(await world())
  const press = /<section[^>]*data-slider-kind-value="marquee">(.*?)<\/section>/s.exec(html)?.[1]
  expect(press?.match(/press__paper /g)).toHaveLength(8)
  expect(press).toContain('slider#togglePause')
})

test('CAT-1 a shop with no products still has a home page', async () => {
  const shop = await world()
  shop.db.update(varieties).set({ hidden: true }).run()
  const html = await home(shop)
  expect(html).toContain('Dinner, with a farm behind it')
  expect(html).not.toContain('id="category_cards"')
})

test('CAT-3 at most six cards show at first, with a button for the rest, and a short collection has none', async () => {
  const shop = await world()
  const visitor = await shop.shopper()
  const long = await (await visitor.visit('/shop')).text()
  const cards = long.match(/<li class="product-card/g)?.length ?? 0
  expect(cards).toBeGreaterThan(6)
  expect(long).toContain('data-limit="6"')
  expect(long).toContain(`Show ${cards - 6} more on this page`)
  expect(long).toMatch(/aria-controls="shelf_cards"[^>]*aria-expanded="false"/)
  const short = await (await visitor.visit('/shop/beef?cut=ribeye&badge=Wagyu')).text()
  expect(short.match(/<li class="product-card/g)?.length).toBeLessThanOrEqual(6)
  expect(short).not.toContain('more on this page')
})

test('SHL-1 the navigation lists each category with its cuts and farms, and omits an empty one', async () => {
  const shop = await world()
  const html = await home(shop)
  expect(html).toContain('id="flyout_beef"')
  expect(html).toContain('href="/shop/beef?cut=ribeye"')
  expect(html).toContain('href="/shop/beef?farm=three-larks-ranch"')
  shop.db.update(varieties).set({ hidden: true }).where(eq(varieties.animal, 'beef')).run()
  expect(await home(shop)).not.toContain('id="flyout_beef"')
})

test('SPD-3 stale navigation links are refreshed one category per page view', async () => {
  const { db } = await world()
  const first = navigationCategories(db)
  db.update(farms).set({ name: 'Renamed' }).run()
  const later = performance.now() + 2 * MINUTE_MS
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
  const pages = [1, 2].map(() => navigationCategories(db))
  clock.mockRestore()
  const again = pages.map((page) => page.filter((shelf, nth) => shelf !== first[nth]).length)
  expect(again).toEqual([1, 2])
})

test('SPD-3 refreshing unchanged navigation links keeps the cached ones', async () => {
  const { db } = await world()
  const first = navigationCategories(db)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * MINUTE_MS)
  expect(navigationCategories(db).every((shelf, nth) => shelf === first[nth])).toBe(true)
  clock.mockRestore()
})
