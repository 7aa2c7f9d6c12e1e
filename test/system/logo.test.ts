import type { Page } from 'playwright'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { delayRequest } from '../support/delay-request.ts'
import { showLongestWords } from '../support/longest-words.ts'
import { openShop } from '../support/open-shop.ts'
import { fillBoxByCalls } from '../support/page-calls.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { controllersConnected, openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('logo')

const ALT = 'Droveway, meat from farms'

/** As wide and as high as a header shows it. */
const wideLogo = () =>
  sharp({ create: { width: 1_200, height: 250, channels: 4, background: '#2e4a38' } })
    .png()
    .toBuffer()

async function uploadLogo() {
  const staff = await visit({ viewport: SCREENS.phone })
  const { page } = staff
  await signInOnPage(page, 'staff@example.com')
  await openAndWait(page, '/staff/settings/logo')
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await wideLogo() }
  await page.getByLabel('Logo', { exact: true }).setInputFiles(file)
  await page.getByLabel('What it says').fill(ALT)
  await staff.expectAllWell('a logo to upload')
  await page.getByRole('button', { name: 'Preview the change' }).click()
  await page.getByRole('heading', { name: 'How it will look' }).waitFor()
  await staff.expectAllWell('the preview of a logo')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('img', { name: 'The logo so far' }).waitFor()
  await page.getByRole('button', { name: 'Preview the change' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Logo is now version 2.').waitFor()
  await staff.expectAllWell('a saved logo')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SCREENS.phone.width)
  await staff.close()
}

/** The logo's box, where the page starts below the header, and the overflow. */
const places = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
    const { left, top, width, height } = boxOf('.logo__picture')
    return {
      logo: [left, top, width, height].map(Math.round),
      main: Math.round(boxOf('main').top),
      overflow: document.documentElement.scrollWidth - innerWidth,
    }
  })

const naturalWidth = (page: Page) =>
  page.getByRole('img', { name: ALT }).evaluate((picture) => (picture as HTMLImageElement).naturalWidth)

test('STF-7 a logo is uploaded and previewed on a phone, and no page shifts while it loads', async () => {
  await uploadLogo()
  for (const width of [320, 390, 768, 1280]) {
    const shopper = await visit({ viewport: { width, height: 844 } })
    const { page } = shopper
    const checkout = `/checkout/${await fillBoxByCalls(page, databasePath())}`
    for (const path of ['/', checkout]) {
      const letGo = await delayRequest(page, '**/pictures/logo-*')
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      const before = await places(page)
      expect({ path, width, ...before }).toMatchObject({ path, width, overflow: 0 })
      letGo()
      await expect.poll(() => naturalWidth(page)).toBe(600)
      expect(await places(page)).toEqual(before)
    }
    await controllersConnected(page)
    await shopper.expectAllWell(`the checkout with a logo at ${width} px`)
    await shopper.close()
  }

  const { page, close } = await visit()
  await page.goto('/')
  await showLongestWords(page)
  const header = () => page.locator('.site-header').evaluate((it) => it.getBoundingClientRect().height)
  for (const width of [1_024, 1_200, 1_280, 1_920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await header(), `the header at ${width} px has one row`).toBeLessThan(80)
  }
  await close()
})
