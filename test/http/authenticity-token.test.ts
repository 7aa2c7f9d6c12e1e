import { describe, expect, test } from 'vitest'
import { createAuthenticity } from '#src/http/authenticity-token.ts'
import { offerToken, readyToPay } from '../support/buying.ts'
import { changedTables, dump } from '../support/dump.ts'
import { addressOf, changingRoutes } from '../support/routes.ts'
import type { Shopper } from '../support/shopper.ts'
import { testConfig, world } from '../support/world.ts'

const OURS = 'http://localhost:3000'

const scene = async () => {
  const made = await world()
  const [ana, eve] = [await made.shopper(), await made.shopper()]
  const orderToken = await readyToPay(ana, made.db)
  const params = {
    orderToken,
    token: offerToken(made.db, 'demo-fifty'),
    slug: 'demo-fifty',
    category: 'beef',
  }
  return { ...made, ana, eve, params }
}

/** What a page of somebody else's could make Ana's browser send. */
const FORGERIES: Record<string, (ana: Shopper, eve: Shopper) => Record<string, string>> = {
  'no token': () => ({}),
  'an empty token': () => ({ 'x-csrf-token': '' }),
  'an invented token': () => ({ 'x-csrf-token': Buffer.alloc(64, 7).toString('base64url') }),
  "another session's token": (_, eve) => ({ 'x-csrf-token': eve.token }),
  'an altered token': (ana) => ({
    'x-csrf-token': `${ana.token.slice(0, -4)}${ana.token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
  }),
  'half a token': (ana) => ({ 'x-csrf-token': ana.token.slice(0, 43) }),
  'the right token from another origin': (ana) => ({
    'x-csrf-token': ana.token,
    origin: 'https://evil.example',
  }),
  'the right token from a sandboxed page': (ana) => ({ 'x-csrf-token': ana.token, origin: 'null' }),
  'the right token, cross-site by the browser': (ana) => ({
    'x-csrf-token': ana.token,
    'sec-fetch-site': 'cross-site',
    origin: OURS,
  }),
  'the right token, from a neighbouring site': (ana) => ({
    'x-csrf-token': ana.token,
    'sec-fetch-site': 'same-site',
  }),
}

const { app: listed } = await world()
const ROUTES = changingRoutes(listed)

test('GND-6 the list of calls that change something is the app’s own, and not empty', () => {
  expect(ROUTES.length).toBeGreaterThanOrEqual(9)
  expect(ROUTES.map(({ path }) => path)).toContain('/v1/stripe_create_payment_intent')
})

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'GND-6 R14 %s',
  (_, route) => {
    test('refuses every forgery with 403, and nothing changes; the page’s own token passes', async () => {
      const { app, ana, eve, db, params } = await scene()
      const address = addressOf(route, params)
      const fields = {
        order_token: params.orderToken,
        quantity: '2',
        postal_code: '98101',
        email: 'eve@example.com',
      }
      const before = dump(db)
      for (const [name, headersOf] of Object.entries(FORGERIES)) {
        for (const accept of ['application/json', 'text/html']) {
          const headers = { accept, 'content-type': 'application/json', ...headersOf(ana, eve) }
          const response = await ana.send(address, {
            method: route.method,
            headers,
            body: JSON.stringify(fields),
          })
          expect(response.status, `${name}, ${accept}`).toBe(403)
        }
      }
      const inAddress = await ana.send(`${address}?authenticity_token=${ana.token}`, {
        method: route.method,
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie_token: ana.token },
        body: new URLSearchParams(fields),
      })
      expect(inAddress.status, 'a token in the address').toBe(403)
      const withoutCookie = await app.request(address, {
        method: route.method,
        headers: { 'x-csrf-token': ana.token, 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
      expect(withoutCookie.status, 'the token without its session').toBe(403)
      expect(changedTables(before, dump(db))).toEqual([])

      expect((await ana.call(route.method, address, fields)).status).not.toBe(403)
    })
  },
)

test('GND-6 the page carries the token in its head, and in each of its forms', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  const html = await (await ana.visit('/products/demo-fifty')).text()
  expect(html).toMatch(/<meta name="csrf-param" content="authenticity_token"\/?>/)
  const forms = [...html.matchAll(/<form[^>]*method="post"[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => form)
  expect(forms.length).toBeGreaterThan(0)
  for (const form of forms) expect(form).toMatch(/name="authenticity_token" value="[\w-]{80,}"/)
})

test('GND-6 header and field are both taken, from our own pages by either sign', async () => {
  const { shopper, db } = await world()
  const ana = await shopper()
  const address = `/cart/items/${offerToken(db, 'demo-fifty')}`
  const json = { 'content-type': 'application/json' }
  const ways: RequestInit[] = [
    { headers: { ...json, 'x-csrf-token': ana.token } },
    { headers: json, body: JSON.stringify({ authenticity_token: ana.token }) },
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `authenticity_token=${ana.token}`,
    },
    { headers: { ...json, 'x-csrf-token': ana.token, origin: OURS } },
    { headers: { ...json, 'x-csrf-token': ana.token, origin: 'http://127.0.0.1:3000' } },
    { headers: { ...json, 'x-csrf-token': ana.token, 'sec-fetch-site': 'same-origin' } },
  ]
  for (const [index, way] of ways.entries()) {
    expect((await ana.send(address, { method: 'POST', ...way })).status, String(index)).toBe(200)
  }
  const form = new FormData()
  form.set('authenticity_token', ana.token)
  expect((await ana.send(address, { method: 'POST', body: form })).status).toBe(200)
})

test('a live shop answers to its own origin alone', async () => {
  const appUrl = 'https://shop.example'
  const { app, db } = await world({ config: { appUrl, demo: false } })
  const page = await app.request(`${appUrl}/`, { headers: { accept: 'text/html' } })
  const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const token = /csrf-token" content="([^"]+)/.exec(await page.text())?.[1] ?? ''
  const address = `${appUrl}/cart/items/${offerToken(db, 'demo-fifty')}`
  const statusFrom = async (origin: string) =>
    (await app.request(address, { method: 'POST', headers: { cookie, origin, 'x-csrf-token': token } }))
      .status
  expect(await statusFrom('http://localhost:3000')).toBe(403)
  expect(await statusFrom('http://shop.example')).toBe(403)
  expect(await statusFrom('https://shop.example.evil.example')).toBe(403)
  expect(await statusFrom(appUrl)).toBe(200)
})

test('the token is masked anew each time, and each of them passes', () => {
  const { issue, accepts } = createAuthenticity(testConfig)
  const tokens = Array.from({ length: 20 }, () => issue('a session'))
  expect(new Set(tokens).size).toBe(20)
  expect(new Set(tokens.map((token) => token.slice(-20))).size).toBe(20)
  for (const token of tokens) {
    expect(accepts('a session', token)).toBe(true)
    expect(accepts('another session', token)).toBe(false)
  }
})
