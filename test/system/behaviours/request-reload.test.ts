import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { behavioursCame } from '../../support/visit.ts'

const { visit } = openShop('reloads')

describe('SHL-1 an address with request_reload', () => {
  /** Loads of whole pages, by their addresses; and answers that lead elsewhere. */
  async function watch(page: Page, redirects: Record<string, string>) {
    const loads: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (request.isNavigationRequest() && !request.redirectedFrom()) loads.push(pathname + search)
    })
    for (const [from, location] of Object.entries(redirects)) {
      await page.route(
        (url) => url.pathname + url.search === from,
        (route) => route.fulfill({ status: 303, headers: { location } }),
      )
    }
    return loads
  }

  /** Gone as soon as a page is loaded in full. */
  const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isOld: true }))
  const reloaded = (page: Page) => page.waitForFunction(() => !('isOld' in window))

  test('SHL-1 a link that is redirected there loads the page anew, at an address without it', async () => {
    const { page, complaints, close } = await visit()
    await page.goto('/')
    const loads = await watch(page, { '/terms': '/shop/pork?request_reload=true&sort=price' })
    await mark(page)
    await page.getByRole('link', { name: 'Terms of service' }).click()
    await reloaded(page)
    await page.getByRole('heading', { level: 1, name: 'Pork' }).waitFor()
    expect(new URL(page.url()).search).toBe('?sort=price')
    expect(loads).toEqual(['/shop/pork?sort=price'])
    expect(complaints).toEqual([])
    await close()
  })

  test('SHL-1 so does a form, and a frame takes its page along', async () => {
    const { page, close } = await visit()
    await page.goto('/')
    const loads = await watch(page, {
      '/v1/update_postal_code': '/shop?request_reload=1',
      '/shop/pork': '/shop/lamb?request_reload=1',
    })
    await mark(page)
    await page.locator('.place summary').click()
    await page.locator('#header_postal_code').fill('98101')
    await page.locator('#header_postal_code').press('Enter')
    await reloaded(page)
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/shop')

    await page.goto('/')
    await mark(page)
    loads.length = 0
    await page.getByRole('navigation', { name: 'Shop by animal' }).getByRole('link', { name: 'Pork' }).click()
    await reloaded(page)
    expect(loads).toEqual(['/shop/lamb'])
    await close()
  })

  test('SHL-1 a page that was loaded in full is loaded once more, the next time not', async () => {
    const { page, complaints, close } = await visit()
    const loads = await watch(page, {})
    await page.goto('/shop?request_reload=1&sort=price')
    await eventually(() => loads).toEqual(['/shop?request_reload=1&sort=price', '/shop?sort=price'])
    await page.waitForURL((url) => url.search === '?sort=price')
    await behavioursCame(page)
    await page.goto('/shop?request_reload=1&sort=price')
    await page.waitForURL((url) => url.search === '?sort=price')
    await page.waitForLoadState('networkidle')
    expect(loads).toHaveLength(3)
    expect(complaints).toEqual([])
    await close()
  })

  test('SHL-1 a redirect that always says so does not turn in a circle', async () => {
    const { page, close } = await visit()
    const loads = await watch(page, { '/terms': '/shop?request_reload=1' })
    await page.route(
      (url) => url.pathname === '/shop' && url.search === '',
      (route) => route.fulfill({ status: 303, headers: { location: '/shop?request_reload=1' } }),
    )
    await page.goto('/shop')
    await page.waitForURL((url) => url.search === '')
    await page.waitForLoadState('networkidle')
    expect(loads).toEqual(['/shop', '/shop'])
    await close()
  })

  test('SHL-1 nor does what is only fetched ahead for a link that the pointer rests on', async () => {
    const { page, close } = await visit()
    await page.goto('/')
    const loads = await watch(page, { '/terms': '/shop?request_reload=1' })
    await page.evaluate(() =>
      addEventListener('turbo:before-fetch-response', () => Object.assign(window, { isAnswered: true })),
    )
    const link = page.getByRole('link', { name: 'Terms of service' })
    await link.hover()
    await page.waitForFunction(() => 'isAnswered' in window)
    await page.evaluate(() => fetch('/shop/pork').then(({ status }) => status))
    expect(loads).toEqual([])
    await link.click()
    await eventually(() => loads).toEqual(['/shop'])
    await close()
  })
})
