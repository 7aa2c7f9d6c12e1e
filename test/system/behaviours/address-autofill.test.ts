import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { come } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('autofill')

const street = (page: Page) => page.getByLabel('Street Address 1')
const zipField = (page: Page) => page.locator('#example_zip')
const options = (page: Page) => page.locator('#example_suggestions').getByRole('option')
const status = (page: Page) => page.locator('form.address-fields [role=status]')

const comeToAddress = (page: Page) => come(page, '/behaviours/address-autofill')

const filled = (page: Page) =>
  page
    .locator('form.address-fields')
    .evaluate((form: HTMLFormElement) =>
      ['name', 'street', 'street2', 'city', 'state', 'zip', 'phone_number', 'address_id'].map((name) =>
        String(new FormData(form).get(name)),
      ),
    )

test.each(Object.entries(SCREENS))(
  'CHK-3 by keyboard on a %s: typed, chosen, filled in; the ZIP that is open has the focus',
  async (_, viewport) => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await comeToAddress(page)
    await street(page).focus()
    await page.keyboard.type('12 elm street, portland, or')
    await options(page).first().waitFor()
    expect(await street(page).getAttribute('aria-expanded')).toBe('true')
    expect(await status(page).innerText()).toBe('1 suggestion')
    await expectAllWell('suggestions')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => filled(page)).toEqual(['', '12 Elm St', '', 'Portland', 'OR', '', '', ''])
    expect(await zipField(page).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await status(page).innerText()).toBe('Address filled in.')
    // Where the focus took the page, the header may stand before half a choice.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await expectAllWell('filled in')
    await close()
  },
)

test('CHK-3 a ZIP brings its city and state, but never over what somebody wrote', async () => {
  const { page, complaints, close } = await visit()
  await comeToAddress(page)
  const [city, zip] = [page.getByLabel('City'), zipField(page)]
  await zip.pressSequentially('98101')
  await expect.poll(() => filled(page)).toEqual(['', '', '', 'Seattle', 'WA', '98101', '', ''])
  await zip.fill('11215')
  await expect.poll(() => filled(page)).toEqual(['', '', '', 'Brooklyn', 'NY', '11215', '', ''])
  await city.fill('Park Slope')
  await zip.fill('60640')
  await expect.poll(() => filled(page)).toEqual(['', '', '', 'Park Slope', 'IL', '60640', '', ''])
  expect(complaints).toEqual([])
  await close()
})

test('CHK-3 a saved address fills the fields; typing makes it another one; another one makes room', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await comeToAddress(page)
  const [home, other] = [page.getByLabel('48 Foundry St'), page.getByLabel('Another address')]
  await home.check()
  const brooklyn = ['Ruth Whitcomb', '48 Foundry St', 'Apt 2', 'Brooklyn', 'NY', '11215', '(718) 555-0117']
  expect(await filled(page)).toEqual([...brooklyn, 'parents'])
  expect(await options(page).count()).toBe(0)
  await expectAllWell('picked')
  await page.getByLabel('Full Name').fill('Ana')
  expect(await filled(page)).toEqual(['Ana', ...brooklyn.slice(1), ''])
  await home.check()
  await other.check()
  expect(await filled(page)).toEqual(['Ruth Whitcomb', '', '', '', '', '', '(718) 555-0117', ''])
  await close()
})

test('CHK-3 what the maps suggest is named, and asked for whole once it is chosen', async () => {
  const { page, complaints, expectAllWell, close } = await visit()
  const asked: URL[] = []
  await page.route('**/address-suggestions**', async (route) => {
    const url = new URL(route.request().url())
    asked.push(url)
    const address = {
      street_address_1: '1912 Pike Pl',
      street_address_2: '',
      city: 'Seattle',
      state: 'WA',
      postal_code: '98101',
    }
    const suggestion = (id: string) => ({ text: `${id} Pike Pl, Seattle, WA`, id, address: null })
    const list = { suggestions: ['1912', '1914'].map(suggestion), source: 'Google Maps' }
    await route.fulfill({ json: url.pathname.endsWith('/1912') ? { address } : list })
  })
  await page.route('**/address-suggestions/1914**', (route) => route.fulfill({ body: '<html>' }))
  await comeToAddress(page)
  await street(page).fill('1912 Pi')
  await options(page).first().waitFor()
  await page.getByText('Suggestions: Google Maps').waitFor()
  await expectAllWell('suggestions of the maps')
  await options(page).first().click()
  await expect.poll(() => filled(page)).toEqual(['', '1912 Pike Pl', '', 'Seattle', 'WA', '98101', '', ''])
  await street(page).fill('1914 Pi')
  await options(page).first().waitFor()
  await options(page).last().click()
  await expect.poll(() => filled(page)).toContain('1914 Pike Pl')
  const sessions = asked.map((url) => url.searchParams.get('session'))
  expect(sessions[0]).toMatch(/^[\da-f-]{36}$/)
  expect(sessions[1]).toBe(sessions[0])
  expect(sessions[2]).not.toBe(sessions[0])
  expect(complaints).toEqual([])
  await close()
})

test('R29 CHK-3 while nobody answers typing goes on, and Escape, leaving and Turbo leave nothing behind', async () => {
  const { page, complaints, close } = await visit()
  await comeToAddress(page)
  await page.route('**/address-suggestions**', (route) => route.fulfill({ body: '<html>not now' }))
  await street(page).pressSequentially('12 Elm St, Portland, OR')
  await zipField(page).fill('97201')
  expect(await filled(page)).toEqual(['', '12 Elm St, Portland, OR', '', '', '', '97201', '', ''])
  await page.unroute('**/address-suggestions**')

  await street(page).fill('12 Elm St, Portl')
  await options(page).first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => options(page).count()).toBe(0)
  expect(await street(page).inputValue()).toBe('12 Elm St, Portl')
  await page.keyboard.press('ArrowDown')
  await options(page).first().waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => options(page).count()).toBe(0)

  await street(page).fill('12 Elm St, Portl')
  await options(page).first().waitFor()
  await page.getByRole('link', { name: 'All behaviors' }).click()
  await page.waitForURL('**/behaviours')
  await page.goBack()
  await page.waitForURL('**/behaviours/address-autofill')
  await street(page).waitFor()
  expect(await options(page).count()).toBe(0)
  await street(page).fill('12 Elm St, Seatt')
  await options(page).first().waitFor()
  expect(complaints).toEqual([])
  await close()
})
