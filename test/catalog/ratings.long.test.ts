import { and, eq, gt } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { ratingSums, ratings } from '#db/schema/index.ts'
import { NO_FILTERS } from '#src/catalog/filter-rules.ts'
import { listProducts } from '#src/catalog/listing.ts'
import { byRating, halfStars, shownRating } from '#src/catalog/rating-rules.ts'
import { NOW } from '../support/now.ts'
import { buyerOf, rate, varietyIdOf, withoutRatings } from '../support/ratings.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const RIBEYE = 'grass-fed-ribeye'

async function unratedShop() {
  const { db, shopper } = await world()
  withoutRatings(db)
  return { db, ana: await shopper() }
}

/** The text as a screen reader reads it. */
const spoken = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const linesIn = (html: string) =>
  [...html.matchAll(/<p class="rating[^"]*">.*?<\/p>/gs)].map(([line]) => line)

async function onCard(ana: Shopper, name = 'Grass-fed ribeye') {
  const html = await (await ana.visit('/shop')).text()
  const card = html.split('<li class="product-card').find((piece) => piece.includes(`>${name}</a>`)) ?? ''
  return linesIn(card).map(spoken)
}

async function onProductPage(ana: Shopper) {
  const html = await (await ana.visit(`/products/${RIBEYE}`)).text()
  const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return { lines: linesIn(html).map(spoken), data: JSON.parse(data) as Record<string, unknown> }
}

describe('with five buyers or more', () => {
  test('CAT-3 four ratings show nothing on the card, the fifth shows the average, and later ones update it at once', async () => {
    const { db, ana } = await unratedShop()
    rate(db, RIBEYE, [5, 5, 4, 4])
    expect(await onCard(ana)).toEqual([])
    rate(db, RIBEYE, [5])
    expect(await onCard(ana)).toEqual(['Rated 4.6 out of 5 (5 ratings)'])
    rate(db, RIBEYE, [1])
    expect(await onCard(ana)).toEqual(['Rated 4.0 out of 5 (6 ratings)'])
    expect(await onCard(ana, 'Wagyu ribeye')).toEqual([])
  })

  test('CAT-5 CAT-9 the product page shows the same average to people and search engines', async () => {
    const { db, ana } = await unratedShop()
    rate(db, RIBEYE, [5, 5, 5, 4])
    expect(await onProductPage(ana)).toMatchObject({ lines: [], data: { '@type': 'Product' } })
    expect((await onProductPage(ana)).data).not.toHaveProperty('aggregateRating')
    rate(db, RIBEYE, [4])
    const { lines, data } = await onProductPage(ana)
    expect(lines).toEqual(['Rated 4.6 out of 5 · 5 ratings'])
    expect(data.aggregateRating).toEqual({
      '@type': 'AggregateRating',
      ratingValue: '4.6',
      ratingCount: 5,
      bestRating: 5,
      worstRating: 1,
    })
  })

  test('CAT-3 changed or removed stars update the average, and fewer than five hide it', async () => {
    const { db, ana } = await unratedShop()
    const [first = 0, second = 0] = rate(db, RIBEYE, [5, 5, 5, 5, 5, 5])
    const starsOf = (userId: number) => eq(ratings.userId, userId)
    db.update(ratings).set({ score: 2 }).where(starsOf(first)).run()
    expect(await onCard(ana)).toEqual(['Rated 4.5 out of 5 (6 ratings)'])
    db.delete(ratings).where(starsOf(first)).run()
    expect(await onCard(ana)).toEqual(['Rated 5.0 out of 5 (5 ratings)'])
    db.delete(ratings).where(starsOf(second)).run()
    expect(await onCard(ana)).toEqual([])
  })

  test('CAT-3 stars are drawn to the nearest half and hidden from screen readers', async () => {
    const { db, ana } = await unratedShop()
    rate(db, RIBEYE, [5, 5, 4, 4, 4])
    const html = await (await ana.visit('/shop')).text()
    expect(linesIn(html)).toHaveLength(1)
    expect(html).toContain('<span class="rating__stars rating__stars--9"></span>')
    expect([4.2, 4.3, 4.7, 4.8, 1].map((average) => halfStars({ average, buyers: 9 }))).toEqual([
      8, 9, 9, 10, 2,
    ])
  })
})

describe('best rated first', () => {
  const order = (db: Db) =>
    listProducts(db, {
      fcId: null,
      now: NOW,
      category: 'beef',
      filters: { ...NO_FILTERS, sort: 'rating' },
      limit: 1_000,
    }).cards.map(({ slug }) => slug)

  test('CAT-2 sorts by average, then by number of buyers, then unrated products in featured order', async () => {
    const { db } = await unratedShop()
    const featured = order(db)
    rate(db, 'devon-shank', [5, 5, 5, 5, 4]) // 4.80
    rate(db, 'wagyu-patties', [5, 5, 5, 5, 5, 4]) // 4.83, displayed the same
    rate(db, 'angus-filet', [4, 4, 4, 4, 4])
    rate(db, 'devon-patties', [4, 4, 4, 4, 4, 4])
    rate(db, RIBEYE, [5, 5, 5, 5])
    const rated = ['wagyu-patties', 'devon-shank', 'devon-patties', 'angus-filet']
    expect(order(db)).toEqual([...rated, ...featured.filter((slug) => !rated.includes(slug))])
    expect(featured[0]).toBe(RIBEYE)
  })

  test('CAT-2 the listing offers this sort order, keeps it in the URL, and is not indexed with it', async () => {
    const { db, ana } = await unratedShop()
    rate(db, 'devon-shank', [5, 5, 5, 5, 5])
    const html = await (await ana.visit('/shop?sort=rating')).text()
    expect(html).toMatch(/<option value="rating" selected="">Best rated<\/option>/)
    expect(/href="\/products\/([^"]+)"/.exec(html.split('id="shelf_cards"').at(-1) ?? '')?.[1]).toBe(
      'devon-shank',
    )
    expect(html).toContain('name="robots" content="noindex"')
    expect(html).toContain('href="/shop?sort=rating&amp;page=2"')
  })
})

describe('stored ratings', () => {
  test('only delivered items can be rated, enforced by the database', async () => {
    const { db } = await unratedShop()
    const [bens, anas] = [buyerOf(db, RIBEYE), buyerOf(db, RIBEYE)]
    const rating = { ...anas, score: 5, ratedAt: NOW }
    const refused = 'only what was delivered can be rated'
    const taken = (over: Partial<typeof rating>) => () =>
      db
        .insert(ratings)
        .values({ ...rating, ...over })
        .run()
    expect(taken({ orderLineId: bens.orderLineId })).toThrow(refused)
    expect(taken({ varietyId: varietyIdOf(db, 'wagyu-ribeye') })).toThrow(refused)
    for (const score of [0, 6, 4.5]) expect(taken({ score })).toThrow(/CHECK|REAL/)
    taken({})()
    expect(taken({})).toThrow(/UNIQUE/)
    expect(() => db.update(ratings).set({ orderLineId: bens.orderLineId }).run()).toThrow(refused)
  })

  test('the sums match the ratings after any change', async () => {
    const { db } = await world()
    const some = db.select().from(ratings).limit(40).all()
    for (const [nth, { userId, varietyId }] of some.entries()) {
      const one = and(eq(ratings.userId, userId), eq(ratings.varietyId, varietyId))
      if (nth % 2 === 0) db.delete(ratings).where(one).run()
      else
        db.update(ratings)
          .set({ score: (nth % 5) + 1 })
          .where(one)
          .run()
    }
    rate(db, 'demo-fifty', [1, 2, 3])
    const counted = new Map<number, { buyers: number; scoreSum: number }>()
    for (const { varietyId, score } of db.select().from(ratings).all()) {
      const { buyers, scoreSum } = counted.get(varietyId) ?? { buyers: 0, scoreSum: 0 }
      counted.set(varietyId, { buyers: buyers + 1, scoreSum: scoreSum + score })
    }
    const kept = db.select().from(ratingSums).where(gt(ratingSums.buyers, 0)).all()
    expect(new Map(kept.map(({ varietyId, ...sum }) => [varietyId, sum]))).toEqual(counted)
    expect(counted.size).toBeGreaterThan(40)
  })
})

test('an average is displayed to a tenth, and compared unrounded', () => {
  expect(shownRating({ buyers: 20, scoreSum: 93 })).toEqual({ average: 4.7, buyers: 20 })
  expect(shownRating({ buyers: 4, scoreSum: 20 })).toBeNull()
  expect(shownRating(null)).toBeNull()
  const [less, more, none] = [{ buyers: 100, scoreSum: 460 }, { buyers: 5, scoreSum: 24 }, null]
  expect([none, less, none, more].sort(byRating)).toEqual([more, less, none, none])
})
