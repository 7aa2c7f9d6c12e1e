import { test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { tabTo } from '../support/tab-to.ts'

const { visit } = openShop('keyboard')

test('GND-5 by keyboard alone from home through the listing and a product to the cart, where the quantity is changed', async () => {
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
