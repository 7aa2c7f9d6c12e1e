import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { bank, fillBox, signInMidway } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { controllersConnected } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('saved-card')

const ANA = 'shopper@example.com'

async function addCard(page: Page, number: string) {
  await page.goto('/account/cards/new')
  const field = page.getByRole('textbox', { name: 'Card number' })
  await field.pressSequentially(number)
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('1234')
  await page.getByRole('textbox', { name: 'Security code' }).fill('123')
  await page.getByRole('button', { name: 'Save card' }).click()
}

const steps = (page: Page) =>
  page
    .locator('.checkout-step')
    .evaluateAll((panels) => panels.map((panel) => panel.getAttribute('data-state')))

test('PAY-20 signed in with a saved card: from the cart to the confirmation in two clicks, or with a bank challenge', async () => {
  const { page, complaints, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await fillBox(page)
  await signInMidway(page, ANA)
  expect(await steps(page)).toEqual(['done', 'done', 'open'])
  await addCard(page, '4242424242424242')
  await page.getByText('Your card is saved.').waitFor()
  await addCard(page, '4000002760003184')
  await bank(page).asks()
  await bank(page).agree()
  await page.getByText('Your card is saved.').waitFor()

  await page.goto('/cart')
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.getByRole('radio', { name: /Visa ending in 4242/, checked: true }).waitFor()
  await controllersConnected(page)
  await expectAllWell('payment step with saved cards')
  await page.setViewportSize(SCREENS.laptop)
  await expectAllWell('payment step with saved cards on a laptop')
  await page.setViewportSize(SCREENS.phone)

  await page.getByRole('radio', { name: 'A new card' }).check()
  await page.getByRole('textbox', { name: 'Card number' }).waitFor()
  await expectAllWell('a new card beside saved ones')

  await page.getByRole('radio', { name: /Visa ending in 3184/ }).check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await bank(page).asks()
  await bank(page).refuse()
  await expectAllWell('a saved card that the bank refused')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await bank(page).asks()
  await bank(page).agree()
  await page.waitForURL(/\/confirmation$/)
  await page.getByText('Visa ending in 3184').waitFor()

  await fillBox(page)
  await page.getByRole('button', { name: /^Pay \$/ }).dblclick()
  await page.waitForURL(/\/confirmation$/)
  await page.getByText('Visa ending in 4242').waitFor()
  expect(complaints).toEqual([])
  await close()
})
