import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { count, isOpen } from '../../support/cart-page.ts'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('quick-add-selector')

const EXAMPLES = '/behaviours/quick-add-selector'

const link = (page: Page) => page.getByRole('link', { name: /^[1-9]\d* weights$/ }).first()
const choice = (page: Page) => page.locator('.weight-choice')
const weights = (page: Page) => choice(page).getByRole('listitem')
const holdsFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('.weight-choice') !== null)

async function open(page: Page) {
  await link(page).focus()
  await page.keyboard.press('Enter')
  await weights(page).first().waitFor()
}

test.each(Object.entries(SCREENS))(
  'CRT-4 BEH-11 on a %s the weight picker is on screen, has the focus, and adds without leaving the page',
  async (screen, viewport) => {
    const { page, complaints, expectAllWell, close } = await visit({ viewport })
    await page.goto('/shop')
    await open(page)
    await page.getByRole('dialog', { name: /^Choose a weight: / }).waitFor()
    await eventually(() => holdsFocus(page)).toBe(true)
    await choice(page).evaluate((sheet) => Promise.all(sheet.getAnimations().map(({ finished }) => finished)))
    const place = (await choice(page).boundingBox())!
    expect(place.x).toBeGreaterThanOrEqual(0)
    expect(place.x + place.width).toBeLessThanOrEqual(viewport.width)
    expect(place.y + place.height).toBeLessThanOrEqual(viewport.height)
    if (screen === 'laptop') await expectAllWell('choice')
    const second = weights(page).nth(1)
    await second.getByRole('button', { name: '+ Add to Box' }).click()
    await eventually(() => count(page)).toBe('1')
    expect(await isOpen(page)).toBe(false)
    expect(await second.getByRole('spinbutton').inputValue()).toBe('1')
    if (screen === 'phone') await expectAllWell('added')
    expect(complaints).toEqual([])
    await close()
  },
)

test('BEH-11 SHL-3 Escape returns the focus, a click outside or on its link closes it, and Turbo caches no picker', async () => {
  const { page, complaints, close } = await visit()
  await page.goto('/shop')
  await open(page)
  await page.keyboard.press('Escape')
  await eventually(() => choice(page).count()).toBe(0)
  expect(await link(page).evaluate((element) => element === document.activeElement)).toBe(true)
  for (const closeIt of [() => page.mouse.click(5, 600), () => link(page).click()]) {
    await link(page).click()
    await weights(page).first().waitFor()
    await closeIt()
    await eventually(() => choice(page).count()).toBe(0)
  }
  await open(page)
  await page.evaluate(() => document.querySelector<HTMLElement>('.logo')?.click())
  await page.waitForURL((url) => url.pathname === '/')
  await page.evaluate(() => document.body.setAttribute('data-left', ''))
  await page.goBack()
  await page.waitForURL(/\/shop$/)
  await page.locator('body[data-left]').waitFor({ state: 'detached' }) // the home page has such links, too
  await eventually(() => choice(page).count()).toBe(0)
  await open(page)
  expect(await choice(page).count()).toBe(1)
  expect(complaints).toEqual([])
  await close()
})

test("BEH-11 if the picker can't be loaded, the link leads to the product", async () => {
  const { page, close } = await visit()
  await page.goto(EXAMPLES)
  await page.route('**/weights', (route) => route.abort())
  await link(page).click()
  await page.waitForURL(/\/products\/[\w-]+$/)
  await close()
})

test('GND-5 CRT-4 with scripts off a card adds the weight it shows, and links to the others', async () => {
  const { page, complaints, close } = await visit({ javaScriptEnabled: false })
  await page.goto('/shop')
  const card = page.locator('.product-card').first()
  await card.getByRole('button', { name: '+ Add to Box' }).click()
  expect(await count(page)).toBe('1')
  await card.getByRole('link', { name: /weights$/ }).click()
  await page.waitForURL(/\/products\/[\w-]+$/)
  expect(complaints).toEqual([])
  await close()
})
