import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { fillBoxByCalls } from '../support/page-calls.ts'
import { eventually } from '../support/page-clock.ts'
import { signInPage } from '../support/signed-in-page.ts'
import { setStock } from '../support/stock.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('rewards')

const card = (page: Page, words: string) => page.locator('.reward-card', { hasText: words })
const sums = (page: Page) => page.locator('#cart_summary .sums').innerText()

/** Records the PUTs of the page's script, such as '/cart/reward/….json'. */
function putsOf(page: Page): string[] {
  const puts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(new URL(request.url()).pathname)
  })
  return puts
}

/** Waits for the page reload, which focuses the rewards. */
const expectLoadedAnew = (page: Page) =>
  eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('rewards')

test('CRT-8 RWD-1 RWD-2 by keyboard a reward and a gift are applied, refused with a reason, and removed', async () => {
  const { page, complaints, expectAllWell, close } = await visit()
  const puts = putsOf(page)
  await fillBoxByCalls(page, databasePath())
  await signInPage(page, databasePath(), 'shopper@example.com')
  await openAndWait(page, '/cart')
  await expectAllWell('rewards to choose from')

  await card(page, '$10.00 off a box').getByRole('button', { name: 'Use it' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Your reward for this box').waitFor()
  await expectLoadedAnew(page)
  expect(puts).toEqual([expect.stringMatching(/^\/cart\/reward\/[0-9A-Za-z]{22}\.json$/)])
  expect(await sums(page)).toMatch(/Reward\s+−\$10\.00/)
  await expectAllWell('an amount off')

  await card(page, 'Thanksgiving at the farms').getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('#cart_gift', { hasText: 'Maple-smoked bacon' }).waitFor()
  await expectLoadedAnew(page)
  expect(await sums(page)).not.toContain('Reward')
  expect(await page.locator('#cart_gift').innerText()).toMatch(/your reward\s+Free/)
  await expectAllWell('a gift in the box')

  await setStock(databasePath(), 'wildflower-honey', 0)
  const gift = card(page, 'Thanksgiving at the farms')
  await gift.getByText('Choose another gift').click()
  await gift.getByRole('radio', { name: /honey/ }).check()
  await gift.getByRole('button', { name: 'Take Raw wildflower honey' }).click()
  await gift.getByRole('alert').waitFor()
  expect(await gift.getByRole('alert').innerText()).toBe(
    'Raw wildflower honey, 12 oz just sold out. Please choose another gift, or save the reward for another box.',
  )
  await expectAllWell('a gift that is gone')
  expect(await page.locator('#cart_gift').innerText()).toContain('Maple-smoked bacon')

  await openAndWait(page, '/checkout')
  await page.locator('#checkout_summary .order-line', { hasText: 'Maple-smoked bacon' }).waitFor()
  await openAndWait(page, '/cart')
  await page.getByRole('button', { name: /^Remove your reward: Maple-smoked bacon/ }).click()
  await page.getByText('We removed your reward from this box.').waitFor()
  await page.locator('#cart_gift').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await close()
})

test('CRT-8 RT-2 a live cart update that arrives before the response takes nothing away from it', async () => {
  const { page, complaints, close } = await visit()
  await fillBoxByCalls(page, databasePath())
  await signInPage(page, databasePath(), 'shopper@example.com')
  await openAndWait(page, '/cart')
  await page.route('**/cart/reward/*.json', async (route) => {
    const answer = await route.fetch()
    await page.getByText('Your reward for this box').waitFor()
    await route.fulfill({ response: answer })
  })
  await card(page, '$10.00 off a box').getByRole('button', { name: 'Use it' }).press('Enter')
  await expectLoadedAnew(page)
  expect(await sums(page)).toMatch(/Reward\s+−\$10\.00/)
  expect(complaints).toEqual([])
  await close()
})

test('RWD-1 RWD-2 on a phone, by touch: the rewards page shows what can be used and what has been', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await fillBoxByCalls(page, databasePath())
  await signInPage(page, databasePath(), 'member@example.com')
  await openAndWait(page, '/rewards')
  await expectAllWell('what was given')
  await card(page, 'Thanksgiving at the farms').locator('.gift-choice__one').nth(1).tap()
  await card(page, 'Thanksgiving at the farms').getByRole('button', { name: 'Take Maple-smoked bacon' }).tap()
  await page.getByRole('heading', { name: 'On your box' }).waitFor()
  await expectLoadedAnew(page)
  await expectAllWell('one is on the box')
  await openAndWait(page, '/cart?minicart')
  await page.locator('#mini_cart_gift', { hasText: 'Maple-smoked bacon' }).waitFor()
  await close()
})
