import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { openShop } from '../support/open-shop.ts'
import { readShop } from '../support/shop-data.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { setTextSize } from '../support/text-size.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('passport')

const PHOTO = 'public/pictures/close-angus-ribeye-480.webp'
const RIBEYE = '/passport/three-larks-ranch/grass-fed-ribeye'

const starsOf = (email: string, slug: string) =>
  readShop(databasePath(), (db) =>
    db.all<{ score: number }>(
      `select score from ratings join users on users.id = user_id join varieties on varieties.id = variety_id
      where users.email = '${email}' and varieties.slug = '${slug}'`,
    ),
  )

test('COM-3 COM-4 BEH-20 on a phone: a delivered box is rated, then the passport works in large text and can be shared', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await signInOnPage(page, 'shopper@example.com')
  await openAndWait(page, '/account/orders')
  await page.getByRole('listitem').filter({ hasText: 'Delivered' }).first().getByRole('link').first().click()
  const stars = page.getByRole('group', { name: 'Your rating of' }).first()
  await stars.getByRole('button', { name: /^2 stars/ }).tap()
  await page.getByText(/You gave .* 2 stars/).waitFor()
  const star = await stars.getByRole('button').first().boundingBox()
  expect([star?.width, star?.height]).toEqual([44, 44])
  await expectAllWell('a line is rated')
  await stars.getByRole('button', { name: '2 stars, your rating. Press to clear it.' }).tap()
  await page.getByText(/Your stars for .* are gone/).waitFor()

  await openAndWait(page, '/passport')
  await page.getByRole('heading', { name: /farms in/ }).waitFor()
  await expectAllWell('the passport')
  await page.getByRole('link', { name: /^Family-run/ }).click()
  await page.waitForURL(/badge=Family-run/)
  await setTextSize(page, 32)
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
  await openAndWait(page, '/passport')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.locator('.copy__text').textContent()
  await expectAllWell('the passport is shared')
  await openAndWait(page, new URL(link ?? '').pathname)
  await page.getByRole('heading', { name: /farms in/ }).waitFor()
  await expectAllWell('a shared passport')
  await close()
})

test('COM-4 COM-9 GND-5 with scripts off: stars, notes and a review with a photo, which staff publish', async () => {
  const { page, complaints, close } = await visit({ viewport: SCREENS.phone, javaScriptEnabled: false })
  await page.goto('/signin')
  await page.getByLabel('Email').first().fill('shopper@example.com')
  await page.getByLabel('Password').first().fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
  await page.waitForURL(({ pathname }) => pathname !== '/signin')
  await page.goto(RIBEYE)
  await page.getByRole('button', { name: /^3 stars/ }).click()
  await page.getByText('You gave Grass-fed ribeye 3 stars.').waitFor()
  await page.getByRole('button', { name: '3 stars, your rating. Press to clear it.' }).click()
  await page.getByText('are gone').waitFor()
  expect(starsOf('shopper@example.com', 'grass-fed-ribeye')).toEqual([])
  await page.getByRole('button', { name: /^5 stars/ }).click()
  await page.getByLabel('How you cooked it').fill('Two minutes a side')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await page.getByText('Your notes are saved.').waitFor()
  await page.getByLabel('What should other shoppers know?').fill('Worth every <b>bite</b>')
  await page.locator('input[type=file]').first().setInputFiles(PHOTO)
  await page.getByRole('button', { name: 'Save review' }).click()
  await page.getByText('Thanks for your review!').waitFor()
  expect(complaints).toEqual([])
  await close()

  const desk = await visit({ viewport: SCREENS.laptop })
  await signInOnPage(desk.page, 'staff@example.com')
  await openAndWait(desk.page, '/staff/reviews')
  await desk.expectAllWell('the reviews that wait')
  await desk.page.getByRole('link', { name: /Grass-fed ribeye, by/ }).click()
  await desk.page.getByRole('button', { name: 'Publish' }).waitFor()
  await desk.expectAllWell('a review to decide')
  await desk.page.getByRole('button', { name: 'Publish' }).click()
  await desk.page.getByText('Published.').waitFor()
  await openAndWait(desk.page, '/products/grass-fed-ribeye')
  await desk.page.getByText('Worth every <b>bite</b>').waitFor()
  await desk.expectAllWell('a review on the product page')
  await desk.close()
})
