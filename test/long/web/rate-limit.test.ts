import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppEnv } from '#src/web/env.ts'
import { clientAddress } from '#src/web/rate-limit.ts'
import { offerToken, readyToPay } from '../../support/buying.ts'
import { world } from '../../support/world.ts'

// Windows use real time, so the limiter's clock is frozen: otherwise a slow machine would open a new window.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const limited = () => world({ config: { rateLimited: true } })

const statuses = async (count: number, ask: (index: number) => Response | Promise<Response>) => {
  const seen: number[] = []
  for (let index = 0; index < count; index += 1) seen.push((await ask(index)).status)
  return seen
}

describe('SEC-3 R19 each limit allows its number of requests, then responds 429 with Retry-After', () => {
  test('everything: 300 a minute per visitor', async () => {
    const { shopper } = await limited()
    const [ana, ben] = [await shopper(), await shopper()]
    const seen = await statuses(299, () => ana.call('GET', '/v1/nowhere')) // after the page that set the cookie
    expect(seen.filter((status) => status === 429)).toHaveLength(0)

    const refused = await ana.call('GET', '/v1/nowhere')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('Please wait') })
    const page = await ana.visit('/cart')
    expect(page.status).toBe(429)
    expect(await page.text()).toContain('<!doctype html>')
    expect((await ben.visit('/cart')).status).toBe(200) // an office shares an IP address, not a limit
  })

  // PAY-16 tests the limit of `stripe_create_payment_intent`, which counts only changes of the intent.
  test.each([
    '/v1/stripe_validate_payment',
    '/v1/stripe_confirm_stripeless',
    '/v1/stripe_confirm_stripeless/:orderToken',
  ])('%s: 10 in 10 minutes per order', async (path) => {
    const { shopper, db } = await limited()
    const ana = await shopper()
    const order_token = await readyToPay(ana, db)
    const ask = () => ana.call('POST', path.replace(':orderToken', order_token), { order_token })
    const seen = await statuses(10, ask)
    expect(seen).not.toContain(429)
    expect(seen).not.toContain(404)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('addresses/verify: 30 a minute per visitor, since each lookup may cost money', async () => {
    const { shopper } = await limited()
    const [ana, ben] = [await shopper(), await shopper()]
    const asked = '/v1/addresses/verify?address_1=1912+Pike+Pl&city=Seattle&state=WA&postal_code=98101'
    expect(await statuses(30, () => ana.call('GET', asked))).not.toContain(429)
    expect((await ana.call('GET', asked)).status).toBe(429)
    expect((await ben.call('GET', asked)).status).toBe(200)
  })

  test('stripe_update_address: 30 a minute per order, for the same reason', async () => {
    const { shopper, db } = await limited()
    const ana = await shopper()
    const order_token = await readyToPay(ana, db)
    const ask = () => ana.call('POST', '/v1/stripe_update_address', { order_token })
    expect(await statuses(29, ask)).not.toContain(429)
    expect((await ask()).status).toBe(429)
  })

  test('address suggestions: 120 a minute per visitor, enough for typing', async () => {
    const { shopper } = await limited()
    const ana = await shopper()
    const asked = '/address-suggestions?postal_code=98101'
    expect(await statuses(120, () => ana.call('GET', asked))).not.toContain(429)
    expect((await ana.call('GET', asked)).status).toBe(429)
  })

  test('payment_status: 2 a second per order, so a page polling every second always gets through', async () => {
    const { shopper, db } = await limited()
    const ana = await shopper()
    const order = await readyToPay(ana, db)
    const ask = () => ana.call('GET', `/v1/order/${order}/payment_status`)
    expect(await statuses(3, ask)).toEqual([200, 200, 429])
  })

  test('webhooks with bad signatures: 60 a minute', async () => {
    const { app } = await limited()
    const forge = () =>
      app.request('/webhooks/stripe', {
        method: 'POST',
        body: '{}',
        headers: { 'stripe-signature': 't=1,v1=00' },
      })
    expect(new Set(await statuses(60, forge))).toEqual(new Set([400]))
    const refused = await forge()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test("SEC-3 knowing an order's token doesn't let others use up its limit", async () => {
  const { shopper, db } = await limited()
  const [ana, eve] = [await shopper(), await shopper()]
  const order_token = await readyToPay(ana, db)
  const seen = await statuses(12, () => eve.call('POST', '/v1/stripe_validate_payment', { order_token }))
  expect(seen.slice(0, 10)).toEqual(Array(10).fill(404))
  expect(seen.at(-1)).toBe(429) // and counts against Eve instead, however many orders she makes up
  expect(await statuses(5, () => eve.call('GET', `/v1/order/${order_token}/payment_status`))).toContain(429)

  expect((await ana.call('POST', '/v1/stripe_validate_payment', { order_token })).status).toBe(200)
  expect((await ana.call('GET', `/v1/order/${order_token}/payment_status`)).status).toBe(200)
})

test('SEC-3 a form with a method override counts once', async () => {
  const { shopper, db } = await limited()
  const ana = await shopper() // one page view
  const address = `/cart/items/${offerToken(db, 'grass-fed-ground-beef')}`
  const seen = await statuses(299, (index) =>
    ana.submit('PUT', address, { quantity: String(1 + (index % 2)) }),
  )
  expect(seen).not.toContain(429)
  expect((await ana.submit('PUT', address, { quantity: '1' })).status).toBe(429)
})

test('RATE_LIMITS=off never responds 429', async () => {
  const { shopper, db } = await world()
  const ana = await shopper()
  const order = await readyToPay(ana, db)
  expect(new Set(await statuses(20, () => ana.call('GET', `/v1/order/${order}/payment_status`)))).toEqual(
    new Set([200]),
  )
})

/** The client address for a request from `peer` with these headers. */
async function addressSeen(trustedProxies: number, forwarded: string | undefined, peer = '203.0.113.9') {
  const app = new Hono<AppEnv>()
  app.get('/', (c) => {
    c.set('services', { config: { trustedProxies } } as AppEnv['Variables']['services'])
    return c.text(clientAddress(c))
  })
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.request('/', { headers }, { incoming: { socket: { remoteAddress: peer } } })).text()
}

describe('SEC-3 TRUST_PROXY: the right-most hop written by our own proxies', () => {
  test.each([
    [0, undefined, '203.0.113.9'],
    [0, '198.51.100.1', '203.0.113.9'],
    [0, '198.51.100.1, 198.51.100.2', '203.0.113.9'],
    [1, undefined, '203.0.113.9'],
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    [1, '6.6.6.6,7.7.7.7 , 198.51.100.1', '198.51.100.1'],
    [2, '6.6.6.6, 198.51.100.1, 10.0.0.1', '198.51.100.1'],
    [2, '10.0.0.1', '203.0.113.9'],
    [1, ' , ,', '203.0.113.9'],
  ])('TRUST_PROXY=%i, X-Forwarded-For: %s', async (hops, forwarded, seen) => {
    expect(await addressSeen(hops, forwarded)).toBe(seen)
  })
})

test('SEC-3 X-Forwarded-For from an untrusted proxy opens no new window', async () => {
  const { app } = await limited()
  const forge = (index: number) =>
    app.request(
      '/webhooks/stripe',
      {
        method: 'POST',
        body: '{}',
        headers: {
          'x-forwarded-for': `198.51.100.${index % 250}`,
          'x-real-ip': `198.51.100.${index % 250}`,
          forwarded: 'for=1.2.3.4',
        },
      },
      { incoming: { socket: { remoteAddress: '203.0.113.77' } } },
    )
  expect((await statuses(61, forge)).at(-1)).toBe(429)
})
