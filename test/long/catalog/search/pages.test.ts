import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { varieties } from '#db/schema/index.ts'
import { fillCatalog } from '../../../catalog/search/whole-catalog.ts'
import { world } from '../../../support/world.ts'

async function visitorOf(wishes = {}) {
  const shop = await world(wishes)
  fillCatalog(shop.db)
  return { ...shop, visitor: await shop.shopper() }
}

const cardsIn = (html: string) => html.match(/<li class="product-card/g)?.length ?? 0

describe('CAT-4 /search', () => {
  test('shows the results as listing cards, with their count', async () => {
    const { visitor } = await visitorOf()
    const html = await (await visitor.visit('/search?q=bacon')).text()
    expect(html).toContain('Maple-smoked bacon</a>')
    expect(html).toContain('+ Add to Box')
    expect(html).toMatch(/<h2[^>]*>2 products<\/h2>/)
    expect(cardsIn(html)).toBe(2)
    expect(html).toContain(`name="authenticity_token" value="${visitor.token}"`)
    expect(html).toContain('<meta name="robots" content="noindex"')
  })

  test('says how it corrected a typo, and offers an exact search', async () => {
    const { visitor } = await visitorOf()
    const html = await (await visitor.visit('/search?q=ribeey')).text()
    expect(html).toContain('Showing results for <strong>ribeye</strong>')
    expect(html).toContain('href="/search?q=ribeey&amp;exactly=1"')
    const exact = await (await visitor.visit('/search?q=ribeey&exactly=1')).text()
    expect(exact).toContain('No results for “ribeey”')
  })

  test('an empty result links to categories and shows products in stock', async () => {
    const { visitor } = await visitorOf()
    const page = await visitor.visit('/search?q=xyzzy')
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('No results for “xyzzy”')
    expect(html).toContain('href="/shop/beef"')
    expect(cardsIn(html)).toBe(4)
    expect(html).not.toContain('Sold out')
  })

  test('an empty query gets a prompt, not an error', async () => {
    const { visitor } = await visitorOf()
    for (const path of ['/search', '/search?q=', '/search?q=%20%20']) {
      const page = await visitor.visit(path)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('What are you looking for?')
    }
  })

  test('GND-10 many results are paginated, each product once', async () => {
    const { db, visitor } = await visitorOf()
    db.update(varieties).set({ raised: 'Raised with quokkas.' }).run()
    const pages = []
    for (const page of [1, 2])
      pages.push(await (await visitor.visit(`/search?q=quokkas&page=${page}`)).text())
    const slugs = pages.flatMap((html) =>
      [...html.matchAll(/product-card__link" href="\/products\/([^"]+)"/g)].map(([, slug]) => slug),
    )
    expect(cardsIn(pages[0]!)).toBe(48)
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs.length).toBe(db.select().from(varieties).where(eq(varieties.hidden, false)).all().length)
    expect(pages[0]).toContain('href="/search?q=quokkas&amp;page=2"')
    expect((await visitor.visit('/search?q=quokkas&page=99')).status).toBe(404)
    for (const page of ['0', 'x'])
      expect((await visitor.visit(`/search?q=quokkas&page=${page}`)).status).toBe(200)
  })

  test('the query is escaped in the search field and on the page, and a very long one is no error', async () => {
    const { visitor } = await visitorOf()
    const html = await (
      await visitor.visit(`/search?q=${encodeURIComponent('<script>alert("x")</script>')}`)
    ).text()
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('value="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;"')
    expect((await visitor.visit(`/search?q=${'x'.repeat(10_000)}`)).status).toBe(200)
  })

  test('GND-5 every page has search as a plain form', async () => {
    const { visitor } = await visitorOf()
    for (const path of ['/', '/shop', '/cart']) {
      const html = await (await visitor.visit(path)).text()
      expect(html).toMatch(/<search[^>]*><form[^>]* action="\/search"/)
      expect(html).toContain('type="search" name="q"')
    }
  })
})

describe('CAT-4 /autocomplete', () => {
  test('BEH-19 responds with a JSON list of strings and nosniff', async () => {
    const { visitor } = await visitorOf()
    const answer = await visitor.call('GET', '/autocomplete?q=ribey')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await answer.json()).slice(0, 2)).toEqual(['Ribeye', 'Grass-fed ribeye'])
  })

  test('BEH-19 returns at most ten, five for the widget, and none for a query under 2 or over 64 letters', async () => {
    const { visitor } = await visitorOf()
    const ask = async (query: string) => (await visitor.call('GET', `/autocomplete?${query}`)).json()
    expect(await ask('q=be')).toHaveLength(10)
    expect(await ask('q=be&limit=5')).toHaveLength(5)
    for (const limit of ['0', '-1', '1000', 'x', '1.5'])
      expect(await ask(`q=be&limit=${limit}`)).toHaveLength(10)
    for (const query of ['', 'q=', 'q=b', `q=${'b'.repeat(65)}`, `q=${'b'.repeat(10_000)}`, 'q=%25%25'])
      expect(await ask(query)).toEqual([])
  })
})

describe('SEC-3 R19 autocomplete', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  test('allows 120 requests a minute per visitor, then responds 429 with Retry-After', async () => {
    const { visitor, shopper } = await visitorOf({ config: { rateLimited: true } })
    const ask = (who = visitor) => who.call('GET', '/autocomplete?q=rib')
    for (let count = 0; count < 120; count += 1) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(await shopper())).status).toBe(200)
  })
})

test('CAT-4 the heading shows the query as typed, special characters included', async () => {
  const { shopper } = await world()
  const html = await (await (await shopper()).visit('/search?q=%3Cscript%3Eribeye')).text()
  expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1]).toContain('“&lt;script&gt;ribeye”')
})
