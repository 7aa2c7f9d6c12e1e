import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { goAndComeBack, morph } from '../../support/turbo-visits.ts'
import { come } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('pick-your-promotion')

const EXAMPLES = '/behaviours/pick-your-promotion'

const gifts = (page: Page) => page.getByRole('radio')
const take = (page: Page) => page.locator('main').getByRole('button')

async function open(page: Page) {
  await come(page, EXAMPLES)
  await page.getByRole('group', { name: 'Choose one' }).waitFor()
}

const hearPicks = (page: Page) =>
  page.evaluate(() => {
    const told: string[] = []
    Object.assign(window, { told })
    addEventListener('pick-your-promotion:picked', (event) => told.push((event as CustomEvent).detail.name))
  })

const told = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told)

test.each(Object.entries(SCREENS))(
  'BEH-9 a click or a touch picks a gift, the button names it; what is gone is no choice, on a %s',
  async (_, viewport) => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await open(page)
    await hearPicks(page)
    expect(await take(page).innerText()).toBe('Take a gift')
    await expectAllWell('nothing picked')
    const [first, second] = [gifts(page).nth(0), gifts(page).nth(1)]
    const [firstName, secondName] = [
      await first.getAttribute('data-name'),
      await second.getAttribute('data-name'),
    ]
    await page.locator('.gift-choice__one').nth(0).click()
    expect(await take(page).innerText()).toBe(`Take ${firstName}`)
    await page.locator('.gift-choice__one').nth(1).click()
    expect(await take(page).innerText()).toBe(`Take ${secondName}`)
    expect(await told(page)).toEqual([firstName, secondName])

    expect(await gifts(page).nth(2).isDisabled()).toBe(true)
    await page.locator('.gift-choice__one').nth(2).click({ force: true })
    expect(await second.isChecked()).toBe(true)
    await page.getByText('Sold out').waitFor()
    await expectAllWell('one picked')
    await close()
  },
)

test('BEH-9 by keyboard: arrows go through what is there, Enter takes it, and nothing is taken unpicked', async () => {
  const { page, expectAllWell, close } = await visit()
  await open(page)
  await take(page).click()
  expect(new URL(page.url()).search).toBe('')
  await gifts(page).nth(0).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  expect(await gifts(page).nth(1).isChecked()).toBe(true)
  await page.keyboard.press('ArrowDown')
  expect(await gifts(page).nth(0).isChecked()).toBe(true) // over the one that is gone
  await expectAllWell('by keyboard')
  const token = await gifts(page).nth(0).inputValue()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${EXAMPLES}?bid_item_token=${token}`)
  await close()
})

test('BEH-9 survives back, forward and a page worked into it', async () => {
  const { page, complaints, close } = await visit()
  await open(page)
  await page.locator('.gift-choice__one').nth(1).click()
  const picked = await take(page).innerText()
  expect(picked).toMatch(/^Take /)
  await goAndComeBack(page)
  const isPicked = await gifts(page).nth(1).isChecked()
  await expect.poll(() => take(page).innerText()).toBe(isPicked ? picked : 'Take a gift')
  await page.locator('.gift-choice__one').nth(0).click()
  await hearPicks(page)
  await morph(page)
  const now = await page.evaluate(
    () => document.querySelector<HTMLInputElement>('.gift-choice :checked')?.dataset.name ?? null,
  )
  await expect.poll(() => take(page).innerText()).toBe(now === null ? 'Take a gift' : `Take ${now}`)
  await page.locator('.gift-choice__one').nth(1).click()
  expect(await told(page)).toHaveLength(1)
  expect(await take(page).innerText()).toBe(picked)
  expect(complaints).toEqual([])
  await close()
})
