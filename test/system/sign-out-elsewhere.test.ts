import type { Page } from 'playwright'
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
  expect(await isCached(page, '/account')).toBe(true)
  const other = await page.context().newPage()
  await openAndWait(other, '/account')
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await other.waitForURL(({ pathname }) => pathname === '/')
  await expect.poll(() => isCached(page, '/account'), { timeout: 10_000 }).toBe(false)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  expect(await page.getByText('shopper@example.com').count()).toBe(0)
  await close()
})

type Cached = { Turbo: { session: { view: { snapshotCache: { has(address: URL): boolean } } } } }

const isCached = (page: Page, path: string) =>
  page.evaluate(
    (to) => (window as unknown as Cached).Turbo.session.view.snapshotCache.has(new URL(to, document.baseURI)),
    path,
  )
