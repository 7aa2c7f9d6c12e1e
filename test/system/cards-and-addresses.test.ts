import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { bank } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { signUpByCall } from '../support/page-calls.ts'
import { controllersConnected } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('cards-and-addresses')

const isAccount = ({ pathname }: URL) => pathname === '/account'

/** A new user, signed in on their account page. */
async function newcomer(email: string, options: Parameters<typeof visit>[0] = {}) {
  const visitor = await visit(options)
  const { page } = visitor
  await signUpByCall(page, email)
  await page.goto('/account')
  if (options.javaScriptEnabled !== false) await controllersConnected(page)
  return visitor
}

/** Types as a person does: the fields advance when a part is full. */
async function typeCard(page: Page, number: string) {
  const field = page.getByRole('textbox', { name: 'Card number' })
  await field.fill('')
  await field.pressSequentially(number)
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('1234')
  await page.getByRole('textbox', { name: 'Security code' }).fill('123')
}

const saveCard = (page: Page) => page.getByRole('button', { name: 'Save card' })
const cards = (page: Page) => page.locator('#account_cards .place-line')
const defaultCard = (page: Page) => cards(page).filter({ hasText: 'default' }).locator('p').first()

test('CHK-10 SET-1 on a phone cards are added, one with a bank challenge, made default and removed', async () => {
  const { page, complaints, expectAllWell, close } = await newcomer('gus@example.com', {
    viewport: SCREENS.phone,
  })
  await page.getByRole('link', { name: 'Add a card' }).click()
  await page.getByRole('textbox', { name: 'Card number' }).waitFor()
  await expectAllWell('a form for a card')
  expect(await saveCard(page).isVisible()).toBe(false)

  await typeCard(page, '4000000000000002')
  await saveCard(page).click()
  const sorry =
    "Your card was declined. Sorry, we weren't able to update your credit card information. Please try again."
  await page.getByRole('alert').filter({ hasText: sorry }).waitFor()
  await expectAllWell('a refused card')

  await typeCard(page, '5555555555554444')
  await saveCard(page).dblclick()
  await page.waitForURL(isAccount)
  await page.getByText('Your card is saved.').waitFor()
  await expect.poll(() => cards(page).count()).toBe(1)
  await expect.poll(() => defaultCard(page).innerText()).toMatch(/^Mastercard ending in 4444/)
  await expectAllWell('a card')

  await page.getByRole('link', { name: 'Add a card' }).click()
  await typeCard(page, '4000002500003155')
  await saveCard(page).click()
  await bank(page).asks()
  await bank(page).refuse()
  await typeCard(page, '4000002500003155')
  await saveCard(page).click()
  await bank(page).asks()
  await bank(page).agree()
  await page.waitForURL(isAccount)
  await expect.poll(() => cards(page).count()).toBe(2)
  await expect.poll(() => defaultCard(page).innerText()).toMatch(/^Mastercard/)

  const visa = cards(page).filter({ hasText: 'Visa ending in 3155' })
  await visa.getByRole('button', { name: /^Make default/ }).click()
  await page.getByText('Visa ending in 3155 is now your default card.').waitFor()
  await expect.poll(() => defaultCard(page).innerText()).toMatch(/^Visa/)
  await visa.getByRole('button', { name: /^Remove/ }).press('Enter')
  await page.getByText('Visa ending in 3155 has been removed.').waitFor()
  await expect.poll(() => cards(page).count()).toBe(1)
  await expect.poll(() => defaultCard(page).innerText()).toMatch(/^Mastercard/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cards')
  expect(complaints).toEqual([])
  await close()
})

async function addAddress(page: Page, name: string, street: string) {
  const part = page.locator('#account_addresses')
  await part.getByText('Add an address').click()
  const fold = part.locator('details').last()
  await fold.getByLabel('Full Name').fill(name)
  await fold.getByLabel('Street Address 1').fill(street)
  await fold.getByLabel('City').fill('Seattle')
  await fold.getByLabel('State').selectOption('WA')
  await fold.getByLabel('Zip Code').fill('98101')
  await fold.getByLabel('Phone Number').fill('206 555 0142')
  await fold.getByRole('button', { name: 'Save address' }).click()
}

test('SET-1 an address is added with its city and state filled in, edited in place and removed', async () => {
  const { page, expectAllWell, close } = await newcomer('ivy@example.com')
  const part = page.locator('#account_addresses')
  const summary = part.getByText('Add an address')
  await summary.click()
  const fold = part.locator('details').last()
  await expectAllWell('a form for an address')
  await fold.getByLabel('Full Name').fill('Ivy Lund')
  await fold.getByLabel('Street Address 1').fill('PO Box 7')
  await fold.getByLabel('Zip Code').fill('98101')
  await expect.poll(() => fold.getByLabel('City').inputValue()).toBe('Seattle')
  expect(await fold.getByLabel('State').inputValue()).toBe('WA')
  await fold.getByLabel('Phone Number').pressSequentially('2065550142')
  await fold.getByRole('button', { name: 'Save address' }).click()
  await fold.getByText('looks like a PO Box').waitFor()
  expect(await fold.getByLabel('Phone Number').inputValue()).toBe('(206) 555-0142')
  await expectAllWell('a refused address')
  await fold.getByLabel('Street Address 1').fill('500 Pine St')
  await fold.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Your address is saved.').waitFor()
  const line = part.locator('.place-line')
  await expect.poll(() => line.count()).toBe(1)
  await expect.poll(() => fold.getAttribute('open')).toBeNull()
  await summary.click()
  expect(await fold.getByLabel('Street Address 1').inputValue()).toBe('')
  await summary.click()

  await line.getByText('Edit').click()
  await line.getByLabel('Street Address 2').fill('Apt 4')
  await line.getByRole('button', { name: 'Save address' }).press('Enter')
  await line.getByText('500 Pine St, Apt 4, Seattle, WA 98101').waitFor()
  await expectAllWell('an address')
  await line.getByRole('button', { name: /^Remove/ }).click()
  await part.getByText('No saved addresses yet.').waitFor()
  await close()
})

test('SET-1 unsaved edits to one address survive an action on another', async () => {
  const { page, complaints, close } = await newcomer('kit@example.com')
  const part = page.locator('#account_addresses')
  for (const street of ['500 Pine St', '12 Elm St']) {
    await addAddress(page, 'Kit Lund', street)
    await part.getByText(street, { exact: false }).first().waitFor()
  }
  const [first, second] = [part.locator('.place-line').nth(0), part.locator('.place-line').nth(1)]
  await first.getByText('Edit').click()
  await first.getByLabel('City').fill('Tacoma')
  const edited = first.locator('input[name=delivery_city]')
  const id = await edited.getAttribute('id')
  await second.getByRole('button', { name: /^Make default/ }).click()
  await page.getByText("That's your default address now.").waitFor()
  await expect.poll(() => part.locator('.place-line').first().innerText()).toContain('default')
  await expect.poll(() => page.locator(`[id="${id}"]`).inputValue()).toBe('Tacoma')
  expect(await page.locator(`[id="${id}"]`).isVisible()).toBe(true)
  expect(await part.locator('details[open]').count()).toBe(1)

  await page
    .locator('.place-line', { has: page.locator(`[id="${id}"]`) })
    .getByRole('button', { name: 'Save' })
    .click()
  await part.getByText('Tacoma, WA').waitFor()
  await expect.poll(() => part.locator('details[open]').count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

test('CHK-10 SET-1 GND-5 with scripts off addresses can be managed, and adding a card says that it needs JavaScript', async () => {
  const { page, complaints, close } = await newcomer('jon@example.com', { javaScriptEnabled: false })
  const part = page.locator('#account_addresses')
  for (const street of ['500 Pine St', '12 Elm St']) {
    await addAddress(page, 'Jon Lund', street)
    await page.getByText('Your address is saved.').waitFor()
  }
  await part.getByRole('button', { name: /^Make default/ }).click()
  await page.getByText("That's your default address now.").waitFor()
  expect(await part.locator('.place-line').first().innerText()).toContain('12 Elm St')
  await page.getByRole('link', { name: 'Add a card' }).click()
  await page.waitForURL('**/account/cards/new')
  await page.getByText(/Adding a card needs JavaScript/).waitFor()
  expect(await saveCard(page).isVisible()).toBe(false)
  expect(complaints).toEqual([])
  await close()
})
