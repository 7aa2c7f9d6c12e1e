import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { holdBack } from '../support/delay-request.ts'
import { openShop } from '../support/open-shop.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('searches')

const field = (page: Page) => page.locator('#search_words')
const options = (page: Page) => page.locator('#search_suggestions').getByRole('option')

async function type(page: Page, words: string) {
  await field(page).fill(words)
  await options(page).first().waitFor()
}

describe.each(Object.entries(SCREENS))('the search field on a %s', (_, viewport) => {
  test('CAT-4 BEH-19 by keyboard alone: typed, chosen, found', async () => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await page.goto('/')
    await field(page).focus()
    await page.keyboard.type('ribey')
    await options(page).first().waitFor()
    await expect
      .poll(() => page.locator('.search-box [role=status]').innerText())
      .toMatch(/^\d suggestions?$/)
    expect(await options(page).count()).toBeLessThanOrEqual(5)
    expect(await field(page).getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    const active = await field(page).getAttribute('aria-activedescendant')
    expect(await page.locator(`#${active}`).innerText()).toBe('Ribeye')
    await expectAllWell('suggestions')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=Ribeye')
    await page.getByRole('heading', { name: 'Results for “Ribeye”' }).waitFor()
    await expectAllWell('results')
    await close()
  })
})

test('BEH-19 one letter asks for nothing; a press on a suggestion searches for it', async () => {
  const { page, close } = await visit()
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/autocomplete') && asked.push(request.url())))
  await page.goto('/')
  await field(page).fill('b')
  await type(page, 'bacn')
  expect(asked.map((url) => new URL(url).searchParams.get('q'))).toEqual(['bacn'])
  expect(new URL(asked[0]!).searchParams.get('limit')).toBe('5')
  await options(page).filter({ hasText: 'Maple-smoked bacon' }).click()
  await page.waitForURL('**/search?q=Maple-smoked+bacon')
  await close()
})

test('BEH-19 Escape puts the suggestions away and keeps the words; so does leaving the field', async () => {
  const { page, close } = await visit()
  await page.goto('/')
  await type(page, 'ribey')
  await page.keyboard.press('Escape')
  await expect.poll(() => options(page).count()).toBe(0)
  expect(await field(page).inputValue()).toBe('ribey')
  expect(await field(page).getAttribute('aria-expanded')).toBe('false')
  await type(page, 'ribe')
  await page.keyboard.press('Tab')
  await expect.poll(() => options(page).count()).toBe(0)
  await close()
})

test('BEH-19 an answer that comes late never replaces a later one', async () => {
  const { page, complaints, close } = await visit()
  const letGo = await holdBack(page, '**/autocomplete**q=ri')
  await page.goto('/')
  const early = page.waitForRequest('**/autocomplete**q=ri')
  await field(page).fill('ri')
  await early
  await type(page, 'bacon')
  const shown = await options(page).allInnerTexts()
  letGo()
  await page.evaluate(() => fetch('/autocomplete?q=ribeye'))
  expect(await options(page).allInnerTexts()).toEqual(shown)
  expect(complaints).toEqual([])
  await close()
})

test('SHL-3 BEH-19 coming back by the history the field is closed, and works as before', async () => {
  const { page, complaints, close } = await visit()
  await page.goto('/')
  await type(page, 'ribey')
  await page.locator('a[href="/shop/beef"]').first().click()
  await page.waitForURL('**/shop/beef')
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
  await page.locator('[data-controller~="slider"]').first().waitFor() // the front page, and no longer the shelf
  expect(await options(page).count()).toBe(0)
  await type(page, 'bacon')
  expect(complaints).toEqual([])
  await close()
})

test('GND-5 CAT-4 with scripts off the field searches', async () => {
  const { page, close } = await visit({ javaScriptEnabled: false })
  await page.goto('/')
  await field(page).fill('ribeey')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('Showing results for ribeye').waitFor()
  await close()
})
