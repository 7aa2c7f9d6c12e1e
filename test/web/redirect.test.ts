import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { localPage, localPath, redirectTo } from '#src/web/redirect.ts'
import { offerToken } from '../support/buying.ts'
import { world } from '../support/world.ts'

const SHOP = 'https://shop.example'

const HOSTILE = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5Cevil.example',
  '/%2Fevil.example',
  '/%2f%2fevil.example',
  'https://evil.example/',
  'https:evil.example',
  'HTTPS://evil.example',
  'http:/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,hello',
  '@evil.example',
  'shop.example@evil.example',
  'https://shop.example@evil.example/',
  'https://shop.example.evil.example/',
  'evil.example',
  ' /cart',
  '/\tcart',
  '/\t/evil.example',
  '/cart\r\nSet-Cookie: session=x',
  '/cart%0d%0aSet-Cookie:%20session=x',
  '/cart%00',
  '/cart\u0000',
  '/cart\u007f',
  '/.//evil.example',
  '/..//evil.example',
  '/shop/..//evil.example',
  '/./%2fevil.example/..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/%2e%2f%2fevil.example',
  '/shop/%2e%2e//evil.example',
  '/%',
  '/%zz',
  '/%e0%80',
  `/${'a'.repeat(2048)}`,
  '',
]

test.each(HOSTILE)('SEC-5 %j falls back to the home page', (candidate) => {
  expect(localPath(candidate, SHOP)).toBe('/')
})

test.each([undefined, null])('SEC-5 %s falls back to the home page', (candidate) => {
  expect(localPath(candidate, SHOP)).toBe('/')
})

test.each([
  ['/', '/'],
  ['/cart', '/cart'],
  ['/shop/beef?page=2#main', '/shop/beef?page=2#main'],
  ['/shop?q=a%26b%23c%2520d', '/shop?q=a%26b%23c%2520d'],
  ['/shop?q=ana@example.com', '/shop?q=ana@example.com'],
  ['/shop/beef/../pork', '/shop/pork'],
  ['/products/ribeye?note=é', '/products/ribeye?note=%C3%A9'],
])('%s is a local path', (candidate, path) => {
  expect(localPath(candidate, SHOP)).toBe(path)
})

test.each([
  '/',
  '/shop/beef?page=2#main',
  '/v12',
  '/products/signin',
  '/signin-help',
  '/order/v1/confirmation',
])('ACC-1 %s is a page to continue to', (candidate) => {
  expect(localPage(candidate, SHOP)).toBe(candidate)
})

/** Where a browser goes with the response. */
async function followed(path: string) {
  const response = await new Hono().get('/', (c) => redirectTo(c, path)).request(`${SHOP}/`)
  return new URL(response.headers.get('location') ?? '', SHOP)
}

describe('SEC-5 the Location header stays within the shop', () => {
  test.each(HOSTILE)('even with the unsafe input %j', async (candidate) => {
    expect((await followed(localPath(candidate, SHOP))).href).toBe(`${SHOP}/`)
  })

  test('encoded characters are not encoded again', async () => {
    expect((await followed('/shop?q=a%26b')).search).toBe('?q=a%26b')
    expect((await followed('/shop?q=naïve')).search).toBe('?q=na%C3%AFve')
    expect((await followed('/shop?q=\ud800')).origin).toBe(SHOP)
  })
})

test("SEC-5 a form can't be made to redirect off-site, by field or by referrer", async () => {
  const { shopper, db } = await world()
  const ana = await shopper()
  const address = `/cart/items/${offerToken(db, 'grass-fed-ground-beef')}`
  const locationOf = async (headers: Record<string, string>, fields: Record<string, string>) => {
    const response = await ana.send(address, {
      method: 'POST',
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        'x-csrf-token': ana.token,
        ...headers,
      },
      body: new URLSearchParams({ quantity: '1', ...fields }).toString(),
    })
    expect(response.status).toBe(303)
    return response.headers.get('location')
  }
  for (const return_to of HOSTILE.filter(Boolean))
    expect(await locationOf({}, { return_to }), return_to).toBe('/')
  expect(await locationOf({ referer: 'https://evil.example/cart' }, {})).toBe('/cart')
  expect(await locationOf({ referer: 'http://localhost:3000//evil.example' }, {})).toBe('/')
  expect(await locationOf({ referer: 'http://localhost:3000/shop/beef?page=2' }, {})).toBe(
    '/shop/beef?page=2',
  )
  expect(await locationOf({}, { return_to: '/products/demo-fifty' })).toBe('/products/demo-fifty')
})
