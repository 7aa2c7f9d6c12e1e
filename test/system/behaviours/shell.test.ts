import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { holdBack } from '../../support/delay-request.ts'
import { openShop } from '../../support/open-shop.ts'
import { eventually, openStill } from '../../support/page-clock.ts'
import { visitByTurbo } from '../../support/turbo-visits.ts'
import { come } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('shell')

describe('SHL-1 visits', () => {
  test('SHL-1 a progress bar shows when a page has taken 500 ms, and goes when it is there', async () => {
    const { page, expectAllWell, close } = await visit()
    await openStill(page, '/')
    const letGo = await holdBack(page, '**/terms')
    const bar = page.locator('.turbo-progress-bar')
    const asked = page.waitForRequest('**/terms')
    await page.getByRole('link', { name: 'Terms of service' }).click()
    await asked
    await page.clock.runFor(499)
    expect(await bar.count()).toBe(0)
    await page.clock.runFor(1)
    expect(await bar.count()).toBe(1)
    await page.clock.resume()
    await bar.waitFor()
    letGo()
    await page.waitForURL('**/terms')
    await bar.waitFor({ state: 'detached' })
    await expectAllWell('arrived')
    await close()
  })

  /** Eleven pages, and one that is left for them. */
  const WALK = [
    '/shop',
    '/shop/beef',
    '/shop/pork',
    '/shop/lamb',
    '/shop/bison',
    '/shop/poultry',
    '/shop/seafood',
    '/shop/pantry',
    '/search',
    '/terms',
    '/corporate-gifting',
  ]

  test.each([
    { back: 10, asked: [] },
    { back: 11, asked: ['/terms?first=1'] },
  ])('SHL-1 Turbo keeps ten pages: $back back asks for $asked', async ({ back, asked }) => {
    const { page, complaints, close } = await visit()
    await page.goto('/terms?first=1')
    for (const path of WALK) await visitByTurbo(page, path)
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (request.headers().accept?.includes('text/html')) requests.push(pathname + search)
    })
    await page.evaluate((pages) => history.go(-pages), back)
    const path = [...['/terms?first=1'], ...WALK].at(-1 - back) ?? ''
    await eventually(() => page.url()).toContain(path)
    await page.waitForFunction(() => !document.documentElement.hasAttribute('aria-busy'))
    expect(requests).toEqual(asked)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('SHL-1 the menu under 1024 px', () => {
  const menu = (page: Page) => page.locator('#site_nav')

  async function openMenu(page: Page) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await menu(page).getByRole('link', { name: 'Beef', exact: true }).waitFor()
  }

  /** A finger put down on the open sheet, drawn so far to the right and down, and lifted. */
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

  const phone = { viewport: SCREENS.phone, hasTouch: true }

  test('SHL-1 a swipe to the left closes it from 75 px on, and gives page and focus back', async () => {
    const { page, expectAllWell, close } = await visit(phone)
    await page.goto('/')
    await openMenu(page)
    await swipe(page, -74)
    expect(await menu(page).isVisible()).toBe(true)
    await swipe(page, -75)
    await menu(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.querySelector<HTMLElement>('main')?.inert)).toBe(false)
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Menu')
    await expectAllWell('swiped away')
    await close()
  })

  test('SHL-1 not one to the right, nor one that goes down more than left', async () => {
    const { page, close } = await visit(phone)
    await page.goto('/')
    await openMenu(page)
    await swipe(page, 150)
    await swipe(page, -80, -200)
    expect(await menu(page).isVisible()).toBe(true)
    await close()
  })

  test('SHL-3 SHL-1 after visits and ways back a swipe closes it still, and once', async () => {
    const { page, complaints, close } = await visit(phone)
    await page.goto('/')
    await openMenu(page)
    await menu(page).getByRole('link', { name: 'Beef', exact: true }).click()
    await page.waitForURL('**/shop/beef')
    await page.getByRole('heading', { level: 1, name: 'Beef' }).waitFor()
    expect(await menu(page).isVisible()).toBe(false)
    await page.goBack()
    await page.locator('#block_title').waitFor()
    expect(await menu(page).isVisible()).toBe(false)
    await openMenu(page)
    await swipe(page, -75)
    await menu(page).waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await close()
  })
})

test('SHL-1 the header stays in sight where it leaves room to read, and scrolls away where it does not', async () => {
  const { page, close } = await visit({ viewport: SCREENS.phone })
  await come(page, '/shop')
  const topAfterScroll = async (height: number) => {
    await page.setViewportSize({ ...SCREENS.phone, height })
    await page.evaluate(() => window.scrollTo(0, 600))
    return page.evaluate(() => document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0)
  }
  expect(await topAfterScroll(800)).toBeGreaterThan(0)
  expect(await topAfterScroll(360)).toBeLessThanOrEqual(0)
  await close()
})
