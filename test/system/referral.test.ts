import { expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { fillBoxByCalls } from '../support/page-calls.ts'
import { signInPage } from '../support/signed-in-page.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('referral')

test('REF-1 BEH-22 on a phone a shopper copies the link, and a friend who follows it pays $25 less', async () => {
  const ana = await visit({ viewport: SCREENS.phone, permissions: ['clipboard-read', 'clipboard-write'] })
  await openAndWait(ana.page, '/')
  await signInPage(ana.page, databasePath(), 'shopper@example.com')
  await openAndWait(ana.page, '/refer')
  await ana.expectAllWell('the link')
  await ana.page.getByRole('button', { name: /copy/i }).click()
  await expect.poll(() => ana.page.evaluate(() => navigator.clipboard.readText())).toContain('/r/')
  const link = await ana.page.evaluate(() => navigator.clipboard.readText())
  await ana.page.getByLabel("Your friend's email").fill('fern@example.net')
  await ana.page.getByRole('button', { name: 'Send the invitation' }).click()
  await ana.page.getByText('fern@example.net').waitFor()
  await ana.expectAllWell('a friend invited')
  await ana.close()

  const fern = await visit({ viewport: SCREENS.phone })
  await openAndWait(fern.page, new URL(link).pathname)
  await fern.page.getByRole('heading', { name: /gives you \$25 off/ }).waitFor()
  await fern.expectAllWell('the friend’s page')
  await fillBoxByCalls(fern.page, databasePath())
  await openAndWait(fern.page, '/cart')
  const code = new URL(link).pathname.replace('/r/', '')
  await expect.poll(() => fern.page.locator('[name=text_entered]').inputValue()).toBe(code)
  await fern.page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect.poll(() => fern.page.locator('#cart_summary .sums').innerText()).toContain('−$25.00')
  await fern.expectAllWell('the cheaper box')
  await fern.close()
})
