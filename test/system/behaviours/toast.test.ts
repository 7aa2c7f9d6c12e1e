import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually, openStill } from '../../support/page-clock.ts'
import { SCREENS, type Visitor } from '../../support/visitor.ts'

const { visit } = openShop('toasts')

const EXAMPLES = '/behaviours/toast'
const COOKIE = 'visibility-example-of_2026'
const HOUR_MS = 3_600_000

const short = (page: Page) => page.locator('.notice', { hasText: 'goes away in two seconds' })
const long = (page: Page) => page.locator('.notice', { hasText: 'stays a little longer' })
const lasting = (page: Page) => page.getByRole('complementary', { name: 'Shop announcement' })
const closeOf = (toast: ReturnType<typeof short>) => toast.getByRole('button', { name: 'Close this message' })

const fades = (toast: ReturnType<typeof short>) => toast.evaluate((element) => 'leaving' in element.dataset)

const cookieOf = async ({ page }: Visitor) =>
  (await page.context().cookies()).find(({ name }) => name === COOKIE)

describe('SHL-2 toasts that leave by themselves', () => {
  test('SHL-2 BEH-16 one shows for 2000 ms, then fades, and closes 1000 ms later', async () => {
    const { page, complaints, close } = await visit()
    await openStill(page, EXAMPLES)
    await page.clock.runFor(1_999)
    expect(await fades(short(page))).toBe(false)
    await page.clock.runFor(1)
    expect(await fades(short(page))).toBe(true)
    await page.clock.runFor(999)
    expect(await short(page).count()).toBe(1)
    await page.clock.runFor(1)
    expect(await short(page).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('SHL-2 another fades at its own timeout, and closes 1000 ms later as well', async () => {
    const { page, close } = await visit()
    await openStill(page, EXAMPLES)
    await page.clock.runFor(5_999)
    expect(await fades(long(page))).toBe(false)
    await page.clock.runFor(1)
    expect(await fades(long(page))).toBe(true)
    await page.clock.runFor(999)
    expect(await long(page).count()).toBe(1)
    await page.clock.runFor(1)
    expect(await long(page).count()).toBe(0)
    await close()
  })

  test.each(Object.entries(SCREENS))('SHL-2 it stands at the top right of a %s', async (_, viewport) => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await openStill(page, EXAMPLES)
    const place = (await short(page).boundingBox())!
    const header = (await page.getByRole('banner').boundingBox())!
    expect(place.x).toBeGreaterThan(0)
    expect(place.x + place.width).toBeGreaterThan(viewport.width * 0.85)
    expect(place.y).toBeGreaterThanOrEqual(header.y + header.height)
    expect(place.y).toBeLessThan(viewport.height / 4)
    await page.clock.resume()
    await expectAllWell('toasts')
    await close()
  })

  test('BEH-16 not while the pointer or the focus is on it; then it takes its time anew', async () => {
    const { page, close } = await visit()
    await openStill(page, EXAMPLES)
    await short(page).hover()
    await page.clock.runFor(HOUR_MS)
    expect(await fades(short(page))).toBe(false)
    await closeOf(short(page)).focus()
    await page.mouse.move(5, 5)
    await page.clock.runFor(HOUR_MS)
    expect(await fades(short(page))).toBe(false)
    await short(page).hover()
    await closeOf(lasting(page)).focus()
    await page.clock.runFor(HOUR_MS)
    expect(await fades(short(page))).toBe(false)
    await page.mouse.move(5, 5)
    await page.clock.runFor(2_000)
    expect(await fades(short(page))).toBe(true)
    await short(page).hover()
    await page.clock.runFor(HOUR_MS)
    expect(await fades(short(page))).toBe(false)
    await close()
  })

  test('BEH-16 a refusal waits to be closed, by button or Escape', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.clock.install()
    await page.goto('/shop')
    const refusal = page.locator('#flash .notice--danger')
    for (const leave of [() => closeOf(refusal).click(), () => closeOf(refusal).press('Escape')]) {
      await page.evaluate(() => {
        const form = document.querySelector<HTMLFormElement>('#shelf_cards form[action^="/cart/items/"]')
        const amount = form?.querySelector<HTMLInputElement>('input[name=quantity]')
        if (amount) amount.value = '9999'
        form?.requestSubmit()
      })
      await refusal.waitFor()
      await page.clock.fastForward(HOUR_MS)
      expect(await fades(refusal)).toBe(false)
      await expectAllWell('refused')
      await leave()
      expect(await refusal.count()).toBe(0)
    }
    await close()
  })

  test('BEH-16 with reduced motion nothing fades: it is there, and then it is not', async () => {
    const { page, close } = await visit({ reducedMotion: 'reduce' })
    await openStill(page, EXAMPLES)
    await page.clock.runFor(2_999)
    const style = await short(page).evaluate((element) => {
      const { opacity, animationName } = getComputedStyle(element)
      return { opacity, animationName }
    })
    expect(style).toEqual({ opacity: '1', animationName: 'none' })
    await page.clock.runFor(1)
    expect(await short(page).count()).toBe(0)
    await close()
  })
})

describe('BEH-16 a toast that lasts', () => {
  test('BEH-16 SHL-2 it never leaves by itself; closed, it is hidden from this browser for 365 days', async () => {
    const visitor = await visit()
    const { page, expectAllWell, close } = visitor
    await openStill(page, EXAMPLES)
    await page.clock.runFor(24 * HOUR_MS)
    expect(await lasting(page).isVisible()).toBe(true)
    expect(await cookieOf(visitor)).toBeUndefined()
    await page.clock.resume()
    await closeOf(lasting(page)).click()
    expect(await lasting(page).count()).toBe(0)

    const cookie = await cookieOf(visitor)
    expect(cookie).toMatchObject({ value: 'hidden', path: '/', sameSite: 'Lax' })
    const setAt = await page.evaluate(() =>
      fetch('/').then(({ headers }) => Date.parse(headers.get('date')!)),
    )
    expect(Math.round((cookie!.expires - setAt / 1_000) / 3_600)).toBe(365 * 24)

    const html = await (await page.request.get(EXAMPLES)).text()
    expect(html).not.toContain('Shop announcement')
    await page.reload()
    expect(await lasting(page).count()).toBe(0)
    await expectAllWell('closed')
    await close()

    const other = await visit()
    await other.page.goto(EXAMPLES)
    expect(await lasting(other.page).isVisible()).toBe(true)
    await other.close()
  })

  test('SHL-3 BEH-16 closed in another tab, it is not in a page that Turbo kept, not for a moment', async () => {
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

  test('BEH-16 a token that is none makes no cookie', async () => {
    const { page, close } = await visit()
    await page.goto(EXAMPLES)
    await lasting(page).evaluate((toast) => {
      toast.dataset.toastTokenValue = 'a=b; path=/x'
    })
    await closeOf(lasting(page)).click()
    expect(await page.evaluate(() => document.cookie)).not.toContain('visibility')
    await close()
  })

  test("BEH-16 without a message there is no toast: 'message is required'", async () => {
    const { page, complaints, close } = await visit()
    await page.goto(EXAMPLES)
    await lasting(page).evaluate((toast) => {
      const empty = toast.cloneNode(true) as HTMLElement
      empty.id = 'empty'
      empty.querySelector('p')!.textContent = ' '
      toast.after(empty)
    })
    await eventually(() => complaints.join()).toContain('message is required')
    expect(await page.locator('#empty').count()).toBe(0)
    await close()
  })

  test('GND-5 BEH-16 with scripts off it stands in the page, and shows no button that does nothing', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto(EXAMPLES)
    await lasting(page).waitFor()
    expect(await lasting(page).evaluate((toast) => getComputedStyle(toast).position)).toBe('static')
    expect(await closeOf(lasting(page)).count()).toBe(0)
    await close()
  })
})
