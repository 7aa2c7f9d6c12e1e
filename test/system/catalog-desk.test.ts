import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('catalog-desk')

const VARIETY = 'grass-fed-ribeye'

const photo = () =>
  sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#7b2320' } })
    .jpeg()
    .toBuffer()

test('STF-5 staff upload a picture, crop it with the pointer, edit prices in bulk, import a file, and undo', async () => {
  const staff = await visit({ viewport: SCREENS.laptop })
  const { page } = staff
  await signInOnPage(page, 'staff@example.com')
  await openAndWait(page, `/staff/catalog/varieties/${VARIETY}/pictures`)
  await staff.expectAllWell('the pictures of a product')
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'ribeye.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await page.getByLabel('What it shows').fill('A ribeye on butcher paper')
  await page.getByRole('button', { name: 'Upload and crop' }).click()
  await page.getByRole('heading', { name: 'Crop the picture' }).waitFor()
  await staff.expectAllWell('a picture to crop')

  const stage = page.getByRole('img', { name: 'A ribeye on butcher paper' })
  const box = (await stage.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.25)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.9, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => page.getByLabel('Crop', { exact: true }).inputValue()).toBe('own')
  expect(Number(await page.getByLabel('Width, pixels').inputValue())).toBeGreaterThan(1_000)
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await page.getByText('Shoppers see the new picture now.').waitFor()
  await staff.expectAllWell('a replaced picture')
  await openAndWait(page, `/products/${VARIETY}`)
  await page.getByRole('img', { name: 'A ribeye on butcher paper' }).first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo this edit' }).click()
  await page.getByText(/^Undone: Picture of/).waitFor()

  await page.setViewportSize(SCREENS.phone)
  await openAndWait(page, '/staff/catalog?q=ribeye')
  await page
    .getByLabel(/^Choose /)
    .first()
    .check()
  await page
    .getByLabel(/^Choose /)
    .nth(1)
    .check()
  await page.getByRole('button', { name: 'Edit the checked' }).click()
  await page.getByText('2 offers chosen.').waitFor()
  await page.getByLabel('Percent').fill('10')
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.getByRole('button', { name: 'Change 2 items' }).waitFor()
  const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await widthOf()).toBe(SCREENS.phone.width)
  await staff.expectAllWell('a preview of many prices on a phone')
  await page.getByRole('button', { name: 'Change 2 items' }).click()
  await page.getByText('Done: Prices +10%, 2 items.').waitFor()
  await staff.expectAllWell('many prices changed')
  await page.getByRole('button', { name: 'Undo this edit' }).click()
  await page.getByText('Undone: Prices +10%.').waitFor()

  await openAndWait(page, '/staff/catalog/import')
  const file = JSON.stringify({ varieties: [{ slug: VARIETY, summary: 'From a file.' }] })
  await page
    .getByLabel('CSV or JSON')
    .setInputFiles({ name: 'catalog.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Show the differences' }).click()
  await page.getByRole('button', { name: 'Apply 1 difference' }).waitFor()
  expect(await widthOf()).toBe(SCREENS.phone.width)
  await staff.expectAllWell('the differences of a file on a phone')
  await page.getByRole('button', { name: 'Apply 1 difference' }).click()
  await page.getByText('Imported: 1 difference.').waitFor()
  await staff.close()
})
