import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { type Activity, activityOf, countActivity } from '../../support/leak-count.ts'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { visitByTurbo } from '../../support/turbo-visits.ts'
import { controllersConnected, islandAlive, openAndWait } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('turbo-visits')

/** Every kind of page, ten of them, so that Turbo still caches them all. Home is last, since it was first. */
const LAPTOP_PAGES = [
  '/shop/beef',
  '/products/grass-fed-ribeye',
  '/cart',
  '/search?q=bacon',
  '/behaviours/slider',
  '/behaviours/tabs',
  '/behaviours/countdown-timer',
  '/behaviours/category-switcher',
  '/behaviours/email-capture',
  '/',
]

/** On a phone only the menu and the sliders behave differently: every page has the menu, two of these have sliders. */
const PHONE_PAGES = ['/products/grass-fed-ribeye', '/behaviours/slider', '/']

const isAtRest = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.documentElement.hasAttribute('aria-busy') &&
      !document.querySelector('turbo-cable-stream-source:not([connected])'),
  )

/** The page's activity once it's settled: three equal counts in a row. */
async function goesOn(page: Page) {
  await controllersConnected(page)
  await isAtRest(page)
  const seen: string[] = []
  const isSteady = async () => {
    seen.push(JSON.stringify(await activityOf(page)))
    return seen.length > 2 && new Set(seen.slice(-3)).size === 1
  }
  await expect.poll(isSteady, { interval: 100 }).toBe(true)
  return activityOf(page)
}

/**
 * Waits until the page's activity is as before. Timers may be fewer: on a busy machine, some of those counted on the
 * first visit were still about to end.
 */
async function expectTheSame(page: Page, path: string, before: Activity | undefined) {
  await isAtRest(page)
  const now = async () => {
    const activity = await activityOf(page)
    return { path, ...activity, timers: Math.max(Number(activity.timers), Number(before?.timers)) }
  }
  await expect.poll(now).toEqual({ path, ...before })
}

test.each([
  { screen: 'laptop', viewport: SCREENS.laptop, pages: LAPTOP_PAGES },
  { screen: 'phone', viewport: SCREENS.phone, pages: PHONE_PAGES },
])(
  'SHL-3 Visiting every page twice and going all the way back leaves no listener, timer or socket behind, on a $screen',
  async ({ viewport, pages }) => {
    const { page, complaints, close } = await visit({ viewport })
    await countActivity(page)
    // React listens on the document for good, and so does the visit tracker, which loads when the page is idle.
    await page.goto('/products/grass-fed-ribeye')
    await islandAlive(page)
    await page.waitForFunction(() => document.cookie.includes('ahoy_visit'))
    const first = new Map<string, Activity>()
    for (const path of pages) {
      await visitByTurbo(page, path)
      first.set(path, await goesOn(page))
    }
    await visitByTurbo(page, '/behaviours/toast') // left while it shows a toast, which isn't cached
    for (const path of pages) await visitByTurbo(page, path)
    await expectTheSame(page, '/', first.get('/'))

    for (const path of pages.slice(0, -1).toReversed()) {
      await page.goBack()
      await page.waitForURL(`**${path}`)
      await expectTheSame(page, path, first.get(path))
    }
    await page.evaluate(() => history.go(-2))
    await page.waitForURL((url) => url.pathname === '/')
    await expectTheSame(page, '/', first.get('/'))
    expect(complaints).toEqual([])
    await close()
  },
  120_000,
)

/** What a shopper may be in the middle of when leaving a page. */
const INTERRUPTED: { path: string; act(page: Page): Promise<unknown> }[] = [
  {
    path: '/',
    async act(page) {
      await page.locator('#search_words').fill('rib')
      await page.locator('#search_suggestions').getByRole('option').first().waitFor()
    },
  },
  {
    path: '/shop/beef',
    async act(page) {
      await page.locator('a[data-mini-cart]').click()
      await page.locator('#mini_cart_panel').waitFor()
    },
  },
  {
    path: '/behaviours/modal',
    async act(page) {
      await page.getByText('Modal in a frame').click()
      await page.locator('#modal_dialog.is-active').waitFor()
    },
  },
  { path: '/behaviours/slider', act: (page) => page.locator('#pushed [data-slider-target=onward]').click() },
  { path: '/behaviours/copy-to-clipboard', act: (page) => page.locator('.copy__button').first().click() },
  { path: '/behaviours/toast', act: (page) => page.locator('.notice--floating').first().hover() },
]

test('SHL-3 A page left in the middle of a search, a modal, a slide, a copy or a toast leaves nothing behind', async () => {
  const { page, complaints, close } = await visit({ permissions: ['clipboard-write'] })
  await countActivity(page)
  await page.goto('/terms')
  const interrupt = async () => {
    for (const { path, act } of INTERRUPTED) {
      await visitByTurbo(page, path)
      await isAtRest(page)
      await act(page)
      await visitByTurbo(page, '/terms')
    }
  }
  await interrupt() // loads what's loaded on first use
  const before = await goesOn(page)
  await interrupt()
  await expectTheSame(page, '/terms', before)
  expect(complaints).toEqual([])
  await close()
}, 120_000)

test('SHL-3 A page left with its menu open on a phone leaves nothing behind', async () => {
  const { page, complaints, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await countActivity(page)
  await page.goto('/terms')
  const interrupt = async () => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.locator('#site_nav').getByRole('link', { name: 'Beef', exact: true }).waitFor()
    await visitByTurbo(page, '/terms')
  }
  await interrupt() // Turbo adds its own click listener after the first
  const before = await goesOn(page)
  await interrupt()
  await interrupt()
  await expectTheSame(page, '/terms', before)
  expect(complaints).toEqual([])
  await close()
})

test('SHL-3 A page starts at its top, even before the browser paints, and a restored one where it was left', async () => {
  const { page, complaints, close } = await visit()
  await openAndWait(page, '/')
  await page.evaluate(() => {
    const places: number[] = []
    Object.assign(window, { places })
    addEventListener('turbo:load', () => places.push(scrollY))
  })
  const places = () => page.evaluate(() => (window as unknown as { places: number[] }).places)
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  await visitByTurbo(page, '/shop/beef')
  expect(await places()).toEqual([0])
  await page.goBack()
  await eventually(places).toEqual([0, 900])

  const place = await page.evaluate(() => {
    scrollTo({ top: 900, behavior: 'instant' })
    addEventListener('turbo:visit', () => scrollTo(0, 0), { once: true }) // as Turbo does with a new page
    ;(window as unknown as { Turbo: { visit(to: string): void } }).Turbo.visit('/shop/beef')
    return scrollY
  })
  expect(place).toBe(0)
  expect(complaints).toEqual([])
  await close()
})
