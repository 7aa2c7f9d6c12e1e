import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { delayRequest } from '../support/delay-request.ts'
import { openShop } from '../support/open-shop.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('searches')

const field = (page: Page) => page.locator('#search_words')
const options = (page: Page) => page.locator('#search_suggestions').getByRole('option')

async function type(page: Page, words: string) {
  await field(page).fill(words)
  await options(page).first().waitFor()
}

test('CAT-4 BEH-19 By keyboard alone a shopper types, picks a suggestion and gets results, on a phone and on a laptop', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await page.goto('/')
  await field(page).focus()
  await page.keyboard.type('ribey')
  await options(page).first().waitFor()
  await expect.poll(() => page.locator('.search-box [role=status]').innerText()).toMatch(/^\d suggestions?$/)
  expect(await options(page).count()).toBeLessThanOrEqual(5)
  expect(await field(page).getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('ArrowDown')
  const active = await field(page).getAttribute('aria-activedescendant')
  expect(await page.locator(`#${active}`).innerText()).toBe('Ribeye')
  await expectAllWell('suggestions')
  await page.setViewportSize(SCREENS.laptop)
  await expectAllWell('suggestions on a laptop')
  await page.setViewportSize(SCREENS.phone)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=Ribeye')
  await page.getByRole('heading', { name: 'Results for “Ribeye”' }).waitFor()
  await expectAllWell('results')
  await page.setViewportSize(SCREENS.laptop)
  await expectAllWell('results on a laptop')
  await close()
})

test('SHL-3 BEH-19 Suggestions close on a visit, on Escape and on blur; one letter and late responses show nothing', async () => {
  const { page, complaints, close } = await visit()
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/autocomplete') && asked.push(request.url())))
  await page.goto('/')
  await field(page).fill('b')
  await type(page, 'bacn')
  expect(asked.map((url) => new URL(url).searchParams.get('q'))).toEqual(['bacn'])
  expect(new URL(asked[0]!).searchParams.get('limit')).toBe('5')

  await type(page, 'ribey')
  await page.keyboard.press('Escape')
  await expect.poll(() => options(page).count()).toBe(0)
  expect(await field(page).inputValue()).toBe('ribey')
  expect(await field(page).getAttribute('aria-expanded')).toBe('false')
  await type(page, 'ribe')
  await page.keyboard.press('Tab')
  await expect.poll(() => options(page).count()).toBe(0)

  // A late response never replaces a later one.
  const letGo = await delayRequest(page, '**/autocomplete**q=ri')
  const early = page.waitForRequest('**/autocomplete**q=ri')
  await field(page).fill('ri')
  await early
  await type(page, 'bacon')
  const shown = await options(page).allInnerTexts()
  letGo()
  await page.evaluate(() => fetch('/autocomplete?q=ribeye'))
  expect(await options(page).allInnerTexts()).toEqual(shown)

  // A restored page has the suggestions closed and working.
  await type(page, 'ribey')
  await page.locator('a[href="/shop/beef"]').first().click()
  await page.waitForURL('**/shop/beef')
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
  await page.locator('[data-controller~="slider"]').first().waitFor() // the home page, no longer the listing
  expect(await options(page).count()).toBe(0)
  await type(page, 'bacn')
  await options(page).filter({ hasText: 'Maple-smoked bacon' }).click()
  await page.waitForURL('**/search?q=Maple-smoked+bacon')
  expect(complaints).toEqual([])
  await close()
})

test('BEH-19 A late response leaves the suggestion that the arrow keys chose, and a failed one leaves no old suggestions', async () => {
  const { page, close } = await visit({ viewport: SCREENS.phone })
  await page.goto('/')
  await type(page, 'rib')
  const letGo = await delayRequest(page, '**/autocomplete**q=ribs')
  const late = page.waitForRequest('**/autocomplete**q=ribs')
  await field(page).press('s')
  await late
  await page.keyboard.press('ArrowDown')
  const chosen = await page.locator('#search_suggestions [aria-selected=true]').innerText()
  letGo()
  await page.evaluate(() => fetch('/autocomplete?q=ribeye'))
  expect(await page.locator('#search_suggestions [aria-selected=true]').innerText()).toBe(chosen)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === chosen)

  await type(page, 'rib')
  await page.route('**/autocomplete**', (route) => route.fulfill({ status: 429, json: {} }))
  await field(page).fill('bacon')
  await expect.poll(() => options(page).count()).toBe(0)
  await close()
})

test('GND-5 CAT-4 With scripts off the field searches', async () => {
  const { page, close } = await visit({ javaScriptEnabled: false })
  await page.goto('/')
  await field(page).fill('ribeey')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('Showing results for ribeye').waitFor()
  await close()
})
