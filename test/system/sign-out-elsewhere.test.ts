import { expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { openAndWait } from '../support/visit.ts'

const { visit } = openShop('sign-out-elsewhere')

test('R16 after signing out in another tab, Back shows no account page from before', async () => {
  const { page, close } = await visit()
  await signInOnPage(page, 'shopper@example.com')
  await openAndWait(page, '/account')
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Your orders' }).waitFor()
  const other = await page.context().newPage()
  await openAndWait(other, '/account')
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await other.waitForURL(({ pathname }) => pathname === '/')
  await page.waitForTimeout(3_500) // a page checks its connection every two seconds at most
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  expect(await page.getByText('shopper@example.com').count()).toBe(0)
  await close()
})
