import { describe, expect, test } from 'vitest'
import { fillCart } from '../support/buying.ts'
import { world } from '../support/world.ts'

const POSTAL = '/modals/capture_postal_code'

test('CAP-7 a modal is a full page on a full load, and only its frame for a frame request', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  const page = await ana.visit(POSTAL)
  expect(page.status).toBe(200)
  const whole = await page.text()
  expect(whole).toMatch(/^<!doctype html>/)
  expect(whole).toMatch(/<h1[^>]*>Where should we deliver\?<\/h1>/)
  expect(/<turbo-frame id="modal"[^>]*>([\s\S]*?)<\/turbo-frame>/.exec(whole)?.[1]).toBe('') // not inside its own modal

  const framed = await ana.send(POSTAL, { headers: { accept: 'text/html', 'turbo-frame': 'modal' } })
  expect(framed.status).toBe(200)
  const frame = await framed.text()
  expect(frame).toMatch(/^<turbo-frame id="modal" target="_top">[\s\S]*<\/turbo-frame>$/)
  for (const html of [whole, frame]) {
    expect(html).toContain('action="/v1/update_postal_code"')
    expect(html).toContain('name="postal_code"')
  }
})

test('CAP-7 its form returns to the page it opened over, and never leaves the shop', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  const returnTo = async (address: string, referer?: string) => {
    const headers = { accept: 'text/html', 'turbo-frame': 'modal', ...(referer ? { referer } : {}) }
    const html = await (await ana.send(address, { headers })).text()
    return /name="return_to" value="([^"]*)"/.exec(html)?.[1]
  }
  expect(await returnTo(POSTAL)).toBe('/shop')
  expect(await returnTo(POSTAL, 'http://localhost:3000/products/demo-fifty')).toBe('/products/demo-fifty')
  expect(await returnTo(POSTAL, 'https://evil.example/products')).toBe('/shop')
  expect(await returnTo(`${POSTAL}?return_to=%2Fcart`)).toBe('/cart')
  for (const out of ['//evil.example', 'https://evil.example', '/%5cevil.example', '"><script>'])
    expect(await returnTo(`${POSTAL}?return_to=${encodeURIComponent(out)}`)).toBe('/')

  const answer = await ana.submit('POST', '/v1/update_postal_code', {
    postal_code: '98101',
    return_to: '/cart',
  })
  expect(answer.headers.get('location')).toBe('/cart')
})

test.each([
  `${POSTAL}?modal_name=cancel_order_confirm`,
  `${POSTAL}?modal_name=`,
  `${POSTAL}?modal_name=capture_postal_code&modal_name=other`,
  '/modals/nothing',
  '/modals/',
  '/modals/constructor',
  '/modals/__proto__',
  '/modals/..%2f..%2fetc%2fpasswd',
  '/modals/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '/modals/capture_postal_code%00',
  `/modals/nothing?modal_name=${encodeURIComponent('<img src=x>')}`,
])('CAP-7 %s is a 404 that does not repeat the name', async (address) => {
  const { shopper } = await world()
  const ana = await shopper()
  const unknown = await (await ana.visit('/nothing-like-it')).text()
  for (const headers of [new Headers(), new Headers({ 'turbo-frame': 'modal' })]) {
    headers.set('accept', 'text/html')
    const answer = await ana.send(address, { headers })
    expect(answer.status).toBe(404)
    expect(sameFor(await answer.text())).toBe(sameFor(unknown))
  }
})

test('CAP-7 a matching modal_name is accepted', async () => {
  const { shopper } = await world()
  const answer = await (await shopper()).visit(`${POSTAL}?modal_name=capture_postal_code`)
  expect(answer.status).toBe(200)
})

test('CAP-4 the email modal has a form with its campaign type', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  for (const isFramed of [true, false]) {
    const headers = new Headers({ accept: 'text/html' })
    if (isFramed) headers.set('turbo-frame', 'modal')
    const html = await (await ana.send('/modals/capture_email', { headers })).text()
    const form = /<form[^>]*action="\/v1\/capture_to_wait_list\/"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
    expect(form).toContain('name="campaign_type" value="email_capture"')
    expect(form).toMatch(/<input[^>]*type="email"[^>]*required=""[^>]*name="email"/)
    expect(form).not.toContain('novalidate')
  }
})

describe('automatic prompts', () => {
  const ASKS_PLACE = 'data-controller="postal-code-capture"'
  const ASKS_EMAIL = 'data-controller="email-capture"'
  const shown = async (path: string, captures: { postalCode: boolean; emailSeconds: number | null }) => {
    const { shopper } = await world({ config: { captures } })
    const ana = await shopper()
    return { ana, html: await (await ana.visit(path)).text() }
  }

  test.each(['/', '/shop', '/products/grass-fed-ribeye'])(
    'CAP-1 CAP-4 %s has none unless configured',
    async (path) => {
      const { html } = await shown(path, { postalCode: false, emailSeconds: null })
      expect(html).not.toContain(ASKS_PLACE)
      expect(html).not.toContain(ASKS_EMAIL)
    },
  )

  test('CAP-1 visitors without a saved ZIP code are asked for it, and never again after that', async () => {
    const { ana, html } = await shown('/shop', { postalCode: true, emailSeconds: null })
    expect(html).toMatch(/<main[^>]* data-controller="postal-code-capture"/)
    expect(html).toContain('data-postal-code-capture-url-value="/modals/capture_postal_code"')
    await ana.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
    expect(await (await ana.visit('/shop')).text()).not.toContain(ASKS_PLACE)
  })

  test.each([
    ['/', true],
    ['/shop/beef', true],
    ['/products/grass-fed-ribeye', true],
    ['/cart', false],
    ['/nothing', false],
    ['/modals/capture_postal_code', false],
  ])('CAP-4 %s asks for an email: %s', async (path, isAsked) => {
    const { html } = await shown(path, { postalCode: false, emailSeconds: 45 })
    expect(html.includes(ASKS_EMAIL)).toBe(isAsked)
    if (isAsked) expect(html).toContain('data-email-capture-seconds-value="45"')
  })

  test('CAP-4 never appear in checkout', async () => {
    const { shopper, db } = await world({ config: { captures: { postalCode: true, emailSeconds: 1 } } })
    const ana = await shopper()
    const html = await (await ana.visit(`/checkout/${await fillCart(ana, db)}`)).text()
    expect(html).toContain('checkout-page')
    expect(html).not.toContain(ASKS_EMAIL)
    expect(html).not.toContain(ASKS_PLACE)
  })
})

/** The page without its masked CSRF tokens, which differ every time. */
const sameFor = (html: string) => html.replace(/(content|value)="[\w-]{60,}"/g, '')
