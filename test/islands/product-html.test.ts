import { expect, test } from 'vitest'
import type { ProductDetailProps } from '#islands/product-detail/props.ts'
import { islandHtml } from '#islands/server.ts'
import { detailOf, varietyOf, weightOf } from './product.ts'

const html = (over: Partial<ProductDetailProps> = {}) => islandHtml('product-detail', detailOf(over))
const withWeights = (...weights: ReturnType<typeof weightOf>[]) => html({ variety: varietyOf({ weights }) })

test('CAT-5 without scripts every weight is a real form that posts to its endpoint, with CSRF token and quantity limits', () => {
  const page = html()
  for (const token of ['small', 'large']) {
    expect(page).toContain(`action="/cart/items/${token}" method="post"`)
    expect(page).toMatch(new RegExp(`id="quantity_${token}"[^>]* min="1" max="12"[^>]* value="1"`))
  }
  expect(page.match(/name="authenticity_token" value="page-token"/g)).toHaveLength(2)
  expect(page.match(/\+ Add to Box/g)).toHaveLength(2)
})

test('CAT-5 each weight shows its price and its price per pound', () => {
  expect(html()).toMatch(/10 oz.*\$36\.64 \/ lb.*\$22\.90.*2 × 14 oz.*\$33\.65 \/ lb.*\$58\.90/)
})

test('CAT-5 the price of the chosen weight and its price per pound are right below the name', () => {
  const [, line = ''] = /<\/h1><div class="product__price">(.*?)<\/div>/.exec(html()) ?? []
  expect(line.replace(/<[^>]+>/g, '')).toBe('$22.90 10 oz · $36.64 / lb')
})

test('CAT-5 the rating shows below the name once there is an average', () => {
  const page = html({ variety: varietyOf({ rating: { average: 4.6, buyers: 1_023 } }) })
  const line = /<h1[^>]*>.*?<\/h1>.*?(<p class="rating">.*?<\/p>)/.exec(page)?.[1] ?? ''
  expect(line.replace(/<[^>]+>/g, '')).toBe('Rated 4.6 out of 5 · 1,023 ratings')
  expect(line).toContain('rating__stars--9')
  expect(html()).not.toContain('class="rating')
})

test('CAT-5 varieties link to their own pages, and the current one is marked', () => {
  const page = html()
  expect(page).toMatch(/href="\/products\/grass-fed-ribeye" aria-current="page"/)
  expect(page).toMatch(/href="\/products\/wagyu-ribeye" data-turbo-prefetch/)
  expect(html({ family: detailOf().family.slice(0, 1) })).not.toContain('class="chip"')
})

test('CAT-5 the first picture loads with high priority, the rest lazily', () => {
  const [first = '', ...rest] = html().split('<img ').slice(1)
  expect(first).toContain('fetchpriority="high"')
  expect(first).not.toContain('loading="lazy"')
  for (const picture of rest) expect(picture).toContain('loading="lazy"')
  expect(html()).not.toContain('<link')
})

const { place } = detailOf()

test('CAT-5 shows the earliest arrival for a known ZIP code, or asks for one', () => {
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

test('CAT-6 a sold-out weight says so, links to the wait list, and is not preselected', () => {
  const page = withWeights(weightOf({ stock: { kind: 'sold_out' } }), weightOf({ token: 'large' }))
  expect(page).toContain('stock-note--out">Sold out')
  expect(page).toContain('href="/join_wait_list/small"')
  expect(page).not.toContain('action="/cart/items/small"')
  expect(page).toMatch(/checked="" value="large"/)
})

test('CAT-6 a sold-out weight never suggests a weight or farm that is sold out, too', () => {
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

test('CAT-6 low stock shows how many are left, and ample stock shows nothing', () => {
  expect(withWeights(weightOf({ stock: { kind: 'low', left: 3 }, max: 3 }))).toContain('3 left')
  expect(html()).not.toContain('stock-note')
})

test('CAT-6 if everything is sold out, the first weight is selected', () => {
  expect(withWeights(weightOf({ stock: { kind: 'sold_out' } }))).toMatch(/checked="" value="small"/)
})

test('the HTML has no style attributes, because the CSP forbids them', () => {
  expect(html()).not.toMatch(/\sstyle=/)
})

test('text cannot break out of the island', () => {
  const page = html({ variety: varietyOf({ name: '</script><img src=x onerror=alert(1)>' }) })
  expect(page).not.toContain('<img src=x')
})
