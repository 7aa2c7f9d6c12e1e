import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'

const { visit } = openShop('keyboard')

/** Nobody should have to press Tab more often than this to get on with it. */
const PATIENCE = 60

/** What has the focus, as a screen reader would call it; empty on the page itself. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const held = document.activeElement
    if (!(held instanceof HTMLElement) || held === document.body) return ''
    const words = held.getAttribute('aria-label') ?? held.innerText.trim()
    return words || (held instanceof HTMLInputElement ? (held.labels?.[0]?.innerText.trim() ?? '') : '')
  })

/** Whoever uses the keyboard sees where they are: an outline around what has the focus, or around what it stands for. */
const showsFocus = (page: Page) =>
  page.evaluate(() => {
    const outlined = (one: Element | null | undefined) =>
      one?.matches(':focus-within') === true && getComputedStyle(one).outlineStyle !== 'none'
    const held = document.activeElement
    return outlined(held) || outlined(held?.closest('.product-card, .weight, .calendar'))
  })

/** Presses Tab, or Tab backwards, until something called so has the focus. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const passed: string[] = []
  for (let presses = 0; presses < PATIENCE; presses++) {
    await page.keyboard.press(key)
    const held = await focused(page)
    if (name.test(held)) {
      expect({ held, showsFocus: await showsFocus(page) }).toEqual({ held, showsFocus: true })
      return
    }
    passed.push(held)
  }
  throw new Error(`${name} was not among ${passed.join(' | ')}`)
}

test('GND-5 by keyboard alone from home over the listing and a product to the cart, and the amount changed there', async () => {
  const { page, expectAllWell, close } = await visit()
  await page.goto('/')
  await tabTo(page, /^Skip to content/)
  await tabTo(page, /^Beef$/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/shop/beef')
  await page.getByRole('heading', { level: 1, name: 'Beef' }).waitFor()

  await tabTo(page, /^Skip to content/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Grass-fed ribeye$/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products/grass-fed-ribeye')
  await page
    .getByRole('button', { name: /^\+ Add to Box/ })
    .first()
    .waitFor()

  await tabTo(page, /^Skip to content/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^\+ Add to Box/)
  await page.keyboard.press('Enter')
  await page.locator('#cart_count').filter({ hasText: '1' }).waitFor()
  const drawer = page.locator('#mini_cart_panel')
  await drawer.and(page.locator(':focus')).waitFor()
  await expectAllWell('product added')
  await tabTo(page, /^Close$/)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page
    .getByRole('link', { name: /^In your box/ })
    .and(page.locator(':focus'))
    .waitFor()

  await tabTo(page, /^Box\b/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Your box' }).getByRole('listitem').waitFor()
  await expectAllWell('box at hand')
  await tabTo(page, /^View your box/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/cart')
  await tabTo(page, /^Quantity of Grass-fed ribeye/)
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.locator('#cart_count').filter({ hasText: '3' }).waitFor()
  await tabTo(page, /^Check out/)
  await expectAllWell('cart')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/checkout/*')
  await close()
})
