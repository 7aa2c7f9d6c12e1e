import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { openShop } from '../support/open-shop.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('claim')

const PHOTO = 'public/pictures/close-angus-ribeye-480.webp'

test('ORD-9 on a phone: a delivered box is claimed with a photo that was looked at first', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await openAndWait(page, '/signin')
  await page.getByLabel('Email').first().fill('shopper@example.com')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/signin')
  await openAndWait(page, '/account/orders')
  await page.getByRole('listitem').filter({ hasText: 'Delivered' }).first().getByRole('link').first().click()
  await page.getByRole('link', { name: 'Tell us what went wrong' }).click()
  await page.waitForURL(/\/claims$/)
  await page.getByText('Damaged', { exact: true }).click()
  await page.locator('input[name="lines[]"]:enabled').first().check()
  const [first, second] = [page.locator('input[type=file]').nth(0), page.locator('input[type=file]').nth(1)]
  await first.setInputFiles(PHOTO)
  await page.locator('.photo-slot__preview').first().waitFor()
  await second.setInputFiles(PHOTO)
  const remove = page.getByRole('button', { name: 'Remove photo 2' })
  const box = await remove.boundingBox()
  expect([box?.width, box?.height]).toEqual([48, 48])
  await expectAllWell('two photos are chosen')
  await remove.click()
  await remove.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Send it' }).click()
  await page.getByText(/arrived damaged.*1 photo/).waitFor()
  await expectAllWell('the claim is sent')
  await close()
})
