import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { goAndComeBack, morph } from '../../support/turbo-visits.ts'
import { openAndWait } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('collections')

const ACCORDION = '/behaviours/accordion'
const EXPANDABLE = '/behaviours/expandable-collection'
const SWITCHER = '/behaviours/category-switcher'

describe('BEH-1 accordion', () => {
  const open = (page: Page, id: string) => page.locator(`#${id} [open] summary`).allInnerTexts()
  const question = (page: Page, id: string, words: string) => page.locator(`#${id}`).getByText(words)

  test('BEH-1 On a phone one section is open at a time, or several where allowed', async () => {
    const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
    await page.goto(ACCORDION)
    for (const id of ['one', 'several']) {
      await question(page, id, 'Is it frozen?').click()
      await question(page, id, 'Who cuts it?').click()
    }
    await eventually(() => open(page, 'one')).toEqual(['Who cuts it?'])
    expect(await open(page, 'several')).toEqual(['Is it frozen?', 'Who cuts it?'])
    await expectAllWell('open')
    await close()
  })

  test('BEH-1 SHL-3 On a laptop Enter and Space open and close sections, screen readers get the change, and back and a morph keep it', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto(ACCORDION)
    expect(await open(page, 'one')).toEqual([])
    await question(page, 'one', 'Is it frozen?').focus()
    await page.keyboard.press('Enter')
    await eventually(() => open(page, 'one')).toEqual(['Is it frozen?'])
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Who cuts it?')
    await page.keyboard.press(' ')
    await eventually(() => open(page, 'one')).toEqual(['Who cuts it?'])
    expect(await page.locator('#one').ariaSnapshot()).toContain('The butcher each farm has worked with')
    expect(await page.locator('#one').ariaSnapshot()).not.toContain('Hard frozen')

    await goAndComeBack(page)
    await eventually(() => open(page, 'one')).toEqual(['Who cuts it?'])
    await morph(page)
    expect(await open(page, 'one')).toEqual(['Who cuts it?'])
    await question(page, 'one', 'Is it frozen?').click()
    await eventually(() => open(page, 'one')).toEqual(['Is it frozen?'])
    await question(page, 'several', 'Is it frozen?').click()
    await question(page, 'several', 'Who cuts it?').click()
    await expectAllWell('open')
    await question(page, 'one', 'Is it frozen?').click()
    await eventually(() => open(page, 'one')).toEqual([])
    await close()
  })

  test('GND-5 BEH-1 With scripts off each section opens on its own', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto(ACCORDION)
    await question(page, 'one', 'Is it frozen?').click()
    await question(page, 'one', 'Who cuts it?').click()
    expect(await open(page, 'one')).toEqual(['Is it frozen?', 'Who cuts it?'])
    await close()
  })
})

describe('BEH-4 expandable collection', () => {
  const shown = (page: Page, id: string) => page.locator(`#${id} li:visible`).allInnerTexts()
  const numbered = (word: string, numbers: number[]) => numbers.map((number) => `${word} ${number}`)

  test('BEH-4 SHL-3 Six cards show, or eight cuts plus the checked one; the keyboard shows the rest, and back and a morph keep it', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto(EXPANDABLE)
    expect(await shown(page, 'cards')).toEqual(numbered('Card', [1, 2, 3, 4, 5, 6]))
    expect((await shown(page, 'choices')).map((words) => words.trim())).toEqual(
      numbered('Cut', [1, 2, 3, 4, 5, 6, 7, 8, 10]),
    )
    expect(await shown(page, 'few')).toHaveLength(6)
    expect(await page.locator('#few button').count()).toBe(0)
    await expectAllWell('collections')

    const more = page.getByRole('button', { name: 'Show 3 more cards' })
    await more.focus()
    await page.keyboard.press('Enter')
    expect(await shown(page, 'cards')).toHaveLength(9)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Card 7')
    expect(await more.isVisible()).toBe(false)
    await goAndComeBack(page)
    await eventually(() => shown(page, 'cards')).toHaveLength(9)
    await morph(page)
    expect(await shown(page, 'cards')).toHaveLength(9)
    const moreCuts = page.getByRole('button', { name: 'Show 3 more cuts' })
    expect(await moreCuts.isVisible()).toBe(true)
    await moreCuts.press(' ')
    expect(await shown(page, 'choices')).toHaveLength(11)
    await expectAllWell('expanded')
    await close()
  })

  test('GND-5 BEH-4 With scripts off everything shows, without a dead button', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto(EXPANDABLE)
    expect(await shown(page, 'cards')).toHaveLength(9)
    expect(await shown(page, 'choices')).toHaveLength(11)
    expect(await page.getByRole('button', { name: /more/ }).count()).toBe(0)
    await close()
  })
})

describe('BEH-18 category switcher', () => {
  const links = (page: Page) => page.getByRole('navigation', { name: 'Shop by animal' })
  const current = (page: Page) => links(page).locator('[aria-current]').allInnerTexts()

  async function switchTo(page: Page, name: string) {
    await links(page).getByRole('link', { name }).click()
    await page.locator(`[data-category="${name.toLowerCase()}"] .product-card`).first().waitFor()
    await eventually(() => current(page)).toEqual([name])
  }

  test('BEH-18 On a phone a tapped category becomes the current one', async () => {
    const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
    await openAndWait(page, SWITCHER)
    await switchTo(page, 'Lamb')
    expect(new URL(page.url()).pathname).toBe(SWITCHER)
    await expectAllWell('switched')
    await close()
  })

  test('SHL-3 BEH-18 On a laptop, going back shows the last category, and switching still works', async () => {
    const { page, expectAllWell, close } = await visit()
    await openAndWait(page, SWITCHER)
    expect(await current(page)).toEqual(['Beef'])
    await switchTo(page, 'Pork')
    await goAndComeBack(page)
    await page.locator('[data-category="pork"] .product-card').first().waitFor()
    expect(await current(page)).toEqual(['Pork'])
    await switchTo(page, 'Lamb')
    await expectAllWell('switched')
    await close()
  })

  test('GND-5 BEH-18 With scripts off the links lead to the categories', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto(SWITCHER)
    await links(page).getByRole('link', { name: 'Pork' }).click()
    await page.waitForURL('**/shop/pork')
    await close()
  })
})
