import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright'
import { expect, test } from 'vitest'
import { closePanel } from '../support/cart-page.ts'
import { openShop } from '../support/open-shop.ts'
import { controllersConnected, islandAlive } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('product')

const productNamed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const amount = (page: Page) => page.locator('.offer-form:visible').getByRole('spinbutton')
const add = (page: Page) =>
  page.locator('.offer-form:visible .offer-form__row').getByRole('button', { name: /add to box/i })

/** Comes from the listing, and waits until React has hydrated the page. */
async function openProduct(page: Page) {
  await page.goto('/shop/beef')
  await page.getByRole('link', { name: 'Grass-fed ribeye', exact: true }).first().click()
  await productNamed(page, 'Grass-fed ribeye')
  await islandAlive(page)
}

test.each(Object.entries(SCREENS))(
  'CAT-5 CRT-2 CRT-3 On a %s another variety shows without a page load, and its quantity steps, reverts and empties',
  async (_, viewport) => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await openProduct(page)
    await expectAllWell('product')
    const before = await historyOf(page)
    await page.getByRole('link', { name: 'Wagyu ribeye', exact: true }).click()
    await productNamed(page, 'Wagyu ribeye')
    expect(new URL(page.url()).pathname).toBe('/products/wagyu-ribeye')
    expect(await historyOf(page)).toEqual(before)
    expect(await page.title()).toMatch(/^Wagyu ribeye from /)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
      /\/products\/wagyu-ribeye$/,
    )
    expect(await structuredName(page)).toBe('Wagyu ribeye')
    await page.locator('#product_trail [aria-current]', { hasText: 'Wagyu ribeye' }).waitFor()
    await page.locator('#product_story', { hasText: 'Caliche Creek Wagyu' }).waitFor()

    await page.goBack()
    await page.waitForURL('**/shop/beef')
    await page.goForward()
    await productNamed(page, 'Wagyu ribeye')
    await islandAlive(page)

    await page.getByRole('button', { name: 'One more' }).first().click()
    expect(await amount(page).inputValue()).toBe('2')
    await type(page, '9999')
    expect(await amount(page).inputValue()).toBe('2')
    await type(page, '')
    expect(await amount(page).inputValue()).toBe('1')

    await add(page).click()
    await page.locator('#cart_count', { hasText: '1' }).waitFor()
    await page.locator('[role=status] .notice', { hasText: 'to your box' }).waitFor()
    await closePanel(page)
    await expectAllWell('another variety, restored and in the box')
    const most = (await amount(page).getAttribute('max')) ?? ''
    await type(page, most)
    await page.locator('#cart_count', { hasText: most }).waitFor()
    await page.route('**/cart/items/*', (route) => route.abort())
    await page.locator('.offer-form:visible').getByRole('button', { name: 'One less' }).click()
    await page
      .locator('[role=status] .notice', { hasText: 'reach the shop. Please check your connection' })
      .waitFor()
    await expect.poll(() => amount(page).inputValue()).toBe(most)
    await page.unroute('**/cart/items/*')
    await type(page, '0')
    await add(page).waitFor()
    expect(await amount(page).inputValue()).toBe('1')
    await page.locator('#cart_count', { hasText: /^0$/ }).waitFor()
    await close()
  },
)

test("CAT-5 SHL-1 The page loads only its own scripts, up to 130 kB, and works after an anchor link and from Turbo's cache", async () => {
  const { page, complaints, close } = await visit()
  const scripts: Promise<Buffer>[] = []
  const listen = (response: Response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  }
  page.on('response', listen)
  await page.goto('/products/grass-fed-ribeye') // a listing has scripts of its own
  await islandAlive(page)
  await controllersConnected(page)
  page.off('response', listen)
  const measures = (text: string) => /ahoy_visit|product_card_viewed/.test(text) // loaded once the page is idle
  const texts = (await Promise.all(scripts)).map(String).filter((text) => !measures(text))
  expect(texts.some((text) => text.includes('offer-choice__forms'))).toBe(true)
  expect(texts.some((text) => text.includes('checkout-steps'))).toBe(false)
  expect(texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(130_000)

  // An anchor link within the page fetches nothing.
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**#main')
  expect(await page.evaluate(() => document.activeElement?.id || document.querySelector(':target')?.id)).toBe(
    'main',
  )
  await controllersConnected(page)
  await page.getByRole('button', { name: 'One more' }).first().click()
  await expect.poll(() => amount(page).inputValue()).toBe('2')
  expect(asked.filter((url) => new URL(url).pathname.startsWith('/products/'))).toEqual([])

  await page.locator('a.logo').click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.goBack()
  await productNamed(page, 'Grass-fed ribeye')
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'One more' }).first().click()
      return Number(await amount(page).inputValue())
    })
    .toBeGreaterThan(1)
  expect(complaints).toEqual([])
  await close()
})

test('CAT-5 With scripts off, weights, quantities and varieties work as plain forms and links', async () => {
  const { page, close } = await visit({ javaScriptEnabled: false })
  await page.goto('/products/grass-fed-ribeye')
  await page.locator('.weight').nth(1).click()
  await amount(page).fill('2')
  await add(page).click()
  await page.locator('#cart_count', { hasText: '2' }).waitFor()
  await page.getByRole('link', { name: 'Wagyu ribeye', exact: true }).click()
  await productNamed(page, 'Wagyu ribeye')
  await close()
})

async function type(page: Page, text: string) {
  await amount(page).fill(text)
  await amount(page).blur()
}

const historyOf = (page: Page) =>
  page.evaluate(() => ({ length: history.length, state: history.state as unknown }))

const structuredName = (page: Page) =>
  page.evaluate(() => {
    const data = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}'
    return JSON.parse(data).name as string
  })
