import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { createBuyer, createClient, expectOk } from '../support/buyers.ts'
import { delayRequest } from '../support/delay-request.ts'
import { openShop } from '../support/open-shop.ts'
import { fillBoxByCalls } from '../support/page-calls.ts'
import { errorsOf, type Processes, type Server, stopAll, withProcesses } from '../support/processes.ts'
import { offerOf, readShop } from '../support/shop-data.ts'
import { setStock } from '../support/stock.ts'
import type { Visitor } from '../support/visitor.ts'

const SHARE = '/products/demo-fifty'

const { visit, server, databasePath } = openShop('live')

/** A shop of its own, to stop and restart. */
const openServer = async (processes: Processes) =>
  processes.server({ databasePath: await processes.database('restarted') })

/** Opens another tab in the same browser, marked so that a reload would show. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await listens(page)
  await page.evaluate(() => Object.assign(window, { standing: true }))
  return page
}

/** Waits until every stream source on the page is connected. */
const listens = (page: Page) =>
  page.waitForFunction(() => {
    const sources = [...document.querySelectorAll('turbo-cable-stream-source')]
    return sources.length > 0 && sources.every((source) => source.hasAttribute('connected'))
  })

const wasNotReloaded = (page: Page) => page.evaluate(() => 'standing' in window)

const count = (page: Page, units: number) =>
  page.locator('#cart_count', { hasText: new RegExp(`^${units}$`) }).waitFor()

const add = (page: Page) =>
  page
    .locator('.offer-form:visible')
    .getByRole('button', { name: /add to box/i })
    .click()

const amount = (page: Page) => page.locator('#cart .cart-line input[name=quantity]')

const note = (page: Page, text: string) =>
  page.locator('.weight .stock-note', { hasText: text }).first().waitFor()

/** Another buyer holds a unit by reaching payment, through API calls. */
async function holdUnit(server: Server, name: string) {
  const client = createClient(`http://localhost:${server.port}`)
  const buyer = createBuyer(client, { name })
  const offer = readShop(server.databasePath, (db) => offerOf(db, 'demo-fifty'))
  await buyer.fillBox(offer.token)
  expectOk(await buyer.validate())
  return { buyer, close: () => client.close() }
}

/** One shopper with the same session in two browsers, three tabs each, as an account's will be. */
async function twoBrowsers(server: Server): Promise<{ visitors: Visitor[]; tabs: Page[] }> {
  const first = await visit({}, server)
  await first.page.goto(SHARE)
  const second = await visit({ storageState: await first.page.context().storageState() }, server)
  await second.page.goto(SHARE)
  const tabs: Page[] = []
  for (const { page } of [first, second]) {
    await listens(page)
    await page.evaluate(() => Object.assign(window, { standing: true }))
    tabs.push(page, await openTab(page.context(), '/cart'), await openTab(page.context(), '/shop/beef'))
  }
  return { visitors: [first, second], tabs }
}

test('RT-1 RT-3 two browsers with three tabs each agree on cart and stock, even across a restart, without a reload', () =>
  withProcesses(async (processes) => {
    const server = await openServer(processes)
    await setStock(server.databasePath, 'demo-fifty', 3)
    const { visitors, tabs } = await twoBrowsers(server)
    const [product, cart] = tabs as [Page, Page]
    const products = tabs.filter((_, nth) => nth % 3 === 0)
    const carts = tabs.filter((_, nth) => nth % 3 === 1)

    await add(product)
    for (const tab of tabs) await count(tab, 1)
    for (const tab of carts) await tab.getByRole('link', { name: 'Winter Braising Share' }).first().waitFor()
    for (const tab of products) await note(tab, '3 left')

    const { buyer, close } = await holdUnit(server, 'ben')
    for (const tab of products) await note(tab, '2 left')
    for (const tab of products) await note(tab, '1 in another box, back in 10 min')
    await visitors[0]?.expectAllWell('live')
    expect(visitors[1]?.complaints).toEqual([])

    await stopAll(server)
    const restarted = await processes.server({ databasePath: server.databasePath, port: server.port })
    for (const tab of tabs) await listens(tab)
    expectOk(await buyer.call('PUT', `/cart/items/${offerToken(server)}`, { quantity: 0 }))
    for (const tab of products) await note(tab, '3 left')
    await cart
      .locator('#cart')
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    for (const tab of tabs) await count(tab, 0)
    expect(await Promise.all(tabs.map(wasNotReloaded))).toEqual(Array(6).fill(true))
    close()
    for (const visitor of visitors) await visitor.close()
    expect([server, restarted].flatMap(errorsOf)).toEqual([])
  }))

test('RT-3 CAT-6 an item that sells out while viewed turns into the wait list, then back into a form', async () => {
  await setStock(databasePath(), 'demo-fifty', 1)
  const { page, complaints, expectAllWell, close } = await visit()
  await page.goto(SHARE)
  await listens(page)
  const { buyer, close: leave } = await holdUnit(server(), 'ben')
  await page.locator('.offer-form:visible').getByRole('link', { name: "Tell me when it's back" }).waitFor()
  await note(page, 'Sold out')
  await page.getByText('4 lb: Sold out, 1 in another box, back in 10 min.').waitFor({ state: 'attached' })
  await expectAllWell('sold out')
  expectOk(await buyer.call('DELETE', `/cart/items/${offerToken(server())}`))
  await page
    .locator('.offer-form:visible')
    .getByRole('button', { name: /add to box/i })
    .waitFor()
  await note(page, '1 left')
  expect(await page.locator('.stock-note--elsewhere').count()).toBe(0)
  expect(complaints).toEqual([])
  leave()
  await close()
})

test("RT-3 after choosing another variety, the page gets that one's stock updates", async () => {
  const { page, complaints, close } = await visit()
  await page.goto('/products/grass-fed-ribeye')
  await listens(page)
  await page.getByRole('link', { name: 'Wagyu ribeye', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Wagyu ribeye' }).waitFor()
  await listens(page)
  await setStock(databasePath(), 'grass-fed-ribeye', 1)
  await setStock(databasePath(), 'wagyu-ribeye', 2)
  await note(page, '2 left')
  expect(await page.locator('.weight .stock-note', { hasText: '1 left' }).count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

test("RT-3 GND-6 live updates leave typed text alone, and the forms they bring use the page's token", async () => {
  const { page, expectAllWell, close } = await visit()
  await page.goto(SHARE)
  await listens(page)
  await add(page)
  await count(page, 1)
  await page.goto('/cart')
  await listens(page)
  const zip = page.locator('#cart_postal_code')
  await zip.pressSequentially('9810')
  const other = await openTab(page.context(), '/products/grass-fed-ribeye')
  await add(other)
  await count(page, 2)
  expect(await page.locator('#cart input[name=authenticity_token]').count()).toBe(0)
  expect([await zip.inputValue(), await zip.evaluate((field) => field === document.activeElement)]).toEqual([
    '9810',
    true,
  ])

  await zip.press('1')
  await zip.evaluate((field) => field.closest('form')?.setAttribute('data-turbo', 'false'))
  await zip.press('Enter')
  await page.locator('.cart-summary__arrival').waitFor()
  await expectAllWell('after a plain form')
  await close()
})

test('RT-3 CRT-3 a response that arrives after newer cart updates reverts none of them', async () => {
  const { page, complaints, close } = await visit()
  await page.goto('/products/st-louis-ribs')
  await add(page)
  await count(page, 1)
  const [cart, other] = [await openTab(page.context(), '/cart'), await openTab(page.context(), '/cart')]
  const letGo = await delayRequest(cart, '**/cart/items/*', 'answer')
  const late = cart.waitForResponse('**/cart/items/*')
  await cart.getByRole('button', { name: 'One more' }).click()
  await count(other, 2)
  await amount(other).fill('4')
  await other.keyboard.press('Enter')
  await count(cart, 4)
  letGo()
  await (await late).finished()
  await cart.locator('#mini_cart_panel:not([data-counting])').waitFor({ state: 'attached' }) // no change is pending
  expect(await cart.locator('#cart_count').innerText()).toBe('4')
  expect(await amount(cart).inputValue()).toBe('4')
  await cart.getByRole('button', { name: 'One more' }).click()
  await Promise.all([count(cart, 5), count(other, 5)])
  expect(complaints).toEqual([])
  await close()
})

test("RT-2 SHL-3 across pages one socket subscribes to the current page's streams only", async () => {
  const { page, complaints, close } = await visit()
  await page.goto('/shop/beef')
  for (let times = 0; times < 3; times++) {
    await page.getByRole('link', { name: 'Grass-fed ribeye', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Grass-fed ribeye' }).waitFor()
    await listens(page)
    await page.goBack()
    await page.waitForURL('**/shop/beef')
    await listens(page)
  }
  await expect.poll(() => figure(server(), 'cable_subscriptions')).toBe(1)
  expect(await figure(server(), 'cable_sockets')).toBe(1)
  await page.goForward()
  await listens(page)
  await expect.poll(() => figure(server(), 'cable_subscriptions')).toBe(2)
  expect(complaints).toEqual([])
  await close()
  await expect.poll(() => figure(server(), 'cable_sockets')).toBe(0)
  expect(await figure(server(), 'cable_subscriptions')).toBe(0)
})

test('RT-1 a visible page that lost its server reconnects within moments, before the stock client would', () =>
  withProcesses(async (processes) => {
    const server = await openServer(processes)
    const { page, close } = await visit({}, server)
    await page.clock.install()
    await page.goto(SHARE)
    await listens(page)
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    await stopAll(server)
    await page.locator('turbo-cable-stream-source:not([connected])').first().waitFor({ state: 'attached' })
    await processes.server({ databasePath: server.databasePath, port: server.port })
    await page.clock.runFor(4_000)
    await listens(page)
    await close()
  }))

test('RT-1 a page without streams opens no socket and loads no code for one', async () => {
  const { page, close } = await visit()
  await fillBoxByCalls(page, databasePath())
  const opened: string[] = []
  page.on('websocket', (socket) => opened.push(socket.url()))
  await page.goto('/checkout')
  await page.waitForURL(/\/checkout\/\w+/)
  await page.getByLabel('Email').waitFor()
  await page.waitForLoadState('networkidle')
  expect(opened).toEqual([])
  await close()
})

const offerToken = (server: Server) => readShop(server.databasePath, (db) => offerOf(db, 'demo-fifty').token)

async function figure(server: Server, name: string): Promise<number> {
  const text = await (await fetch(`${server.origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}
