import { expect, test } from 'vitest'
import { guestKey } from '#src/orders/guest-key.ts'
import { openShop } from '../support/open-shop.ts'
import { SESSION_SECRET } from '../support/processes.ts'
import { readShop } from '../support/shop-data.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('claim')

const PHOTO = 'public/pictures/close-angus-ribeye-480.webp'

test('ORD-9 on a phone: a shopper claims a delivered box with a photo they previewed first', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await signInOnPage(page, 'shopper@example.com')
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

/** One of the demo guests' boxes, delivered today. */
const guestsBox = () =>
  readShop(databasePath(), (db) => {
    const [box] = db.all<{ token: string }>(
      `update orders set state = 'delivered', arrival_on = '2026-11-20'
      where id = (select id from orders where user_id is null and state = 'paid' limit 1) returning token`,
    )
    if (!box) throw new Error('the demo has guests')
    return box.token
  })

test('ORD-9 GND-5 with scripts off a guest files a claim with a photo, through the link in the email', async () => {
  const { page, complaints, close } = await visit({ viewport: SCREENS.phone, javaScriptEnabled: false })
  const token = guestsBox()
  const key = guestKey({ sessionSecret: SESSION_SECRET }, token)
  await page.goto(`/account/orders/${token}/claims?key=${key}`)
  await page.locator('input[type=file]').first().setInputFiles('package.json')
  await page.getByText('Thawed', { exact: true }).click()
  await page.locator('input[name="lines[]"]:enabled').first().check()
  await page.getByRole('button', { name: 'Send it' }).click()
  await page.getByRole('alert').waitFor()
  await page.locator('input[type=file]').first().setInputFiles(PHOTO)
  await page.getByRole('button', { name: 'Send it' }).click()
  await page.getByText('Thank you for telling us.').waitFor()
  await page.getByText(/1 photo/).waitFor()
  await page.goto('/account')
  await page.waitForURL(/signin/) // the link opens the order, not an account
  expect(complaints).toEqual([])
  await close()
})
