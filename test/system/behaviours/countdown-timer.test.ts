import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'

const { visit } = openShop('countdowns')

const EXAMPLES = '/behaviours/countdown-timer'
const MINUTE_MS = 60_000

const words = (page: Page, id: string) => page.locator(`#${id}`).innerText()

test('SHL-3 BEH-3 A page from the Turbo cache continues the countdown, and hides it at zero', async () => {
  const { page, expectAllWell, close } = await visit()
  await page.clock.install()
  await page.goto(EXAMPLES)
  await page.locator('[data-countdown-timer-ends-at-value]').first().waitFor()
  await page.getByRole('link', { name: 'All behaviors' }).click()
  await page.waitForURL(/\/behaviours$/)
  await page.getByRole('heading', { name: 'Behaviors', exact: true }).waitFor()
  await page.clock.fastForward(MINUTE_MS)
  await page.goBack()
  await page.locator('#minutes').waitFor()
  expect(await words(page, 'minutes')).toMatch(/ in (30|2\d) s\.$/)
  await page.clock.fastForward(MINUTE_MS)
  expect(await words(page, 'minutes')).toBe('The box is packed.')
  expect(await page.locator('#minutes [role=timer]').isVisible()).toBe(false)
  await expectAllWell('over')
  await close()
})

test('GND-5 BEH-3 With scripts off the server renders the time left', async () => {
  const { page, close } = await visit({ javaScriptEnabled: false })
  await page.goto(EXAMPLES)
  expect(await words(page, 'hours')).toBe('The box is packed in 4 h 12 min 09 s.')
  expect(await words(page, 'over')).toBe('The box is packed.')
  await close()
})

test("SHL-3 BEH-3 The cart's countdown is re-rendered with every change and continues", async () => {
  const { page, expectAllWell, close } = await visit()
  await page.goto('/shop/bison')
  await page
    .locator('#shelf_cards form[action^="/cart/items/"]')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await page.locator('#cart_count', { hasText: '1' }).waitFor()
  await page.goto('/cart')
  await page.locator('#cart_postal_code').fill('98101')
  await page.locator('#cart_postal_code').press('Enter')
  const timer = page.locator('.cart-summary [data-controller="countdown-timer"]')
  await timer.waitFor()
  expect(await timer.innerText()).toMatch(
    /^Arrives in 98101 as early as \w+, \w+ \d+( \(expedited \+\$12\.00\), from \w+ \d+ at no extra,)? if you order within (\d+ days?( \d+ h)?|(\d+ h )?(\d+ min )?\d+ s)$/,
  )
  await timer.evaluate((element) => {
    element.querySelector('[role=timer]')!.textContent = 'drawn long ago'
  })
  await page.locator('.cart-line').getByRole('button', { name: 'One more' }).click()
  await page.locator('#cart_count', { hasText: '2' }).waitFor()
  await eventually(() => timer.innerText()).toMatch(/ within \d/)
  await eventually(() => timer.getAttribute('data-countdown-timer-left-value')).toBeNull()
  expect(Number(await timer.getAttribute('data-countdown-timer-ends-at-value'))).toBeGreaterThan(Date.now())
  await expectAllWell('box with a deadline')
  await close()
})
