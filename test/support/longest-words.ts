import type { Page } from 'playwright'

/** Fills in the longest header texts: signed in, with a first day that only expedited shipping reaches. */
export async function showLongestWords(page: Page) {
  await page.locator('.place__summary').click()
  await page.getByLabel('ZIP code').first().fill('98101')
  await page.keyboard.press('Enter')
  await page.getByText('as early as').first().waitFor()
  await page.evaluate(() => {
    document.querySelector('.site-header__account .account-link__word')!.textContent = 'Account'
    document.querySelector('.place__earliest')!.textContent = 'as early as Wed, Nov 25 (expedited +$12.00)'
  })
}
