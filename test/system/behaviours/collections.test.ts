import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { goAndComeBack, morph } from '../../support/turbo-visits.ts'
import { come } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('collections')

const ACCORDION = '/behaviours/accordion'
const EXPANDABLE = '/behaviours/expandable-collection'
const SWITCHER = '/behaviours/category-switcher'

describe('BEH-1 accordion', () => {
  const open = (page: Page, id: string) => page.locator(`#${id} [open] summary`).allInnerTexts()
  const question = (page: Page, id: string, words: string) => page.locator(`#${id}`).getByText(words)

  test.each(Object.entries(SCREENS))(
    'BEH-1 one part is open at a time on a %s, or several',
    async (_, viewport) => {
      const { page, expectAllWell, close } = await visit({ viewport })
      await page.goto(ACCORDION)
      expect(await open(page, 'one')).toEqual([])
      for (const id of ['one', 'several']) {
        await question(page, id, 'Is it frozen?').click()
        await question(page, id, 'Who cuts it?').click()
      }
      await eventually(() => open(page, 'one')).toEqual(['Who cuts it?'])
      expect(await open(page, 'several')).toEqual(['Is it frozen?', 'Who cuts it?'])
      await expectAllWell('open')
      await question(page, 'one', 'Who cuts it?').click()
      await eventually(() => open(page, 'one')).toEqual([])
      await close()
    },
  )

  test('BEH-1 by keyboard: Enter and Space open and close, and readers are told', async () => {
    const { page, close } = await visit()
    await page.goto(ACCORDION)
    await question(page, 'one', 'Is it frozen?').focus()
    await page.keyboard.press('Enter')
    await eventually(() => open(page, 'one')).toEqual(['Is it frozen?'])
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Who cuts it?')
    await page.keyboard.press(' ')
    await eventually(() => open(page, 'one')).toEqual(['Who cuts it?'])
    expect(await page.locator('#one').ariaSnapshot()).toContain('The butcher each farm has worked with')
    expect(await page.locator('#one').ariaSnapshot()).not.toContain('Hard frozen')
    await close()
  })

  test('SHL-3 BEH-1 what is open is open still after a way there and back, and after a morph', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto(ACCORDION)
    await question(page, 'one', 'Who cuts it?').click()
    await goAndComeBack(page)
    await eventually(() => open(page, 'one')).toEqual(['Who cuts it?'])
    await morph(page)
    expect(await open(page, 'one')).toEqual(['Who cuts it?'])
    await question(page, 'one', 'Is it frozen?').click()
    await eventually(() => open(page, 'one')).toEqual(['Is it frozen?'])
    await expectAllWell('come back')
    await close()
  })

  test('GND-5 BEH-1 with scripts off each part opens by itself', async () => {
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

  test('BEH-4 hides after six, or after eight what is not chosen; six alone are not hidden', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto(EXPANDABLE)
    expect(await shown(page, 'cards')).toEqual(numbered('Card', [1, 2, 3, 4, 5, 6]))
    expect((await shown(page, 'choices')).map((words) => words.trim())).toEqual(
      numbered('Cut', [1, 2, 3, 4, 5, 6, 7, 8, 10]),
    )
    expect(await shown(page, 'few')).toHaveLength(6)
    expect(await page.locator('#few button').count()).toBe(0)
    await expectAllWell('collections')
    await close()
  })

  test('BEH-4 by keyboard the rest comes, and the focus goes on with its first', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto(EXPANDABLE)
    const more = page.getByRole('button', { name: 'Show 3 more cards' })
    expect(await more.getAttribute('aria-controls')).toBe('nine_cards')
    expect(await more.getAttribute('aria-expanded')).toBe('false')
    await more.focus()
    await page.keyboard.press('Enter')
    expect(await shown(page, 'cards')).toHaveLength(9)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Card 7')
    expect(await more.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Show 3 more cuts' }).press(' ')
    expect(await shown(page, 'choices')).toHaveLength(11)
    await expectAllWell('expanded')
    await close()
  })

  test('SHL-3 BEH-4 once expanded it stays so, on the way back and through a morph', async () => {
    const { page, complaints, close } = await visit()
    await page.goto(EXPANDABLE)
    await page.getByRole('button', { name: 'Show 3 more cards' }).click()
    await goAndComeBack(page)
    await eventually(() => shown(page, 'cards')).toHaveLength(9)
    await morph(page)
    expect(await shown(page, 'cards')).toHaveLength(9)
    expect(await page.getByRole('button', { name: 'Show 3 more cuts' }).isVisible()).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })

  test('GND-5 BEH-4 with scripts off all of it shows, and no button that does nothing', async () => {
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
  const cardsOf = (page: Page, category: string) =>
    page.locator(`[data-category="${category}"] .product-card`).first()

  test.each(Object.entries(SCREENS))(
    'BEH-18 on a %s the first, then the one that is chosen',
    async (_, viewport) => {
      const { page, expectAllWell, close } = await visit({ viewport })
      await come(page, SWITCHER)
      expect(await current(page)).toEqual(['Beef'])
      await links(page).getByRole('link', { name: 'Lamb' }).click()
      await cardsOf(page, 'lamb').waitFor()
      await eventually(() => current(page)).toEqual(['Lamb'])
      expect(new URL(page.url()).pathname).toBe(SWITCHER)
      await expectAllWell('switched')
      await close()
    },
  )

  test('BEH-18 the arrows go round, Home and End to the ends, Enter switches and keeps the focus', async () => {
    const { page, close } = await visit()
    await come(page, SWITCHER)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await links(page).getByRole('link', { name: 'Beef' }).focus()
    for (const [key, name] of [
      ['ArrowRight', 'Pork'],
      ['End', 'Pantry'],
      ['ArrowRight', 'Beef'],
      ['ArrowLeft', 'Pantry'],
      ['Home', 'Beef'],
      ['ArrowRight', 'Pork'],
      ['Enter', 'Pork'],
    ] as const) {
      await page.keyboard.press(key)
      expect({ key, name: await focused() }).toEqual({ key, name })
    }
    await cardsOf(page, 'pork').waitFor()
    await eventually(() => current(page)).toEqual(['Pork'])
    expect(await focused()).toBe('Pork')
    await close()
  })

  test('BEH-18 an answer that was overtaken marks nothing', async () => {
    const { page, complaints, close } = await visit()
    await come(page, SWITCHER)
    let letGo = () => {}
    const held = new Promise<void>((go) => {
      letGo = go
    })
    await page.route('**/shop/pork', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    const asked = page.waitForRequest('**/shop/pork')
    await links(page).getByRole('link', { name: 'Pork' }).click()
    await asked
    expect(await current(page)).toEqual(['Beef'])
    await links(page).getByRole('link', { name: 'Bison' }).click()
    await cardsOf(page, 'bison').waitFor()
    letGo()
    await eventually(() => current(page)).toEqual(['Bison'])
    await page.evaluate(() => fetch('/healthz').then(({ status }) => status))
    expect(await current(page)).toEqual(['Bison'])
    expect(await cardsOf(page, 'pork').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('SHL-3 BEH-18 who comes back finds what was left, and switches on', async () => {
    const { page, expectAllWell, close } = await visit()
    await come(page, SWITCHER)
    await links(page).getByRole('link', { name: 'Pork' }).click()
    await cardsOf(page, 'pork').waitFor()
    await eventually(() => current(page)).toEqual(['Pork'])
    await goAndComeBack(page)
    await cardsOf(page, 'pork').waitFor()
    expect(await current(page)).toEqual(['Pork'])
    await links(page).getByRole('link', { name: 'Lamb' }).click()
    await cardsOf(page, 'lamb').waitFor()
    await eventually(() => current(page)).toEqual(['Lamb'])
    await expectAllWell('come back and switched')
    await close()
  })

  test('GND-5 BEH-18 with scripts off its links lead to the shelves', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto(SWITCHER)
    await links(page).getByRole('link', { name: 'Pork' }).click()
    await page.waitForURL('**/shop/pork')
    await close()
  })
})
