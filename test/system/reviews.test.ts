import { expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('reviews')

test("COM-9 a farm answers a review, a shopper on a phone reports it, and it's hidden until staff keep it", async () => {
  const farmer = await visit({ viewport: SCREENS.phone })
  await signInOnPage(farmer.page, 'vendor@example.com')
  await openAndWait(farmer.page, '/vendor/three-larks-ranch/reviews')
  const first = farmer.page.getByRole('region', { name: /^Review of / }).first()
  const words = (await first.locator('.review__words').first().innerText()).trim()
  const product = await first.getByRole('link').first().getAttribute('href')
  await first.locator('summary').click()
  await first.getByLabel('Your answer').fill('Thank you. The herd is on the north hill now.')
  await farmer.expectAllWell('a farm’s answer being written')
  await first.getByRole('button', { name: 'Save answer' }).click()
  await first.locator('.review__answer', { hasText: 'The herd is on the north hill now.' }).waitFor()

  const shopper = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await signInOnPage(shopper.page, 'other@example.com')
  await openAndWait(shopper.page, `${product}/reviews`)
  const review = shopper.page.getByRole('listitem').filter({ hasText: words })
  await review.getByText('The herd is on the north hill now.').waitFor()
  await shopper.expectAllWell('an answered review')
  await review.getByRole('link', { name: /^Report/ }).tap()
  await shopper.page.getByRole('radio').first().check()
  await shopper.page.getByLabel('Anything to add?').fill(`It names my neighbor. ${'W'.repeat(300)}`)
  await shopper.expectAllWell('a report')
  await shopper.page.getByRole('button', { name: 'Report it' }).tap()
  await shopper.page
    .getByRole('status')
    .filter({ hasText: /read it|hid/i })
    .waitFor()
  await openAndWait(shopper.page, `${product}/reviews`)
  expect(await shopper.page.getByText(words).count()).toBe(0)

  const staff = await visit({ viewport: SCREENS.phone })
  await signInOnPage(staff.page, 'staff@example.com')
  await openAndWait(staff.page, '/staff/reviews')
  await staff.page.getByRole('link', { name: 'Reported' }).click()
  await staff.page.waitForURL(/queue=reported/)
  await staff.page.locator('.flag-list').getByRole('link').first().click()
  await staff.page.getByText('It names my neighbor.').waitFor()
  await staff.expectAllWell('a reported review')
  expect(await staff.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await staff.page.getByRole('button', { name: 'Keep it' }).click()
  await staff.page.getByRole('status').filter({ hasText: 'Published.' }).waitFor()

  await openAndWait(shopper.page, `${product}/reviews`)
  await shopper.page.getByText(words).waitFor()
  for (const visitor of [farmer, shopper, staff]) await visitor.close()
})
