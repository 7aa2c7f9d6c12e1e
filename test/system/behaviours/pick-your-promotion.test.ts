import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { goAndComeBack, morph } from '../../support/turbo-visits.ts'
import { openAndWait } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('pick-your-promotion')

const EXAMPLES = '/behaviours/pick-your-promotion'

const gifts = (page: Page) => page.getByRole('radio')
const choices = (page: Page) => page.locator('.gift-choice__one')
const take = (page: Page) => page.locator('main').getByRole('button')
const labelOf = async (page: Page, nth: number) =>
  `Take ${await gifts(page).nth(nth).getAttribute('data-name')}`

async function open(page: Page) {
  await openAndWait(page, EXAMPLES)
  await page.getByRole('group', { name: 'Choose one' }).waitFor()
}

test("BEH-9 On a phone a tap picks a gift and the button names it; a sold-out gift can't be picked", async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await open(page)
  expect(await take(page).innerText()).toBe('Take a gift')
  await expectAllWell('nothing picked')
  await choices(page).nth(1).tap()
  expect(await take(page).innerText()).toBe(await labelOf(page, 1))
  expect(await gifts(page).nth(2).isDisabled()).toBe(true)
  await choices(page).nth(2).tap({ force: true })
  expect(await gifts(page).nth(1).isChecked()).toBe(true)
  await page.getByText('Sold out').waitFor()
  await expectAllWell('one picked')
  await close()
})

test('BEH-9 SHL-3 On a laptop a pick survives back, forward and a morph; arrow keys skip a sold-out gift, and Enter takes one', async () => {
  const { page, expectAllWell, close } = await visit()
  await open(page)
  await expectAllWell('nothing picked')
  await take(page).click()
  expect(new URL(page.url()).search).toBe('')

  await choices(page).nth(1).click()
  const picked = await labelOf(page, 1)
  expect(await take(page).innerText()).toBe(picked)
  await goAndComeBack(page)
  const isPicked = await gifts(page).nth(1).isChecked()
  await expect.poll(() => take(page).innerText()).toBe(isPicked ? picked : 'Take a gift')
  await choices(page).nth(0).click()
  await page.evaluate(() => {
    const picks: unknown[] = []
    Object.assign(window, { picks })
    addEventListener('pick-your-promotion:picked', (event) => picks.push((event as CustomEvent).detail.name))
  })
  await morph(page)
  const now = await page.evaluate(
    () => document.querySelector<HTMLInputElement>('.gift-choice :checked')?.dataset.name ?? null,
  )
  await expect.poll(() => take(page).innerText()).toBe(now === null ? 'Take a gift' : `Take ${now}`)
  await choices(page).nth(1).click()
  expect(await page.evaluate(() => (window as unknown as { picks: string[] }).picks)).toHaveLength(1)
  expect(await take(page).innerText()).toBe(picked)

  await gifts(page).nth(0).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  expect(await gifts(page).nth(1).isChecked()).toBe(true)
  await page.keyboard.press('ArrowDown')
  expect(await gifts(page).nth(0).isChecked()).toBe(true) // skips the sold-out one
  await expectAllWell('one picked')
  const token = await gifts(page).nth(0).inputValue()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${EXAMPLES}?bid_item_token=${token}`)
  await close()
})
