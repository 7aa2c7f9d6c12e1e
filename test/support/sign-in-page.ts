import type { Page } from 'playwright'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { openAndWait } from './visit.ts'

/** Signs in to a demo account on the sign-in page, as people do. */
export async function signInOnPage(page: Page, email: string) {
  await openAndWait(page, '/signin')
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password').first().fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
  await page.waitForURL(({ pathname }) => pathname !== '/signin')
}
