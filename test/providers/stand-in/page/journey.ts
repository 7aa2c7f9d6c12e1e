import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import axe from 'axe-core'
import { build } from 'esbuild'
import { Hono } from 'hono'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStandIn, type StandIn } from '#src/providers/payments/stand-in/index.ts'
import { openStandInStore } from '#src/providers/stand-in/store/store.ts'
import { closeWindows, sharedBrowser } from '../../../support/browser.ts'
import { client, publishableKey, secretKey, webhookSecret } from '../shop.ts'

// The real loader and React package in a real browser, under a CSP like the shop's.

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'"
const html = `<!doctype html><html lang="en"><head><title>Checkout</title><meta name="viewport" content="width=device-width">
<script src="/embedded-payments/stripe.js"></script><script src="/checkout.js" defer></script></head>
<body><main><h1>Checkout</h1><div id="root"></div></main></body></html>`

let browser: Browser
let origin = ''
let standIn: StandIn
let close = () => {}

async function bundle(entry: string) {
  const define = { 'process.env.NODE_ENV': '"production"' }
  const made = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    define,
    write: false,
  })
  return made.outputFiles[0]?.text ?? ''
}

beforeAll(async () => {
  const store = openStandInStore(':memory:')
  const browserScript = await bundle('src/providers/payments/stand-in/browser/stripe.ts')
  const checkout = await bundle('test/providers/stand-in/page/checkout.tsx')
  standIn = createStandIn({
    store,
    webhookUrl: null,
    webhookSecret,
    secretKey,
    publishableKey,
    browserScript,
  })
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('Content-Security-Policy', policy)
  })
  app.get('/', (c) => c.html(html))
  app.get('/done', (c) => c.html(html))
  app.get('/checkout.js', (c) => c.body(checkout, 200, { 'Content-Type': 'text/javascript' }))
  app.get('/favicon.ico', (c) => c.body(null, 204))
  app.post('/intents', async (c) => c.json({ clientSecret: (await makeIntent()).client_secret }))
  app.route('/embedded-payments', standIn.browser)
  app.route('/', standIn.api)
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  const makeIntent = () => client(port).paymentIntents.create({ amount: 4_900, currency: 'usd' })
  browser = await sharedBrowser()
  close = () => {
    server.close()
    store.close()
  }
}, 60_000)

afterAll(async () => {
  await closeWindows()
  close()
})

async function visit() {
  const page = await browser.newPage({ viewport: { width: 820, height: 1_000 } })
  const complaints: string[] = []
  const posted: string[] = []
  page.on('console', (message) => {
    // The browser itself logs each 402 for a declined card.
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('status of 402'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => posted.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(origin)
  await expect.poll(() => page.getAttribute('body', 'data-ready')).toBe('yes')
  return { page, complaints, posted }
}

const payment = (page: Page) => page.locator('.StripeElement--payment')

async function typeCard(page: Page, number: string) {
  const form = payment(page)
  await form.getByLabel('Card number').pressSequentially(number)
  // Focus moves to the next field when one is full.
  await page.keyboard.type('1234')
  await page.keyboard.type('123')
  await form.getByLabel('ZIP').fill('98101')
}

const result = async (page: Page) => {
  await expect.poll(() => page.getAttribute('body', 'data-result')).toBeTruthy()
  const text = await page.getAttribute('body', 'data-result')
  await page.evaluate(() => document.body.removeAttribute('data-result'))
  return JSON.parse(text ?? '{}')
}

const change = async (page: Page) => JSON.parse((await page.getAttribute('body', 'data-change')) ?? '{}')

test('PAY-13 the official packages format, validate and pay with a card, whose number never leaves the page', async () => {
  const { page, complaints, posted } = await visit()
  await page.click('#pay')
  expect((await result(page)).error).toMatchObject({ type: 'validation_error', code: 'incomplete_number' })
  const number = payment(page).getByLabel('Card number')
  expect(await number.getAttribute('aria-invalid')).toBe('true')
  await expect
    .poll(() => payment(page).getByRole('alert').first().textContent())
    .toBe('Your card number is incomplete.')

  await typeCard(page, '4242424242424242')
  expect(await number.inputValue()).toBe('4242 4242 4242 4242')
  expect(await payment(page).getByLabel('Expiration date').inputValue()).toBe('12 / 34')
  expect(await change(page)).toMatchObject({ complete: true, empty: false, value: { type: 'card' } })
  expect(await page.getAttribute('#pay', 'data-complete')).toBe('true')
  await page.click('#pay')
  expect(await result(page)).toMatchObject({ paymentIntent: { status: 'succeeded', amount: 4_900 } })
  expect(posted.filter((each) => /4242[ %+-]*4242/.test(each))).toEqual([])
  expect(complaints).toEqual([])
  await page.close()
})

test('PAY-13 real cards and invalid numbers are refused in the page', async () => {
  const { page, posted } = await visit()
  const number = payment(page).getByLabel('Card number')
  const said = payment(page).locator('.field--number').getByRole('alert')
  await number.fill('4242424242424241')
  expect(await said.textContent()).toBe('Your card number is invalid.')
  await number.fill('4539578763621486')
  expect(await said.textContent()).toContain('never a real one')
  await payment(page).getByLabel('Expiration date').fill('0120')
  expect(await payment(page).locator('.field--expiry').getByRole('alert').textContent()).toContain(
    'in the past',
  )
  await page.click('#pay')
  expect((await result(page)).error.code).toBe('invalid_number')
  expect(posted.some((each) => each.includes('453957'))).toBe(false)
  await page.close()
})

test('PAY-13 a declined card says so, and another one pays', async () => {
  const { page } = await visit()
  await typeCard(page, '4000000000009995')
  await page.click('#pay')
  expect((await result(page)).error).toMatchObject({
    type: 'card_error',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  })
  await payment(page).getByText('Show test cards').click()
  await payment(page).getByRole('button', { name: /4242/ }).click()
  await page.click('#pay')
  expect((await result(page)).paymentIntent.status).toBe('succeeded')
  await page.close()
})

test('PAY-13 3-D Secure opens a dialog: fail, escape, complete', async () => {
  const { page, complaints } = await visit()
  const dialog = page.getByRole('dialog', { name: '3D Secure authentication' })
  await typeCard(page, '4000002500003155')
  for (const refuse of [
    () => page.getByRole('button', { name: 'Fail authentication' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await page.click('#pay')
    await dialog.waitFor()
    expect(await dialog.textContent()).toContain('$49.00')
    await refuse()
    expect((await result(page)).error.code).toBe('payment_intent_authentication_failure')
    expect(await dialog.count()).toBe(0)
  }
  await page.click('#pay')
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  expect((await result(page)).paymentIntent.status).toBe('succeeded')
  expect(complaints).toEqual([])
  await page.close()
})

test('PAY-5 a wallet asks for the address, refuses one, and pays', async () => {
  const { page, complaints } = await visit()
  expect(JSON.parse((await page.getAttribute('body', 'data-wallets')) ?? '')).toMatchObject({
    applePay: true,
    googlePay: true,
    link: true,
  })
  const names = await page.locator('.StripeElement--expressCheckout').getByRole('button').allTextContents()
  expect(names).toEqual(['Apple Pay', 'Google Pay', 'Link'])

  await page.getByRole('button', { name: 'Google Pay' }).click()
  const sheet = page.getByRole('dialog', { name: 'Google Pay' })
  const pay = sheet.getByRole('button', { name: 'Pay $49.00' })
  await sheet.getByLabel('State').fill('AK')
  await sheet.getByLabel('ZIP').fill('99501')
  await sheet.getByLabel('ZIP').press('Tab')
  await expect.poll(() => sheet.getByRole('alert').textContent()).toContain('can’t ship to')
  expect(await pay.isDisabled()).toBe(true)
  await sheet.getByLabel('State').fill('ND')
  await sheet.getByLabel('ZIP').fill('58501')
  await sheet.getByLabel('ZIP').press('Tab')
  await pay.click()
  await expect.poll(() => sheet.getByRole('alert').textContent()).toBe('No day fits this ZIP.')
  await sheet.getByLabel('ZIP').fill('98101')
  await pay.click()
  expect((await result(page)).paymentIntent.status).toBe('succeeded')
  expect(JSON.parse((await page.getAttribute('body', 'data-express')) ?? '')).toMatchObject({
    expressPaymentType: 'google_pay',
    billingDetails: { email: 'jenny@example.com' },
    shippingAddress: { address: { postal_code: '98101', line1: '1912 Pike Pl' } },
    shippingRate: { id: 'standard' },
  })
  expect(await sheet.count()).toBe(0)

  await page.getByRole('button', { name: 'Apple Pay' }).click()
  await page.getByRole('dialog', { name: 'Apple Pay' }).getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.getAttribute('body', 'data-canceled')).toBe('yes')
  expect(complaints).toEqual([])
  await page.close()
})

test('PAY-13 the one-line card field makes a token', async () => {
  const { page } = await visit()
  const card = page.locator('.StripeElement--card')
  await card.getByLabel('Card number').pressSequentially('4242424242424242')
  await page.keyboard.type('123412398101')
  await expect
    .poll(async () => JSON.parse((await page.getAttribute('body', 'data-card')) ?? '{}'))
    .toMatchObject({ complete: true, brand: 'visa', value: { postalCode: '98101' } })
  await page.click('#token')
  await expect.poll(() => page.getAttribute('body', 'data-token')).toContain('tok_')
  expect(JSON.parse((await page.getAttribute('body', 'data-token')) ?? '{}').token).toMatchObject({
    card: { last4: '4242', name: 'Ana', address_zip: '98101' },
  })
  await page.close()
})

test('PAY-13 the forms, the sheet and the dialog pass axe', async () => {
  const { page } = await visit()
  const violations = async () => {
    await page.evaluate(axe.source)
    const found = await page.evaluate(
      `axe.run({ include: [[".StripeElement--payment"], [".StripeElement--card"], [".StripeElement--expressCheckout"], ...(document.querySelector(".StripeDialog") ? [[".StripeDialog"]] : [])] }, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] })`,
    )
    return (found as axe.AxeResults).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }
  await payment(page).getByText('Show test cards').click()
  await page.click('#pay')
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Link' }).click()
  expect(await violations()).toEqual([])
  await page.close()
})
