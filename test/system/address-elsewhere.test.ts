import type { Page } from 'playwright'
import { test } from 'vitest'
import { chooseFirstDay, enterCard, pay } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { checkoutAtDate } from '../support/page-calls.ts'
import { openAndWait } from '../support/visit.ts'

const { visit, databasePath } = openShop('address-elsewhere')

/** Saves another street in another tab, as its shopper would. */
async function readdress(page: Page, token: string, street: string) {
  const other = await page.context().newPage()
  await openAndWait(other, `/checkout/${token}?step=address`)
  await other.getByLabel('Street Address 1').fill(street)
  await other.getByRole('button', { name: 'Continue to delivery date' }).click()
  await other.getByRole('button', { name: 'Continue to payment' }).waitFor()
  await other.close()
}

const told = (page: Page, street: string) =>
  page
    .getByRole('alert')
    .filter({ hasText: `This box now goes to ${street}, Seattle, WA 98101.` })
    .first()
    .waitFor()

const street = (page: Page) => page.getByLabel('Street Address 1')

async function confirmAddress(page: Page) {
  await page.getByRole('button', { name: 'Continue to delivery date' }).click()
  await chooseFirstDay(page)
}

test('PAY-8 PAY-20 a page whose address another tab changed shows the new one before a card or a wallet pays', async () => {
  const { page, expectAllWell, close } = await visit()
  const token = await checkoutAtDate(page, databasePath())
  await openAndWait(page, `/checkout/${token}?step=date`)
  await chooseFirstDay(page)
  await readdress(page, token, '400 Broad St')
  await pay(page, '4242424242424242')
  await told(page, '400 Broad St')
  await street(page).and(page.locator('[value="400 Broad St"]')).waitFor()
  await expectAllWell('the address of the other tab')
  await confirmAddress(page)

  await readdress(page, token, '325 5th Ave N')
  await page.getByRole('button', { name: 'Link' }).click()
  const sheet = page.getByRole('dialog', { name: 'Link' })
  await sheet.getByRole('button', { name: /^Pay \$/ }).click()
  await sheet.getByText('325 5th Ave N').waitFor()
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await told(page, '325 5th Ave N')
  await street(page).and(page.locator('[value="325 5th Ave N"]')).waitFor()
  await confirmAddress(page)
  await enterCard(page, '4242424242424242')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByText('325 5th Ave N').first().waitFor()
  await close()
})

test('CHK-9 PAY-8 a refused address stays to be corrected after a change of email, and is not shown as where the box goes', async () => {
  const { page, close } = await visit()
  const token = await checkoutAtDate(page, databasePath())
  await openAndWait(page, `/checkout/${token}?step=address`)
  await street(page).fill('PO Box 12')
  await page.getByRole('button', { name: 'Continue to delivery date' }).click()
  await street(page).and(page.locator('[aria-invalid]')).waitFor()
  await page.getByRole('link', { name: 'Edit email' }).click()
  await page.getByLabel('Email').press('Enter')
  await street(page).and(page.locator('[value="PO Box 12"]')).waitFor()
  await street(page).fill('400 Broad St')
  await confirmAddress(page)
  await page.locator('.checkout-done__lines', { hasText: '400 Broad St' }).waitFor()
  await close()
})
