import { basename } from 'node:path'
import type { Page, Request } from 'playwright'
import { describe, expect, test } from 'vitest'
import { builtFileOf } from '../support/built-scripts.ts'
import { quickAdd } from '../support/cart-page.ts'
import { enterCard } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { checkoutAtDate } from '../support/page-calls.ts'
import { islandAlive, openAndWait } from '../support/visit.ts'

type Sent = { name: string; properties: Record<string, unknown> }

/** Records what the page sends to the shop's collector, in order. */
function listen(page: Page) {
  const events: Sent[] = []
  const paths: string[] = []
  const hear = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(ahoy\/|v1\/events)/.test(pathname)) paths.push(pathname)
    if (pathname === '/ahoy/events') events.push(...eventsIn(request))
  }
  page.on('request', hear)
  const named = (name: string) => events.filter((event) => event.name === name)
  const sent = (name: string, count = 1) =>
    expect.poll(() => named(name).length).toBeGreaterThanOrEqual(count)
  return { events, paths, named, sent }
}

/** The beacon is a form; one of its parts is the list of events. */
function eventsIn(request: Request): Sent[] {
  const text = request.postDataBuffer()?.toString('utf8') ?? ''
  const list = /name="events_json"\r\n\r\n(.*)\r\n/.exec(text)?.[1]
  return list ? JSON.parse(list) : []
}

/** Holds a script back until it's released. */
async function heldScript(page: Page, file: string) {
  const script = `**/${basename(file)}`
  let release = () => {}
  const mayCome = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(script, async (route) => {
    await mayCome
    await route.continue()
  })
  const asked = page.waitForRequest(script)
  return {
    asked,
    /** Resolves once the page has run the script. */
    async comes() {
      release()
      await page.evaluate(`import(${JSON.stringify((await asked).url())})`)
    },
  }
}

describe('ANA-2 shopper events', () => {
  const { visit, databasePath } = openShop('analytics')

  test('ANA-1 ANA-2 ANA-3 card views and clicks, adds, clicks, scroll depths and filters are sent', async () => {
    const { page, expectAllWell, close } = await visit()
    const { named, sent, paths } = listen(page)
    await openAndWait(page, '/shop')
    await sent('product_card_viewed', 3)
    await expect.poll(() => paths).toContain('/ahoy/visits')
    const [seen] = named('product_card_viewed')
    expect(seen?.properties).toEqual({
      bid_item_token: expect.stringMatching(/^\w{22}$/),
      name: expect.any(String),
      page_section: expect.any(String),
      context: { page: { url: expect.stringMatching(/\/shop$/), path: '/shop' } },
    })
    const tokens = named('product_card_viewed').map(({ properties }) => properties.bid_item_token)
    expect(new Set(tokens).size).toBe(tokens.length)

    await quickAdd(page).add.click()
    await sent('product_card_quick_add_to_cart')
    await expect.poll(() => paths).toContain('/v1/events')
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await sent('scroll_depth', 5)
    expect(named('scroll_depth').map(({ properties }) => properties.depth)).toEqual([10, 25, 50, 75, 100])

    const link = page.locator('.product-card__link').nth(1) // not the one that's already in the cart
    await link.click()
    await page.waitForURL(/\/products\//)
    await sent('product_card_clicked')
    const click = () =>
      named('click').find(({ properties }) => /product-card__link/.test(String(properties.class)))?.properties
    await expect.poll(click).toMatchObject({
      tag: 'a',
      page: '/shop',
      text: expect.any(String),
      href: expect.stringContaining('/products/'),
    })
    await islandAlive(page)
    await page.getByRole('button', { name: '+ Add to Box' }).first().click()
    await sent('pdp_add_to_cart')
    await expect
      .poll(async () => (await page.context().cookies()).map(({ name }) => name))
      .toEqual(expect.arrayContaining(['ahoy_visit', 'ahoy_visitor']))
    await expectAllWell('a product that a card led to')
    await close()
  })

  test('ANA-2 ANA-4 a payment page sends only its errors and challenges, and fills the data layer', async () => {
    const { page, close } = await visit()
    const order = await checkoutAtDate(page, databasePath())
    const { events, sent } = listen(page)
    await openAndWait(page, `/checkout/${order}`)
    await enterCard(page, '4000000000000002')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await sent('payment-error')
    expect(new Set(events.map(({ name }) => name))).toEqual(new Set(['payment-error']))
    const layer = () => page.evaluate(() => (window as { dataLayer?: { event?: string }[] }).dataLayer ?? [])
    await expect
      .poll(async () => (await layer()).map(({ event }) => event))
      .toEqual(expect.arrayContaining(['checkout_step', 'add_payment_info']))
    expect((await layer()).find(({ event }) => event === 'checkout_step')).toMatchObject({
      ecommerce: { transaction_id: order, items: [{ item_id: expect.any(String) }] },
    })
    await close()
  })

  test('ANA-2 a visitor who opted out sends nothing and gets no analytics cookies', async () => {
    const { page, close } = await visit()
    const { paths } = listen(page)
    const client = await heldScript(page, builtFileOf('node_modules/ahoy.js/'))
    await openAndWait(page, '/shop')
    await client.asked
    const secondTab = await page.context().newPage()
    await secondTab.goto('/privacy')
    await secondTab.getByRole('button', { name: "Don't count my visits" }).click()
    await secondTab.getByRole('button', { name: 'Count my visits again' }).waitFor()
    await client.comes() // too late
    await quickAdd(page).add.click()
    await openAndWait(page, '/farms')
    await page.waitForLoadState('networkidle')
    expect(paths).toEqual([])
    expect((await page.context().cookies()).filter(({ name }) => name.startsWith('ahoy'))).toEqual([])
    await close()
  })
})

describe('ANA-4 third-party scripts', () => {
  const { visit } = openShop('other scripts', {
    GTM_ID: 'GTM-ABC1234',
    ANALYTICS_WRITE_KEY: 'writekey12345',
    ATTENTIVE_DOMAIN: 'pasture',
  })
  const OTHERS = /googletagmanager|segment|attn\.tv/

  test('ANA-4 they load only after consent and only on shop pages, and declining is just as easy', async () => {
    const { page, close } = await visit()
    const asked: string[] = []
    await page.context().route(OTHERS, (route) => {
      asked.push(new URL(route.request().url()).host)
      return route.fulfill({ contentType: 'text/javascript', body: 'window.loadedOthers = true' })
    })
    const first = await page.goto('/')
    expect(first?.headers()['content-security-policy']).not.toMatch(OTHERS)
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    const policy = page.waitForResponse(
      (response) => response.url().endsWith('/') && response.status() === 200,
    )
    await page.getByRole('button', { name: "Yes, that's fine" }).click()
    expect((await policy).headers()['content-security-policy']).toMatch(OTHERS)
    await expect
      .poll(() => [...asked].sort())
      .toEqual(['cdn.attn.tv', 'cdn.segment.com', 'www.googletagmanager.com'])
    expect(await page.getByRole('button', { name: 'No, thanks' }).count()).toBe(0)
    const cart = await page.goto('/checkout')
    expect(cart?.url()).toMatch(/\/cart$/)
    await close()
  })
})
