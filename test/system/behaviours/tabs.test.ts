import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { goAndComeBack, morph } from '../../support/turbo-visits.ts'
import { openAndWait } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('tabs')

const EXAMPLES = '/behaviours/tabs'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })

/** The selected tabs, the tabs in the tab order, and the visible panels. */
const state = (page: Page) =>
  page.evaluate(() => ({
    chosen: [...document.querySelectorAll('.tabs [aria-selected=true]')].map(({ id }) => id),
    reached: [...document.querySelectorAll<HTMLElement>('.tabs__tab')]
      .filter(({ tabIndex }) => tabIndex === 0)
      .map(({ id }) => id),
    shown: [...document.querySelectorAll('.tabs__panel')]
      .filter((panel) => panel.checkVisibility())
      .map(({ id }) => id),
  }))

const only = (id: string) => ({ chosen: [id], reached: [id], shown: [`${id}_panel`] })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

async function open(page: Page, path = EXAMPLES) {
  await openAndWait(page, path)
  await page.getByRole('tablist', { name: 'About the ribeye' }).waitFor()
}

test('TAB-1 BEH-23 SHL-3 On a laptop Tab goes from the tab into its panel; back, forward and a morph keep the tab', async () => {
  const { page, expectAllWell, close } = await visit()
  await open(page)
  expect(await state(page)).toEqual(only('story'))
  await expectAllWell('first tab')
  await tab(page, 'Nutrition').click()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('nutrition_panel')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('What the label promises')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toBe('nutrition')

  await tab(page, 'Cooking').click()
  for (let times = 0; times < 2; times++) {
    await goAndComeBack(page)
    await eventually(() => state(page)).toEqual(only('cooking'))
  }
  await morph(page)
  expect(await state(page)).toEqual(only('cooking'))
  await page.getByRole('tabpanel', { name: 'Cooking' }).getByText('a very hot pan').waitFor()
  await expectAllWell('second tab')
  await tab(page, 'Cooking').focus()
  await page.keyboard.press('ArrowRight')
  expect(await state(page)).toEqual(only('nutrition'))
  await close()
})

test('TAB-1 BEH-23 On a phone one panel shows; a hash selects its tab and scrolls to it, from this page or another', async () => {
  const { page, complaints, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await open(page)
  expect(await state(page)).toEqual(only('story'))
  await expectAllWell('first tab')
  await tab(page, 'Cooking').click()
  expect(await state(page)).toEqual(only('cooking'))
  await expectAllWell('second tab')

  await page.setViewportSize({ width: 390, height: 260 })
  for (const hash of ['nutrition', 'nutrition_panel']) {
    await page.goto('about:blank')
    await open(page, `${EXAMPLES}#${hash}`)
    expect(await state(page)).toEqual(only('nutrition'))
    await eventually(() => isInSight(page, 'nutrition')).toBe(true)
  }
  await page.goto('about:blank')
  await open(page, `${EXAMPLES}#elsewhere`)
  expect(await state(page)).toEqual(only('story'))
  expect(await isInSight(page, 'nutrition')).toBe(false)
  await page.getByRole('link', { name: "What's in it?" }).click()
  await eventually(() => state(page)).toEqual(only('nutrition'))
  await eventually(() => isInSight(page, 'nutrition')).toBe(true)

  await page.getByRole('link', { name: 'All behaviors' }).click()
  await page.getByRole('heading', { name: 'Behaviors', exact: true }).waitFor()
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('a[href="/behaviours/tabs"]')
    if (link) link.hash = 'cooking'
    link?.click()
  })
  await page.getByRole('tablist').waitFor()
  await eventually(() => state(page)).toEqual(only('cooking'))
  await eventually(() => isInSight(page, 'cooking')).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

test('GND-5 BEH-23 With scripts off every panel shows, and the tabs are links to them', async () => {
  const { page, close } = await visit({ javaScriptEnabled: false })
  await page.goto(EXAMPLES)
  expect(await page.locator('.tabs__panel:visible').count()).toBe(3)
  expect(await page.getByRole('tab').count()).toBe(0)
  await page
    .getByRole('navigation', { name: 'About the ribeye' })
    .getByRole('link', { name: 'Cooking' })
    .click()
  expect(new URL(page.url()).hash).toBe('#cooking_panel')
  await close()
})

const isInSight = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
