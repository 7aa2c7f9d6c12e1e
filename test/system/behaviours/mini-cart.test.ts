import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import {
  boxLink,
  closePanel,
  count,
  holdChanges,
  isOpen,
  panel,
  panelOpened,
  quickAdd,
} from '../../support/cart-page.ts'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { dragFinger } from '../../support/touch.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('mini-cart')

const EXAMPLES = '/behaviours/mini-cart'
const BY_ADDRESS = `${EXAMPLES}?minicart`

const lines = (page: Page) => panel(page).getByRole('listitem')
const checkOut = (page: Page) => panel(page).locator('.mini-cart__call .button')
/** Inert behind a dialog. */
const isBehind = (page: Page) => page.locator('main').evaluate((main) => main.matches('[inert]'))
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
const holdsFocus = (page: Page) => panel(page).evaluate((element) => element.contains(document.activeElement))

test.each(Object.entries(SCREENS))(
  'CRT-5 on a %s the link opens it as a dialog that keeps the focus, shows the cart and leads to checkout',
  async (screen, viewport) => {
    const { page, complaints, expectAllWell, close } = await visit({ viewport })
    const isLaptop = screen === 'laptop'
    await page.goto(EXAMPLES)
    expect(await panel(page).isVisible()).toBe(false)
    if (isLaptop) await expectAllWell('not asked for')
    await boxLink(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Your box' }).getByText('Your box is empty').waitFor()
    await panelOpened(page)
    expect(await focused(page)).toBe('Close')
    expect(await isBehind(page)).toBe(true)
    if (!isLaptop) await expectAllWell('empty')
    for (const _ of [1, 2, 3]) {
      await page.keyboard.press('Tab')
      expect(await holdsFocus(page)).toBe(true)
    }
    const place = (await panel(page).boundingBox())!
    expect(place.x).toBeGreaterThan(0)
    expect(Math.round(place.x + place.width)).toBe(viewport.width)
    await page.keyboard.press('Escape')
    await eventually(() => isOpen(page)).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('box-link')
    expect(await isBehind(page)).toBe(false)

    await quickAdd(page).add.click()
    await panelOpened(page)
    await eventually(() => lines(page).count()).toBe(1)
    if (isLaptop) await expectAllWell('opened by the first item')
    await closePanel(page)
    await quickAdd(page, 1).add.click()
    await eventually(() => count(page)).toBe('2')
    await boxLink(page).click()
    await panelOpened(page)
    await eventually(() => lines(page).count()).toBe(2)
    await panel(page).getByRole('progressbar').waitFor()
    const items = panel(page).locator('.sums__row', { hasText: 'Items' }).locator('dd')
    const before = await items.innerText()
    await eventually(() => checkOut(page).isVisible()).toBe(true)
    if (!isLaptop) await expectAllWell('two lines')
    const { held, letGo } = await holdChanges(page)
    await lines(page).first().getByRole('button', { name: 'One more' }).click()
    await panel(page).getByText('Updating total').waitFor()
    expect(await checkOut(page).isVisible()).toBe(false)
    await eventually(() => held.length).toBe(1)
    letGo()
    await eventually(() => count(page)).toBe('3')
    await eventually(() => items.innerText()).not.toBe(before)
    if (isLaptop) {
      const field = lines(page).first().getByRole('spinbutton')
      await field.evaluate((input: HTMLInputElement) => input.setAttribute('max', '5000'))
      await field.fill('4999')
      await page.keyboard.press('Enter')
      await eventually(() => held.length).toBe(1)
      letGo()
      await panel(page).getByRole('status').getByText("so we didn't change your box.").waitFor()
      await eventually(() => field.inputValue()).toBe('2')
      await eventually(() => checkOut(page).isVisible()).toBe(true)
      await expectAllWell('refused')
    }
    await checkOut(page).click()
    await page.waitForURL(/\/checkout\//)
    expect(complaints).toEqual([])
    await close()
  },
)

test("CRT-5 a swipe over the lines closes it, and the browser doesn't go back instead", async () => {
  const { page, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await page.goto('/shop')
  await page.goto(EXAMPLES)
  await page.getByRole('link', { name: 'Open the box' }).click()
  await panelOpened(page)
  await dragFinger(panel(page).locator('.mini-cart__contents'), 150)
  await eventually(() => isOpen(page)).toBe(false)
  expect(new URL(page.url()).pathname).toBe(EXAMPLES)
  await close()
})

test('CRT-5 SHL-3 opened by URL, it closes when the pointer leaves or clicks outside, and browser history stays intact', async () => {
  const { page, complaints, close } = await visit()
  await page.goto('/shop')
  await page.goto(EXAMPLES)
  await page.getByRole('link', { name: 'By its URL' }).click()
  await panelOpened(page)
  await eventually(() => new URL(page.url()).search).toBe('?color=red')
  expect(await page.evaluate(() => Boolean(history.state?.turbo))).toBe(true)
  expect([await holdsFocus(page), await isBehind(page)]).toEqual([false, false])
  await page.mouse.move(1_300, 600)
  await page.mouse.move(300, 600)
  await eventually(() => isOpen(page)).toBe(false)
  await boxLink(page).click()
  await panelOpened(page)
  await page.mouse.click(20, 500)
  await eventually(() => isOpen(page)).toBe(false)
  await page.goBack()
  await eventually(() => new URL(page.url()).search).toBe('')
  await eventually(() => isOpen(page)).toBe(false)
  await page.goBack()
  await page.waitForURL(/\/shop$/)
  expect(complaints).toEqual([])
  await close()
})

test('SHL-3 Turbo caches the page without it, and it opens again after going back and forth', async () => {
  const { page, complaints, close } = await visit()
  await page.goto(EXAMPLES)
  await quickAdd(page).add.click()
  await eventually(() => count(page)).toBe('1')
  await closePanel(page)
  await boxLink(page).click()
  await lines(page).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForURL(/\/products\//)
  await page.goBack()
  await page.waitForURL(new RegExp(EXAMPLES))
  await quickAdd(page).field.waitFor()
  expect(await isOpen(page)).toBe(false)
  expect(await page.locator('[inert]').count()).toBe(0)
  await boxLink(page).click()
  await eventually(() => lines(page).count()).toBe(1)
  await page.goForward()
  await page.waitForURL(/\/products\//)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await eventually(() => isOpen(page)).toBe(false)
  await eventually(() => page.locator('[inert]').count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

test("RT-3 it's the same in every tab: each tab shows the others' changes and can change them", async () => {
  const { page, complaints, close } = await visit()
  await page.goto(EXAMPLES)
  const other = await page.context().newPage()
  await other.goto(EXAMPLES)
  await other.locator('turbo-cable-stream-source[connected]').first().waitFor({ state: 'attached' })
  await quickAdd(page).add.click()
  await eventually(() => count(other)).toBe('1')
  expect(await isOpen(other)).toBe(false)
  await eventually(() => quickAdd(other).amount()).toBe('1')
  expect(await panel(other).locator('#mini_cart input[name="authenticity_token"]').count()).toBe(0)
  await boxLink(other).click()
  await panel(other).getByRole('button', { name: 'One more' }).click()
  await eventually(() => quickAdd(page).amount()).toBe('2')
  await eventually(() => panel(page).getByRole('spinbutton').inputValue()).toBe('2')
  await panel(other).getByRole('button', { name: 'Remove' }).click()
  await eventually(() => count(page)).toBe('0')
  await quickAdd(page).add.waitFor()
  expect(complaints).toEqual([])
  await close()
})

test("GND-5 CRT-5 with scripts off the link leads to the cart page, as does the stream's URL", async () => {
  const { page, complaints, close } = await visit({ javaScriptEnabled: false })
  await page.goto(BY_ADDRESS)
  expect(await panel(page).isVisible()).toBe(false)
  await boxLink(page).click()
  await page.waitForURL(/\/cart$/)
  await page.goto('/mini-cart')
  expect(new URL(page.url()).pathname).toBe('/cart')
  expect(complaints).toEqual([])
  await close()
})
