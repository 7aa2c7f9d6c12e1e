import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually, openStill } from '../../support/page-clock.ts'

const { visit } = openShop('countdowns')

const EXAMPLES = '/behaviours/countdown-timer'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const words = (page: Page, id: string) => page.locator(`#${id}`).innerText()

describe('BEH-3 countdown timer', () => {
  test('BEH-3 it ticks each second, and hides itself at zero, with the words around it', async () => {
    const { page, expectAllWell, close } = await visit()
    await openStill(page, EXAMPLES)
    expect(await words(page, 'minutes')).toBe('The box is packed in 1 min 30 s.')
    await page.clock.runFor(999)
    expect(await words(page, 'minutes')).toBe('The box is packed in 1 min 30 s.')
    await page.clock.runFor(1)
    expect(await words(page, 'minutes')).toBe('The box is packed in 1 min 29 s.')
    await page.clock.runFor(999)
    expect(await words(page, 'minutes')).toBe('The box is packed in 1 min 29 s.')
    await page.clock.runFor(88_000)
    expect(await words(page, 'minutes')).toBe('The box is packed in 1 s.')
    await page.clock.runFor(1)
    expect(await words(page, 'minutes')).toBe('The box is packed.')
    expect(await page.locator('#minutes [role=timer]').isVisible()).toBe(false)
    expect(await words(page, 'over')).toBe('The box is packed.')
    await page.clock.resume()
    await expectAllWell('over')
    await close()
  })

  test('BEH-3 hours tell their seconds as well, days do not', async () => {
    const { page, close } = await visit()
    await openStill(page, EXAMPLES)
    expect(await words(page, 'hours')).toBe('The box is packed in 4 h 12 min 09 s.')
    expect(await words(page, 'days')).toBe('The box is packed in 2 days 4 h.')
    await page.clock.fastForward(4 * HOUR_MS)
    expect(await words(page, 'hours')).toBe('The box is packed in 12 min 09 s.')
    expect(await words(page, 'days')).toBe('The box is packed in 2 days.')
    await page.clock.fastForward(MINUTE_MS)
    expect(await words(page, 'days')).toBe('The box is packed in 1 day 23 h.')
    await close()
  })

  test('BEH-3 a computer that slept, and a page in the background, are right again at once', async () => {
    const { page, close } = await visit()
    await openStill(page, EXAMPLES)
    await page.clock.fastForward(MINUTE_MS)
    expect(await words(page, 'minutes')).toBe('The box is packed in 30 s.')
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1)
    await page.evaluate(() => {
      const now = Date.now() + 20_000
      Date.now = () => now
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(await words(page, 'minutes')).toBe('The box is packed in 10 s.')
    await close()
  })

  test('BEH-3 a clock that goes wrong in the browser does no harm', async () => {
    const { page, close } = await visit()
    await page.clock.install({ time: new Date('2031-01-01T00:00:00Z') })
    await page.clock.pauseAt('2031-01-01T00:00:10Z')
    await page.goto(EXAMPLES)
    await eventually(() => page.locator('[data-countdown-timer-ends-at-value]').count()).toBe(3)
    expect(await words(page, 'minutes')).toBe('The box is packed in 1 min 30 s.')
    await close()
  })

  test('BEH-3 a screen reader is not told every second', async () => {
    const { page, close } = await visit()
    await page.goto(EXAMPLES)
    const live = await page
      .locator('#minutes [role=timer]')
      .evaluate((timer) => timer.closest('[aria-live]:not([aria-live=off]), [role=status], [role=alert]'))
    expect(live).toBeNull()
    await close()
  })

  test('GND-5 BEH-3 the first words are the server’s, with scripts off as well', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto(EXAMPLES)
    expect(await words(page, 'hours')).toBe('The box is packed in 4 h 12 min 09 s.')
    expect(await words(page, 'over')).toBe('The box is packed.')
    await close()
  })

  test('SHL-3 BEH-3 a page that Turbo kept goes on with what is left, and does not begin anew', async () => {
    const { page, complaints, close } = await visit()
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
    expect(complaints).toEqual([])
    await close()
  })

  test('SHL-3 BEH-3 in the box it is drawn anew with every change, and goes on', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto('/shop')
    await page.locator('#shelf_cards form[action^="/cart/items/"]').first().evaluate(add)
    await page.locator('#cart_count', { hasText: '1' }).waitFor()
    await page.goto('/cart')
    await page.locator('#cart_postal_code').fill('98101')
    await page.locator('#cart_postal_code').press('Enter')
    const timer = page.locator('.cart-summary [data-controller="countdown-timer"]')
    await timer.waitFor()
    expect(await timer.innerText()).toMatch(
      /^Arrives in 98101 as early as \w+, \w+ \d+ if you order within (\d+ days?( \d+ h)?|(\d+ h )?(\d+ min )?\d+ s)$/,
    )
    await timer.evaluate((element) => {
      element.querySelector('[role=timer]')!.textContent = 'drawn long ago'
    })
    await page.locator('.cart-line').getByRole('button', { name: 'One more' }).click()
    await page.locator('#cart_count', { hasText: '2' }).waitFor()
    await eventually(() => timer.innerText()).toMatch(/ within \d/)
    expect(await timer.getAttribute('data-countdown-timer-left-value')).toBeNull()
    expect(Number(await timer.getAttribute('data-countdown-timer-ends-at-value'))).toBeGreaterThan(Date.now())
    await expectAllWell('box with a deadline')
    await close()
  })
})

const add = (form: SVGElement | HTMLElement) => (form as HTMLFormElement).requestSubmit()
