import { describe, expect, test } from 'vitest'
import { createAuthenticity } from '#src/web/authenticity-token.tsx'
import { offerToken } from '../../support/buying.ts'
import { changedTables, dump, writesOf } from '../../support/dump.ts'
import { personWith, restoredShop, shopWithPeople } from '../../support/people.ts'
import { requestAs } from '../../support/requests.ts'
import { lineOf } from '../../support/roles/questions.ts'
import { addressOf, changingRoutes } from '../../support/routes.ts'
import { testConfig, world } from '../../support/world.ts'

const OURS = 'http://localhost:3000'

/** Ana is signed in, with everything to lose; Ben is the attacker. */
const here = await shopWithPeople()
const [ana, ben] = [personWith(here, 'owner'), personWith(here, 'other shopper')]
const before = dump(here.db)

/** What another site's page could make Ana's browser send. */
const FORGERIES: Record<string, Record<string, string>> = {
  'no token': {},
  'an empty token': { 'x-csrf-token': '' },
  'an invented token': { 'x-csrf-token': Buffer.alloc(64, 7).toString('base64url') },
  "another session's token": { 'x-csrf-token': ben.csrfToken },
  'an altered token': {
    'x-csrf-token': `${ana.csrfToken.slice(0, -4)}${ana.csrfToken.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
  },
  'half a token': { 'x-csrf-token': ana.csrfToken.slice(0, 43) },
  'the right token from another origin': {
    'x-csrf-token': ana.csrfToken,
    origin: 'https://evil.example',
  },
  'the right token from a sandboxed page': { 'x-csrf-token': ana.csrfToken, origin: 'null' },
  'the right token, cross-site by the browser': {
    'x-csrf-token': ana.csrfToken,
    'sec-fetch-site': 'cross-site',
    origin: OURS,
  },
  'the right token, from a neighbouring site': {
    'x-csrf-token': ana.csrfToken,
    'sec-fetch-site': 'same-site',
  },
}

const ROUTES = changingRoutes(here.app)

test('GND-6 the unsafe routes come from the app, and are not empty', () => {
  expect(ROUTES.length).toBeGreaterThanOrEqual(40)
  expect(ROUTES.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/v1/stripe_create_payment_intent', '/account/close', '/v1/cc_signout']),
  )
})

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'GND-6 R14 %s',
  (_, route) => {
    const { params = {}, fields = {} } = lineOf(route).asked(here, ana)
    const address = addressOf(route, params)
    const { method } = route
    const statusOf = async (headers: Record<string, string>, body: BodyInit, query = '') => {
      const asked = new Request(new URL(address + query, OURS), { method, headers, body })
      return (await here.app.fetch(asked)).status
    }

    test("refuses every forgery with 403 and changes nothing; the page's own token passes", async () => {
      const writes = writesOf(here.db)
      const json = { cookie: ana.cookie, 'content-type': 'application/json' }
      for (const [forgery, headers] of Object.entries(FORGERIES)) {
        for (const accept of ['application/json', 'text/html'])
          expect(await statusOf({ ...json, accept, ...headers }, JSON.stringify(fields)), forgery).toBe(403)
      }
      const form = { cookie: ana.cookie, 'content-type': 'application/x-www-form-urlencoded' }
      const inAddress = `?authenticity_token=${ana.csrfToken}`
      expect(await statusOf(form, 'sure=1', inAddress), 'a token in the address').toBe(403)
      const { cookie: _, ...stranger } = { ...json, 'x-csrf-token': ana.csrfToken }
      expect(await statusOf(stranger, JSON.stringify(fields)), 'the token without its session').toBe(403)
      if (writesOf(here.db) !== writes) expect(changedTables(before, dump(here.db))).toEqual([])

      const { app } = await restoredShop(here)
      const own = await requestAs(app, ana, { method, path: address, fields }, 'script')
      expect(own.status).not.toBe(403)
    })
  },
)

test('GND-6 a page has the token in its head and in each of its forms', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  const html = await (await ana.visit('/products/demo-fifty')).text()
  expect(html).toMatch(/<meta name="csrf-param" content="authenticity_token"\/?>/)
  const forms = [...html.matchAll(/<form[^>]*method="post"[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => form)
  expect(forms.length).toBeGreaterThan(0)
  for (const form of forms) expect(form).toMatch(/name="authenticity_token" value="[\w-]{80,}"/)
})

test('GND-6 the token is accepted as header or field, from our own pages', async () => {
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

test('a live shop accepts its own origin only', async () => {
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

test('each token is masked differently, and all are accepted', () => {
  const { issue, accepts } = createAuthenticity(testConfig)
  const tokens = Array.from({ length: 20 }, () => issue('a session'))
  expect(new Set(tokens).size).toBe(20)
  expect(new Set(tokens.map((token) => token.slice(-20))).size).toBe(20)
  for (const token of tokens) {
    expect(accepts('a session', token)).toBe(true)
    expect(accepts('another session', token)).toBe(false)
  }
})
