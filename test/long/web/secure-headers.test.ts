import { describe, expect, test } from 'vitest'
import { offerToken, prepareToPay, readyToPay } from '../../support/buying.ts'
import { world } from '../../support/world.ts'

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "connect-src 'self' ws://localhost:3000",
  "frame-src 'none'",
  "img-src 'self' data:",
  "style-src 'self' 'sha256-none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Every kind of page, as a customer sees it during a purchase. */
async function pages() {
  const { shopper, db, settleDown } = await world()
  const ana = await shopper()
  const html = new Map<string, Response>()
  const see = async (path: string) => void html.set(path, await ana.visit(path))
  const fresh = [
    '/',
    '/shop',
    '/shop/beef',
    '/shop?page=9',
    '/products/demo-fifty',
    '/products/demo-sold-out',
    '/products/none',
  ]
  for (const path of [...fresh, '/cart', '/nowhere', `/join_wait_list/${offerToken(db, 'demo-sold-out')}`])
    await see(path)
  await ana.submit('POST', '/v1/update_postal_code', { postal_code: '00000' })
  await see('/shop?with=flash')
  const token = await readyToPay(ana, db)
  for (const step of ['email', 'address', 'date', 'payment']) await see(`/checkout/${token}?step=${step}`)
  await see(`/checkout/${token}?payment=failed`)
  await see('/cart?filled')
  const { clientSecret } = await prepareToPay(ana, token)
  await see(`/order/${token}/payment-status`)
  await ana.confirm(clientSecret)
  await settleDown()
  await see(`/order/${token}/confirmation`)
  await see('/outbox')
  return html
}

const seen = await pages()

test('the visited pages are the real ones', () => {
  const kinds = [...seen.values()].map((response) => response.status)
  expect(kinds.filter((status) => status === 200).length).toBeGreaterThanOrEqual(14)
  expect(kinds.filter((status) => status === 404).length).toBe(3)
  expect(kinds.filter((status) => status >= 300 && status < 400)).toEqual([])
})

describe.each([...seen])('SEC-2 %s', (path, response) => {
  test('has the one CSP and the headers of every response', () => {
    const { headers } = response
    expect(headers.get('content-security-policy')).toBe(POLICY)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toBe(
      'camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test('contains nothing that its own CSP would block', async () => {
    const html = (await response.clone().text()).replace(
      /<iframe class="message__html"[\s\S]*?<\/iframe>/g,
      '',
    )
    const tags = [
      ...html.matchAll(
        /<[a-z][^\s>/]*(?:\s+(?:[^\s"'>=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?))*\s*\/?>/gi,
      ),
    ].map(([tag]) => tag)
    expect(tags.length).toBeGreaterThan(20)
    for (const tag of tags) {
      expect(tag).not.toMatch(/\sstyle\s*=/i)
      expect(tag).not.toMatch(/\son[a-z]+\s*=/i)
      expect(tag).not.toMatch(/(href|src|action|formaction)\s*=\s*["']?\s*javascript:/i)
      expect(tag).not.toMatch(/^<(style|base|object|embed|iframe)\b/i)
      if (/^<script\b/i.test(tag)) expect(tag).toMatch(/\ssrc="\/build\/|\stype="application\/(ld\+)?json"/)
      const loaded = /^<(?:script|img|link|iframe|source)\b[^>]*\s(?:src|srcset|href)="([^"]*)"/i.exec(
        tag,
      )?.[1]
      if (loaded && !tag.includes('rel="canonical"')) expect(loaded, path).toMatch(/^(\/(?!\/)|data:image\/)/)
    }
  })
})

test('SEC-2 all kinds of responses have the same headers: JSON, redirects, refusals, health, static files', async () => {
  const { app, shopper } = await world()
  const ana = await shopper()
  const answers = [
    await ana.call('GET', '/v1/nowhere'),
    await ana.call('POST', '/v1/stripe_update_email', {}),
    await ana.submit('POST', '/v1/update_postal_code', { postal_code: '98101' }),
    await app.request('/v1/update_postal_code', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    }),
    await app.request('/healthz'),
    await app.request('/webhooks/stripe', { method: 'POST' }),
    await app.request('/favicon.ico'),
    await app.request('/embedded-payments/stripe.js'),
  ]
  for (const answer of answers) {
    expect(answer.headers.get('content-security-policy'), answer.url).toBe(POLICY)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  for (const answer of answers.slice(0, 7)) expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('SEC-2 on https: HSTS for a year, and wss sockets', async () => {
  const { app } = await world({ config: { appUrl: 'https://shop.example' } })
  const { headers } = await app.request('https://shop.example/')
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(headers.get('content-security-policy')).toContain("connect-src 'self' wss://shop.example;")
})

test("SEC-2 the payment provider's hosts are in the CSP only if it is configured", async () => {
  const policyWith = async (payments: object) => {
    const { app, config } = await world()
    void app
    const { app: other } = await world({
      config: { payments: { ...config.payments, embedded: false, ...payments } },
    })
    return (await other.request('/')).headers.get('content-security-policy') ?? ''
  }
  const stripe = await policyWith({})
  expect(stripe).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
  expect(stripe).toContain("connect-src 'self' ws://localhost:3000 https://api.stripe.com;")
  expect(stripe).toContain(
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;',
  )
  const named = await policyWith({ scriptUrl: 'http://127.0.0.1:4242/stripe.js' })
  expect(named).toContain("script-src 'self' http://127.0.0.1:4242;")
  for (const policy of [POLICY, stripe, named]) expect(policy).not.toMatch(/unsafe|\*(?!\.js\.stripe)|nonce/)
})

test("SEC-2 the payment page does a full page load, and stays out of Turbo's cache", () => {
  const checkout = [...seen].filter(
    ([path]) => path.startsWith('/checkout/') || path.endsWith('/payment-status'),
  )
  expect(checkout.length).toBeGreaterThanOrEqual(6)
  return Promise.all(
    checkout.map(async ([, response]) => {
      const html = await response.clone().text()
      expect(html).toMatch(/<meta name="turbo-visit-control" content="reload"\/?>/)
      expect(html).toMatch(/<meta name="turbo-cache-control" content="no-cache"\/?>/)
    }),
  )
})
