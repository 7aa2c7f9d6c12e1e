import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually, openWithClockStopped } from '../../support/page-clock.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('toasts')

const EXAMPLES = '/behaviours/toast'
const HOUR_MS = 3_600_000

const short = (page: Page) => page.locator('.notice', { hasText: 'goes away in two seconds' })
const lasting = (page: Page) => page.getByRole('complementary', { name: 'Shop announcement' })
const closeOf = (toast: ReturnType<typeof short>) => toast.getByRole('button', { name: 'Close this message' })

const fades = (toast: ReturnType<typeof short>) => toast.evaluate((element) => 'leaving' in element.dataset)

/** A toast's computed style. */
const styleOf = (toast: ReturnType<typeof short>) =>
  toast.evaluate((element) => {
    const { opacity, animationName, position } = getComputedStyle(element)
    return { opacity, animationName, position }
  })

/** Below the header, at the top right. */
async function expectTopRight(page: Page, { width, height }: { width: number; height: number }) {
  const place = (await short(page).boundingBox())!
  const header = (await page.getByRole('banner').boundingBox())!
  expect(place.x).toBeGreaterThan(0)
  expect(place.x + place.width).toBeGreaterThan(width * 0.85)
  expect(place.y).toBeGreaterThanOrEqual(header.y + header.height)
  expect(place.y).toBeLessThan(height / 4)
}

test('SHL-2 BEH-16 On a laptop a toast stays at the top right while hovered or focused; a closed one is gone after a reload', async () => {
  const { page, expectAllWell, close } = await visit()
  await openWithClockStopped(page, EXAMPLES)
  await expectTopRight(page, SCREENS.laptop)
  await short(page).hover()
  await page.clock.runFor(HOUR_MS)
  await closeOf(short(page)).focus()
  await page.mouse.move(5, 5)
  await page.clock.runFor(HOUR_MS)
  expect(await fades(short(page))).toBe(false)
  await short(page).hover()
  await closeOf(lasting(page)).focus()
  await page.clock.runFor(HOUR_MS)
  expect(await fades(short(page))).toBe(false)
  await page.mouse.move(5, 5)
  await page.clock.runFor(1_999)
  await page.clock.resume()
  await short(page).hover()
  await expectAllWell('toasts')

  await closeOf(lasting(page)).click()
  await lasting(page).waitFor({ state: 'detached' })
  await page.reload()
  await lasting(page).waitFor({ state: 'detached' })
  await expectAllWell('closed')
  await close()
})

test("SHL-2 BEH-16 On a phone a toast is at the top right; with reduced motion it's removed without fading", async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, reducedMotion: 'reduce' })
  await openWithClockStopped(page, EXAMPLES)
  await expectTopRight(page, SCREENS.phone)
  await short(page).hover()
  await page.clock.resume()
  await expectAllWell('toasts')
  await page.mouse.move(5, 400)
  await eventually(() => fades(short(page))).toBe(true)
  expect(await styleOf(short(page))).toMatchObject({ opacity: '1', animationName: 'none' })
  await short(page).waitFor({ state: 'detached' })
  await close()
})

test('BEH-16 A refusal shows over the page until Escape closes it', async () => {
  const { page, expectAllWell, close } = await visit()
  await page.goto('/shop/bison')
  const refusal = page.locator('#flash .notice--danger')
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('#shelf_cards form[action^="/cart/items/"]')
    const amount = form?.querySelector<HTMLInputElement>('input[name=quantity]')
    if (amount) amount.value = '9999'
    form?.requestSubmit()
  })
  await refusal.waitFor()
  await expectAllWell('refused')
  await closeOf(refusal).press('Escape')
  await refusal.waitFor({ state: 'detached' })
  await close()
})

test('SHL-3 BEH-16 A toast closed in another tab never shows in a page from the Turbo cache', async () => {
  const { page, complaints, close } = await visit()
  await page.goto(EXAMPLES)
  await page.getByRole('link', { name: 'All behaviors' }).click()
  await page.waitForURL(/\/behaviours$/)
  await page.getByRole('heading', { name: 'Behaviors', exact: true }).waitFor()
  const other = await page.context().newPage()
  await other.goto(EXAMPLES)
  await closeOf(lasting(other)).click()
  await other.close()

  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    const count = () => seen.push(document.querySelectorAll('.notice--lasting').length)
    addEventListener('turbo:render', () => requestAnimationFrame(count))
  })
  await page.goBack()
  await eventually(() => page.evaluate(() => (window as unknown as { seen: number[] }).seen)).toEqual([0])
  expect(new URL(page.url()).pathname).toBe(EXAMPLES)
  expect(await short(page).count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

test('GND-5 BEH-16 With scripts off the lasting toast is part of the page, without a dead button', async () => {
  const { page, close } = await visit({ javaScriptEnabled: false })
  await page.goto(EXAMPLES)
  await lasting(page).waitFor()
  expect(await styleOf(lasting(page))).toMatchObject({ position: 'static' })
  expect(await closeOf(lasting(page)).count()).toBe(0)
  await close()
})
