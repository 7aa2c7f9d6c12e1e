import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { controllersConnected } from '../../support/visit.ts'

const { visit } = openShop('reloads')

describe('SHL-1 a URL with request_reload', () => {
  /** Records full page loads by URL, and stubs these redirects. */
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

  /** Gone as soon as the page is loaded in full. */
  const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isOld: true }))
  const reloaded = (page: Page) => page.waitForFunction(() => !('isOld' in window))

  test('SHL-1 A redirect there reloads the page at its URL without the parameter: from a link, a form and a frame', async () => {
    const { page, complaints, close } = await visit()
    await page.goto('/')
    const loads = await watch(page, {
      '/terms': '/shop/bison?request_reload=true&sort=price',
      '/v1/update_postal_code': '/shop/bison?request_reload=1',
      '/shop/pork': '/shop/lamb?request_reload=1',
    })
    // A prefetch for a link under the pointer loads nothing.
    await page.evaluate(() =>
      addEventListener('turbo:before-fetch-response', () => Object.assign(window, { isAnswered: true })),
    )
    const link = page.getByRole('link', { name: 'Terms of service' })
    await link.hover()
    await page.waitForFunction(() => 'isAnswered' in window)
    await page.evaluate(() => fetch('/healthz').then(({ status }) => status))
    expect(loads).toEqual([])
    await mark(page)
    await link.click()
    await reloaded(page)
    await page.getByRole('heading', { level: 1, name: 'Bison' }).waitFor()
    expect(new URL(page.url()).search).toBe('?sort=price')
    expect(loads).toEqual(['/shop/bison?sort=price'])

    await controllersConnected(page)
    await mark(page)
    await page.locator('.place summary').click()
    await page.locator('#header_postal_code').fill('98101')
    await page.locator('#header_postal_code').press('Enter')
    await reloaded(page)
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/shop/bison')

    await page.goto('/')
    await mark(page)
    loads.length = 0
    await page.getByRole('navigation', { name: 'Shop by animal' }).getByRole('link', { name: 'Pork' }).click()
    await reloaded(page)
    expect(loads).toEqual(['/shop/lamb'])
    expect(complaints).toEqual([])
    await close()
  })

  test("SHL-1 A page that was loaded in full is reloaded once and not again, and a redirect doesn't loop", async () => {
    const { page, complaints, close } = await visit()
    const loads = await watch(page, { '/shop/lamb': '/shop/lamb?request_reload=1' })
    await page.goto('/shop/bison?request_reload=1&sort=price')
    await eventually(() => loads).toEqual([
      '/shop/bison?request_reload=1&sort=price',
      '/shop/bison?sort=price',
    ])
    await page.waitForURL((url) => url.search === '?sort=price')
    await controllersConnected(page)
    await page.goto('/shop/bison?request_reload=1&sort=price')
    await page.waitForURL((url) => url.search === '?sort=price')
    await page.waitForLoadState('networkidle')
    expect(loads).toHaveLength(3)

    loads.length = 0
    await page.goto('/shop/lamb')
    await eventually(() => loads.length).toBe(2)
    await page.waitForURL((url) => url.search === '')
    await controllersConnected(page)
    await page.waitForLoadState('networkidle')
    expect(loads).toEqual(['/shop/lamb', '/shop/lamb'])
    expect(complaints).toEqual([])
    await close()
  })
})
