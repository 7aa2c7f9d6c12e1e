import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { goAndComeBack } from '../../support/turbo-visits.ts'
import { openAndWait } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('autofill')

const street = (page: Page) => page.getByLabel('Street Address 1')
const zipField = (page: Page) => page.locator('#example_zip')
const options = (page: Page) => page.locator('#example_suggestions').getByRole('option')
const status = (page: Page) => page.locator('form.address-fields [role=status]')

const filled = (page: Page) =>
  page
    .locator('form.address-fields')
    .evaluate((form: HTMLFormElement) =>
      ['name', 'street', 'street2', 'city', 'state', 'zip', 'phone_number', 'address_id'].map((name) =>
        String(new FormData(form).get(name)),
      ),
    )

test('CHK-3 on a laptop, a suggestion chosen by keyboard fills the fields, and an empty ZIP field gets the focus', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.laptop })
  await openAndWait(page, '/behaviours/address-autofill')
  await street(page).focus()
  await page.keyboard.type('12 elm street, portland, or')
  await options(page).first().waitFor()
  expect(await status(page).innerText()).toBe('1 suggestion')
  await expectAllWell('suggestions')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => filled(page)).toEqual(['', '12 Elm St', '', 'Portland', 'OR', '', '', ''])
  expect(await zipField(page).evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await status(page).innerText()).toBe('Address filled in.')
  // After the focus scrolled the page, the header may cover half of a choice.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expectAllWell('filled in')
  await close()
})

test('CHK-3 SHL-3 on a phone, a saved address and map suggestions work, and going back leaves no suggestions', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await openAndWait(page, '/behaviours/address-autofill')
  await page.getByLabel('48 Foundry St').check()
  await expectAllWell('picked')
  await page.route('**/address-suggestions**', (route) => {
    const suggestion = (id: string) => ({ text: `${id} Pike Pl, Seattle, WA`, id, address: null })
    return route.fulfill({ json: { suggestions: ['1912', '1914'].map(suggestion), source: 'Google Maps' } })
  })
  await street(page).fill('1912 Pi')
  await options(page).first().waitFor()
  await page.getByText('Suggestions: Google Maps').waitFor()
  await expectAllWell('suggestions of the maps')
  await page.unroute('**/address-suggestions**')
  await goAndComeBack(page)
  await street(page).waitFor()
  expect(await options(page).count()).toBe(0)
  await street(page).fill('12 Elm St, Seatt')
  await options(page).first().waitFor()
  await close()
})
