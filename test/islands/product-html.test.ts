import { expect, test } from 'vitest'
import type { ProductDetailProps } from '#islands/product-detail/props.ts'
import { islandHtml } from '#islands/server.ts'
import { detailOf, varietyOf, weightOf } from './product.ts'

const html = (over: Partial<ProductDetailProps> = {}) => islandHtml('product-detail', detailOf(over))
const withWeights = (...weights: ReturnType<typeof weightOf>[]) => html({ variety: varietyOf({ weights }) })

test('CAT-5 without scripts every weight is a real form to its own call, with the token and its bounds', () => {
  const page = html()
  for (const token of ['small', 'large']) {
    expect(page).toContain(`action="/cart/items/${token}" method="post"`)
    expect(page).toMatch(new RegExp(`id="quantity_${token}"[^>]* min="1" max="12"[^>]* value="1"`))
  }
  expect(page.match(/name="authenticity_token" value="page-token"/g)).toHaveLength(2)
  expect(page.match(/\+ Add to Box/g)).toHaveLength(2)
})

test('CAT-5 each weight says its price and what a pound costs', () => {
  expect(html()).toMatch(/10 oz.*\$36\.64 \/ lb.*\$22\.90.*2 × 14 oz.*\$33\.65 \/ lb.*\$58\.90/)
})

test('CAT-5 the price of the chosen weight, and what a pound of it costs, are right under the name', () => {
  const [, line = ''] = /<\/h1><div class="product__price">(.*?)<\/div>/.exec(html()) ?? []
  expect(line.replace(/<[^>]+>/g, '')).toBe('$22.90 10 oz · $36.64 / lb')
})

test('CAT-5 what buyers made of it stands under the name once there is an average', () => {
  const page = html({ variety: varietyOf({ rating: { average: 4.6, buyers: 1_023 } }) })
  const line = /<h1[^>]*>.*?<\/h1>.*?(<p class="rating">.*?<\/p>)/.exec(page)?.[1] ?? ''
  expect(line.replace(/<[^>]+>/g, '')).toBe('Rated 4.6 out of 5 · 1,023 ratings')
  expect(line).toContain('rating__stars--9')
  expect(html()).not.toContain('class="rating')
})

test('CAT-5 varieties are links to pages of their own, and the shown one is marked', () => {
  const page = html()
  expect(page).toMatch(/href="\/products\/grass-fed-ribeye" aria-current="page"/)
  expect(page).toMatch(/href="\/products\/wagyu-ribeye" data-turbo-prefetch/)
  expect(html({ family: detailOf().family.slice(0, 1) })).not.toContain('class="chip"')
})

test('CAT-5 the first picture is fetched before all else, the rest when they come into sight', () => {
  const [first = '', ...rest] = html().split('<img ').slice(1)
  expect(first).toContain('fetchpriority="high"')
  expect(first).not.toContain('loading="lazy"')
  for (const picture of rest) expect(picture).toContain('loading="lazy"')
  expect(html()).not.toContain('<link')
})

const { place } = detailOf()

test('CAT-5 the earliest arrival is said for a place that is known, and how to find out for one that is not', () => {
  const known = html({
    place: {
      ...place,
      postalCode: '98101',
      earliest: 'Tue, Nov 24',
      earliestTerms: ' (expedited +$12.00), from Nov 25 at no extra',
    },
  })
  expect(known).toContain(
    '<b>Arrives as early as Tue, Nov 24</b> (expedited +$12.00), from Nov 25 at no extra, in 98101.',
  )
  expect(known).toContain('Delivery from $14.95, free from $149.00.')
  expect(html()).toContain('Enter your ZIP code')
  const noDeliveryReason = 'Every delivery day to 98101 is taken'
  const closed = html({ place: { ...place, postalCode: '98101', noDeliveryReason } })
  expect(closed).toContain(noDeliveryReason)
  expect(closed).not.toContain('Arrives on the day you pick')
})

test('CAT-6 a sold-out weight says so, leads to the wait list instead of the box, and is not chosen first', () => {
  const page = withWeights(weightOf({ stock: { kind: 'sold_out' } }), weightOf({ token: 'large' }))
  expect(page).toContain('stock-note--out">Sold out')
  expect(page).toContain('href="/join_wait_list/small"')
  expect(page).not.toContain('action="/cart/items/small"')
  expect(page).toMatch(/checked="" value="large"/)
})

test('CAT-6 a sold-out weight sends nobody to a weight or a farm that has none either', () => {
  const gone = weightOf({ stock: { kind: 'sold_out' } })
  const alone = detailOf().family.map((relative) => ({ ...relative, isAvailable: false }))
  const words = (weights: ReturnType<typeof weightOf>[], family = alone) =>
    /is sold out\.(.*?)<\/p>/.exec(html({ variety: varietyOf({ weights }), family }))?.[1]
  const elsewhere = 'Another farm has a similar cut: <a href="/products/wagyu-ribeye">Wagyu ribeye</a>.'
  expect(words([gone])).toBe('')
  expect(words([gone, weightOf({ token: 'large' })])).toBe(' Another weight is in stock.')
  expect(words([gone], detailOf().family)).toContain(elsewhere)
  const both = words([gone, weightOf({ token: 'large' })], detailOf().family)
  expect(both).toContain('Another weight is in stock.')
  expect(both).toContain(elsewhere)
})

test('CAT-6 low stock says how many are left, plenty says nothing', () => {
  expect(withWeights(weightOf({ stock: { kind: 'low', left: 3 }, max: 3 }))).toContain('3 left')
  expect(html()).not.toContain('stock-note')
})

test('CAT-6 where everything is sold out the first weight stands chosen', () => {
  expect(withWeights(weightOf({ stock: { kind: 'sold_out' } }))).toMatch(/checked="" value="small"/)
})

test('no style attribute is written: the content policy forbids them', () => {
  expect(html()).not.toMatch(/\sstyle=/)
})

test('texts cannot break out of the island', () => {
  const page = html({ variety: varietyOf({ name: '</script><img src=x onerror=alert(1)>' }) })
  expect(page).not.toContain('<img src=x')
})
