import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { signInPage } from '../support/signed-in-page.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('farms')

const pathOf = (page: Page) => new URL(page.url()).pathname
const followed = (page: Page) => page.locator('.farm-hero .follow__button').getAttribute('aria-pressed')

test('COM-1 COM-2 BEH-21 on a phone a shopper filters the farms, opens one and follows it', async () => {
  const ana = await visit({ viewport: SCREENS.phone })
  const { page } = ana
  await openAndWait(page, '/')
  await signInPage(page, databasePath(), 'shopper@example.com')
  await openAndWait(page, '/shop-farms')
  await ana.expectAllWell('the farms')
  await page.getByRole('checkbox', { name: /^Organic/ }).check()
  await expect.poll(() => page.locator('.farm-list__farm').count()).toBe(2)
  await expect.poll(() => page.url()).toContain('?badge=Organic')
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Organic')
  await ana.expectAllWell('organic farms')
  await page.goBack()
  await expect.poll(() => page.locator('.farm-list__farm').count()).toBe(24)
  await page.getByRole('link', { name: 'Dovetail Farm', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Dovetail Farm' }).waitFor()
  await ana.expectAllWell('a farm')
  expect(await followed(page)).toBe('false')
  const saved = page.waitForResponse((response) => response.url().includes('/v1/follow_farm/'))
  await page.locator('.farm-hero .follow__button').click()
  await expect.poll(() => followed(page)).toBe('true')
  await saved // the button shows it before
  await openAndWait(page, '/farms/dovetail-farm')
  expect(await followed(page)).toBe('true')
  await ana.close()
})

test('COM-1 COM-2 with scripts off, badges, farm and follow work as forms and links', async () => {
  const ana = await visit({ viewport: SCREENS.phone, javaScriptEnabled: false })
  const { page } = ana
  await page.goto('/')
  await signInPage(page, databasePath(), 'other@example.com')
  await page.goto('/shop-farms')
  await page.getByRole('checkbox', { name: /^Organic/ }).check()
  await page.getByRole('button', { name: 'Show these farms' }).click()
  await expect.poll(() => page.locator('.farm-list__farm').count()).toBe(2)
  await page.getByRole('link', { name: 'Dovetail Farm', exact: true }).click()
  await page.locator('.farm-hero .follow__button').click()
  await page.getByText('You follow Dovetail Farm.').waitFor()
  expect(pathOf(page)).toBe('/farms/dovetail-farm')
  expect(await followed(page)).toBe('true')
  await page.goto('/videos/ten-minutes-to-ice')
  await page.getByText('Read it instead').click()
  await page.getByText('Bled and on ice within ten minutes.').waitFor()
  await ana.close()
})

test('COM-5 BEH-24 a video opens over the list at its own URL, and back, forward, Escape, close and a direct visit work', async () => {
  const ana = await visit({ viewport: SCREENS.phone })
  const { page } = ana
  const dialog = page.getByRole('dialog')
  await openAndWait(page, '/videos')
  await ana.expectAllWell('the videos')
  const link = page.getByRole('link', { name: 'Ten minutes to ice' })
  await link.click()
  await dialog.getByRole('heading', { name: 'Ten minutes to ice' }).waitFor()
  await expect.poll(() => pathOf(page)).toBe('/videos/ten-minutes-to-ice')
  expect(await page.title()).toContain('Ten minutes to ice')
  expect(
    await page.locator('video').evaluate((video: HTMLVideoElement) => [video.paused, video.networkState]),
  ).toEqual([true, await page.evaluate(() => HTMLMediaElement.NETWORK_IDLE)])
  await ana.expectAllWell('a video')
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  expect(pathOf(page)).toBe('/videos')
  const isLinkFocused = () => link.evaluate((element) => element === document.activeElement)
  await expect.poll(isLinkFocused).toBe(true)
  expect(await page.title()).toContain('Videos')

  await page.goForward()
  await dialog.waitFor()
  expect(pathOf(page)).toBe('/videos/ten-minutes-to-ice')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => pathOf(page)).toBe('/videos')
  await expect.poll(isLinkFocused).toBe(true)

  await openAndWait(page, '/videos/first-light-in-choteau')
  await dialog.getByRole('heading', { name: 'First light in Choteau' }).waitFor()
  await dialog.getByRole('link', { name: 'Visit Three Larks Ranch' }).click()
  await page.getByRole('heading', { level: 1, name: 'Three Larks Ranch' }).waitFor()
  await page.goBack()
  await dialog.getByRole('heading', { name: 'First light in Choteau' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => pathOf(page)).toBe('/videos')
  await ana.close()
})
