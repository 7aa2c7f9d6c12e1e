import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { changesOf, count, isOpen } from '../../support/cart-page.ts'
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

describe.each(Object.entries(SCREENS))('on a %s', (_, viewport) => {
  test('CRT-4 BEH-11 every weight of a card can be added from it, without another page', async () => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await page.goto('/shop')
    const asked = changesOf(page)
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    await page
      .locator('.product-card')
      .first()
      .getByRole('link', { name: /weights$/ })
      .click()
    await weights(page).first().waitFor()
    expect(await weights(page).count()).toBeGreaterThan(1)
    await expectAllWell('choice')
    const place = (await choice(page).boundingBox())!
    expect(place.x).toBeGreaterThanOrEqual(0)
    expect(place.x + place.width).toBeLessThanOrEqual(viewport.width)
    expect(place.y + place.height).toBeLessThanOrEqual(viewport.height)
    const second = weights(page).nth(1)
    await second.getByRole('button', { name: '+ Add to Box' }).click()
    await second.getByRole('button', { name: 'One more' }).click()
    await eventually(() => count(page)).toBe('2')
    expect(asked).toEqual(['POST 1', 'PUT 2'])
    // The first thing in the box opens the slide-out, but not over what one is about.
    expect(await isOpen(page)).toBe(false)
    expect(await second.getByRole('spinbutton').inputValue()).toBe('2')
    await expectAllWell('added')
    expect(new URL(page.url()).pathname).toBe('/shop')
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
    await close()
  })
})

describe('BEH-11 the choice', () => {
  test('BEH-11 is asked for when it is wanted, has the focus, and gives it back', async () => {
    const { page, close } = await visit()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/weights')) asked.push(request.headers()['turbo-frame'] ?? '')
    })
    await page.goto(EXAMPLES)
    expect(asked).toEqual([])
    expect(await link(page).getAttribute('aria-expanded')).toBeNull()
    await open(page)
    expect(asked).toEqual(['weights'])
    await page.getByRole('dialog', { name: /^Choose a weight: / }).waitFor()
    expect(await link(page).getAttribute('aria-expanded')).toBe('true')
    await eventually(() => holdsFocus(page)).toBe(true)
    await page.keyboard.press('Escape')
    await eventually(() => choice(page).count()).toBe(0)
    expect(await link(page).getAttribute('aria-expanded')).toBeNull()
    expect(await link(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await open(page)
    expect(asked).toHaveLength(2)
    await close()
  })

  test('BEH-11 is closed by a press beside it, and by its own link', async () => {
    const { page, close } = await visit()
    await page.goto(EXAMPLES)
    for (const closeIt of [() => page.mouse.click(5, 600), () => link(page).click()]) {
      await link(page).click()
      await weights(page).first().waitFor()
      await closeIt()
      await eventually(() => choice(page).count()).toBe(0)
    }
    await close()
  })

  test('BEH-11 where it cannot be had, the link leads on', async () => {
    const { page, close } = await visit()
    await page.goto(EXAMPLES)
    await page.getByRole('link', { name: '0 weights' }).click()
    await page.waitForURL(/\/products\/nothing-of-ours$/)
    await page.goto(EXAMPLES)
    await page.route('**/weights', (route) => route.abort())
    await link(page).click()
    await page.waitForURL(/\/products\/[\w-]+$/)
    await close()
  })

  test('SHL-3 BEH-11 Turbo keeps the page without it', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto('/shop')
    await open(page)
    await page.evaluate(() => document.querySelector<HTMLElement>('.logo')?.click())
    await page.waitForURL((url) => url.pathname === '/')
    await page.goBack()
    await page.waitForURL(/\/shop$/)
    await eventually(() => choice(page).count()).toBe(0)
    await expectAllWell('back')
    await open(page)
    expect(await choice(page).count()).toBe(1)
    await close()
  })
})

test('GND-5 CRT-4 without scripts a card adds the weight it shows, and the others are a link away', async () => {
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
