import { expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { readShop } from '../support/shop-data.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('statements')

const FARM = 'three-larks-ranch'

/** The farm's first month with sales, once the server has posted the demo's orders. */
async function firstMonth(): Promise<string> {
  const find = () =>
    readShop(databasePath(), (db) =>
      db.all<{ month: string | null; waiting: number }>(
        `select min(period) as month, (select count(*) from unposted_orders) as waiting
        from farm_entries where farm_id = (select id from farms where slug = '${FARM}')`,
      ),
    )[0]
  await expect.poll(() => find()?.waiting, { timeout: 60_000 }).toBe(0)
  return find()?.month ?? ''
}

test("FRM-2 FRM-3 staff close a farm's month, pay it and correct the payout; the farm reads the statement on a phone", async () => {
  const month = await firstMonth()
  const staff = await visit({ viewport: SCREENS.laptop })
  const { page } = staff
  await signInOnPage(page, 'staff@example.com')
  await openAndWait(page, `/staff/statements?month=${month}`)
  await staff.expectAllWell('the farms of a month')
  await page.getByRole('link', { name: 'Three Larks Ranch' }).click()
  await page.getByRole('button', { name: /^Close / }).click()
  await page.getByText(/^Closed: \$/).waitFor()
  await page.getByLabel('Check number or bank reference').fill('ACH 1187')
  await page.getByLabel('Amount in dollars').fill('999999')
  await page.getByRole('button', { name: 'Record payout' }).click()
  await page.getByText(/^At most \$/).waitFor()
  expect(await page.getByLabel('Check number or bank reference').inputValue()).toBe('ACH 1187')
  await staff.expectAllWell('a payout that is too much')
  await page.getByLabel('Amount in dollars').fill('5.00')
  await page.getByRole('button', { name: 'Record payout' }).click()
  await page.getByText('Recorded: $5.00 to Three Larks Ranch.').waitFor()
  await page.locator('summary', { hasText: 'Correct' }).click()
  await page.getByLabel('What was wrong with it').fill('Sent to another farm')
  await page.getByRole('button', { name: 'Take $5.00 back' }).click()
  await page.getByText('Takes back ACH 1187').waitFor()
  await staff.expectAllWell('a corrected payout')
  await openAndWait(page, `/staff/farms/${FARM}/terms`)
  await staff.expectAllWell('the terms of a farm')
  await staff.close()

  const farmer = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await signInOnPage(farmer.page, 'vendor@example.com')
  await farmer.page.goto(`/vendor/${FARM}/statements`)
  await farmer.page.getByRole('row').last().getByRole('link').click()
  await farmer.page.getByText('Takes back ACH 1187').waitFor()
  const width = await farmer.page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(SCREENS.phone.width)
  await farmer.expectAllWell('the farm’s statement on a phone')
  await farmer.page.emulateMedia({ media: 'print' })
  expect(await farmer.page.getByRole('navigation', { name: 'Your farm' }).isVisible()).toBe(false)
  await farmer.close()
})
