import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { visitByTurbo } from '../../support/turbo-visits.ts'
import { controllersConnected, openAndWait } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('shell')

/** Eleven pages after the first. */
const WALK = Array.from({ length: 11 }, (_, index) => `/terms?nth=${index + 2}`)

test("SHL-1 Turbo caches ten pages: the eleventh back is fetched, the tenth isn't", async () => {
  const { page, expectAllWell, complaints, close } = await visit()
  await openAndWait(page, '/terms?nth=1')
  await expectAllWell('arrived')
  for (const path of WALK) await visitByTurbo(page, path)
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.headers().accept?.includes('text/html')) requests.push(pathname + search)
  })
  const go = async (pages: number, path: string) => {
    await page.evaluate((by) => history.go(by), pages)
    await eventually(() => page.url()).toMatch(new RegExp(`${path.replace('?', '\\?')}$`))
    await page.waitForFunction(() => !document.documentElement.hasAttribute('aria-busy'))
  }
  await go(-11, '/terms?nth=1')
  expect(requests).toEqual(['/terms?nth=1'])
  // When it was left, the last page replaced the second in the cache; the third is the oldest of ten.
  await go(2, '/terms?nth=3')
  expect(requests).toHaveLength(1)
  expect(complaints).toEqual([])
  await close()
})

test('SPD-8 SHL-1 scripts start after the first paint, and turbo:load still fires if the page had already loaded', async () => {
  const { page, complaints, close } = await visit()
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(window, { told })
    addEventListener('turbo:load', () => told.push('turbo:load'))
    addEventListener('load', () => told.push('load'))
    const { observe } = PerformanceObserver.prototype
    PerformanceObserver.prototype.observe = function (options) {
      const tell = () => observe.call(this, options)
      if (options?.type === 'paint') addEventListener('load', () => setTimeout(tell))
      else tell()
    }
  })
  await page.goto('/')
  await controllersConnected(page)
  expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([
    'load',
    'turbo:load',
  ])
  expect(complaints).toEqual([])
  await close()
})

describe('SHL-1 the menu below 1024 px', () => {
  const menu = (page: Page) => page.locator('#site_nav')

  async function openMenu(page: Page) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await menu(page).getByRole('link', { name: 'Beef', exact: true }).waitFor()
  }

  /** Touches the open sheet, drags it this far right and down, and lifts. */
  async function swipe(page: Page, across: number, down = 0) {
    const hand = await page.context().newCDPSession(page)
    const from = { x: 200, y: 620 }
    const steps = 4
    await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
    for (let step = 1; step <= steps; step++) {
      const at = { x: from.x + (across * step) / steps, y: from.y + (down * step) / steps }
      await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] })
    }
    await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  test('SHL-1 SHL-3 Only a left swipe of at least 75 px closes it and restores page and focus, even after visits and going back', async () => {
    const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
    await page.goto('/')
    await openMenu(page)
    for (const [across, down] of [
      [150, 0],
      [-80, -200],
      [-74, 0],
    ] as const) {
      await swipe(page, across, down)
      expect(await menu(page).isVisible()).toBe(true)
    }
    await swipe(page, -75)
    await menu(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.querySelector<HTMLElement>('main')?.inert)).toBe(false)
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Menu')
    await expectAllWell('swiped away')

    await openMenu(page)
    await menu(page).getByRole('link', { name: 'Beef', exact: true }).click()
    await page.waitForURL('**/shop/beef')
    await page.getByRole('heading', { level: 1, name: 'Beef' }).waitFor()
    await menu(page).waitFor({ state: 'hidden' })
    await page.goBack()
    await page.locator('#block_title').waitFor()
    await menu(page).waitFor({ state: 'hidden' })
    await controllersConnected(page)
    await openMenu(page)
    await swipe(page, -75)
    await menu(page).waitFor({ state: 'hidden' })
    await close()
  })

  test("SHL-1 The header stays in view where it leaves room to read, and scrolls away where it doesn't", async () => {
    const { page, close } = await visit({ viewport: SCREENS.phone })
    await openAndWait(page, '/shop')
    const bottomAfterScroll = async (height: number) => {
      await page.setViewportSize({ ...SCREENS.phone, height })
      await page.evaluate(() => window.scrollTo(0, 600))
      return page.evaluate(() => document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0)
    }
    expect(await bottomAfterScroll(800)).toBeGreaterThan(0)
    expect(await bottomAfterScroll(360)).toBeLessThanOrEqual(0)
    await close()
  })
})
