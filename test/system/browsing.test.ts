import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { eventually, stopClock } from '../support/page-clock.ts'
import { controllersConnected, openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('browsing')

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const flyout = (page: Page) => page.locator('#flyout_beef')
const beef = (page: Page) => page.locator('#site_nav').getByRole('link', { name: 'Beef', exact: true })
const count = (page: Page) => page.locator('#shelf_count')

/** Records the URLs that the listing's frame requests, in order. */
function frameRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.headers()['turbo-frame'] === 'shelf') asked.push(new URL(request.url()).search)
  })
  return asked
}

describe.each(Object.entries(SCREENS))('on a %s', (_, viewport) => {
  test('GND-5 Home, listing, filtered and empty pages are accessible, log nothing, and fit the window', async () => {
    const { page, expectAllWell, close } = await visit({ viewport })
    for (const path of ['/', '/shop', '/shop/beef?cut=ribeye&badge=Wagyu', '/shop/pork?cut=ribeye']) {
      await page.goto(path)
      await expectAllWell(path)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    await close()
  })
})

describe('BEH-27 filters', () => {
  test('BEH-27 the first filter change is sent immediately, later ones together once a second has passed', async () => {
    const { page, complaints, close } = await visit()
    await page.clock.install()
    await page.goto('/shop/beef')
    await page.evaluate(() => {
      const told: unknown[] = []
      Object.assign(window, { told })
      addEventListener('product-filter-sort-changed', (event) =>
        told.push((event as CustomEvent).detail.chosen.length),
      )
    })
    const asked = frameRequests(page)
    await stopClock(page)
    await box(page, 'Ribeye').check()
    await eventually(() => asked).toEqual(['?cut=ribeye'])
    await box(page, 'Wagyu').check()
    await box(page, 'Limited').check()
    await page.clock.runFor(999)
    expect(asked).toHaveLength(1)
    await page.clock.runFor(1)
    await eventually(() => asked.length).toBe(2)
    expect([...new URLSearchParams(asked[1])].sort()).toEqual([
      ['badge', 'Limited'],
      ['badge', 'Wagyu'],
      ['cut', 'ribeye'],
    ])
    await page.clock.resume()
    await eventually(() => page.url()).toContain('badge=Limited')
    expect(await page.evaluate(() => (window as unknown as { told: number[] }).told)).toEqual([1, 3])
    expect(complaints).toEqual([])
    await close()
  })

  test('CAT-2 a late response unchecks nothing, keeps the focus, and the URL holds all filters', async () => {
    const { page, close } = await visit()
    await page.goto('/shop/beef')
    await box(page, 'Ribeye').check()
    await box(page, 'Wagyu').check()
    await eventually(() => count(page).innerText()).toBe('1 product')
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Wagyu')
    expect(new URL(page.url()).search).toBe('?cut=ribeye&badge=Wagyu')
    await page.reload()
    expect(await count(page).innerText()).toBe('1 product')
    expect(await box(page, 'Wagyu').isChecked()).toBe(true)
    await page.getByRole('link', { name: 'Remove Wagyu' }).click()
    await eventually(() => new URL(page.url()).search).toBe('?cut=ribeye')
    await eventually(() => box(page, 'Wagyu').isChecked()).toBe(false)
    await close()
  })

  test('CAT-2 SHL-3 Back undoes one filter after another, and the next page opens at its top', async () => {
    const { page, close } = await visit()
    await openAndWait(page, '/shop/beef')
    const count = page.locator('#shelf_count')
    const all = await count.innerText()
    const choose = async (cut: string) => {
      const arrived = page.evaluate(
        () => new Promise<void>((done) => addEventListener('turbo:load', () => done(), { once: true })),
      )
      await page.locator(`input[name="cut"][value="${cut}"]`).check()
      await arrived
      expect(new URL(page.url()).search).toMatch(new RegExp(`cut=${cut}$`))
    }
    await choose('ribeye')
    const one = await count.innerText()
    await choose('strip')
    expect(new Set([all, one, await count.innerText()]).size).toBe(3)
    await page.goBack()
    await eventually(() => count.innerText()).toBe(one)
    await page.goBack()
    await eventually(() => new URL(page.url()).search).toBe('')
    await eventually(() => count.innerText()).toBe(all)
    expect(await page.locator('input[name="cut"]:checked').count()).toBe(0)

    await choose('ribeye')
    await page.locator('footer').getByRole('link', { name: 'FAQ' }).click()
    await page.waitForURL('**/faq')
    await page.waitForFunction(() => !document.documentElement.hasAttribute('aria-busy'))
    await eventually(() => page.evaluate(() => window.scrollY)).toBe(0)
    await close()
  })

  test("CAT-2 CAT-9 Back restores the listing's checkboxes and cards, and a filter sets the page title", async () => {
    const { page, close } = await visit()
    await page.goto('/shop/beef')
    const first = await page.locator('.product-card__link').first().innerText()
    const arrived = page.evaluate(
      () => new Promise<void>((done) => addEventListener('turbo:load', () => done(), { once: true })),
    )
    await page.getByLabel('Sort by').selectOption('price')
    await arrived
    expect(new URL(page.url()).search).toBe('?sort=price')
    expect(await page.locator('.product-card__link').first().innerText()).not.toBe(first)
    await page.goBack()
    await eventually(() => new URL(page.url()).search).toBe('')
    await eventually(() => page.getByLabel('Sort by').inputValue()).toBe('featured')
    expect(await page.locator('.product-card__link').first().innerText()).toBe(first)

    await page.locator('input[name="cut"][value="ribeye"]').check()
    await page.waitForFunction(() => document.title === 'Ribeye · Beef · Droveway')
    await page.waitForURL('**/shop/beef?cut=ribeye')
    expect(await page.title()).toBe('Ribeye · Beef · Droveway')
    await close()
  })

  test('GND-5 BEH-18 With scripts off the form works the same, every card shows, and the switcher is links', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto('/shop')
    const cards = page.locator('#shelf_cards > li')
    expect(await cards.evaluateAll((items) => items.length)).toBeGreaterThan(6)
    expect(await cards.last().isVisible()).toBe(true)
    await page.goto('/shop/beef')
    await box(page, 'Ribeye').check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/cut=ribeye/)
    expect(await page.getByRole('link', { name: 'Remove Ribeye' }).isVisible()).toBe(true)
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Shop by animal' }).getByRole('link', { name: 'Pork' }).click()
    await page.waitForURL(/\/shop\/pork$/)
    await close()
  })

  test('CAT-2 on a phone the filters are a sheet that stays open while choosing', async () => {
    const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
    await page.goto('/shop/beef')
    expect(await box(page, 'Ribeye').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const see = page.getByRole('button', { name: /^See \d+ products?$/ })
    await box(page, 'Ribeye').check()
    await eventually(() => new URL(page.url()).search).toBe('?cut=ribeye')
    await eventually(() => see.innerText()).toBe(`See ${await count(page).textContent()}`)
    expect(await box(page, 'Ribeye').isVisible()).toBe(true)
    await expectAllWell('sheet of filters')
    await see.click()
    await box(page, 'Ribeye').waitFor({ state: 'hidden' })
    await close()
  })
})

describe('collections and switches', () => {
  test('BEH-4 six cards show, then all with the focus on the seventh, and still all after a filter', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto('/shop')
    const shown = page.locator('#shelf_cards > li:visible')
    expect(await shown.count()).toBe(6)
    await page.getByRole('button', { name: /^Show \d+ more on this page$/ }).click()
    const all = await page.locator('#shelf_cards > li').count()
    expect(await shown.count()).toBe(all)
    expect(await page.evaluate(() => document.activeElement?.closest('li')?.matches(':nth-child(7)'))).toBe(
      true,
    )
    await expectAllWell('expanded')
    await page.getByLabel('Sort by').selectOption('newest')
    await eventually(() => page.url()).toContain('newest')
    await eventually(() => shown.count()).toBe(all)
    await close()
  })

  test("BEH-18 BEH-1 SHL-1 CAT-4 The home page's category switcher, accordion, menus and search work", async () => {
    const { page, complaints, close } = await visit()
    await openAndWait(page, '/')
    const switcher = page.getByRole('navigation', { name: 'Shop by animal' })
    expect(await switcher.locator('[aria-current]').innerText()).toBe('Beef')
    await switcher.getByRole('link', { name: 'Beef' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.locator('[data-category="pork"] .product-card').first().waitFor()
    await eventually(() => switcher.locator('[aria-current]').innerText()).toBe('Pork')
    expect(new URL(page.url()).pathname).toBe('/')

    const open = page.locator('.accordion [open] summary')
    await page.getByText('How much does delivery cost?').click()
    await page.getByText('When will my box arrive?').click()
    await eventually(() => open.allInnerTexts()).toEqual(['When will my box arrive?'])
    await page.getByText('When will my box arrive?').click()
    await eventually(() => open.count()).toBe(0)

    // By keyboard a button opens the flyout; Escape closes it and returns the focus.
    await beef(page).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await flyout(page).waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('.flyout')?.id)).toBe('flyout_beef')
    await page.keyboard.press('Escape')
    await flyout(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('More in Beef')

    // Suggestions align with their field, and the arrow key reopens them after Escape.
    const field = page.locator('#search_words')
    const list = page.locator('#search_suggestions')
    await field.pressSequentially('rib')
    await list.waitFor()
    expect((await list.boundingBox())?.x).toBe((await field.boundingBox())?.x)
    await field.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await field.press('ArrowDown')
    await list.waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('CAT-7 server-side parameters are removed from the URL; other parameters and browser history stay', async () => {
    const { page, close } = await visit()
    await page.goto('/shop')
    await page.goto('/?page_not_found_source=old&promotion_offer=SPRING&color=red')
    await eventually(() => new URL(page.url()).search).toBe('?color=red')
    expect(await page.evaluate(() => Boolean(history.state?.turbo))).toBe(true)
    await page.goBack()
    await page.waitForURL(/\/shop$/)
    await close()
  })
})

describe('SHL-1 navigation', () => {
  test('SHL-1 A flyout opens once the pointer rests for 100 ms, moving under 7 px, and closes 400 ms after it leaves', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.clock.install()
    await page.goto('/')
    await controllersConnected(page)
    await stopClock(page)
    await beef(page).hover()
    await page.clock.runFor(99)
    expect(await flyout(page).isVisible()).toBe(false)
    await page.clock.runFor(1)
    expect(await flyout(page).isVisible()).toBe(true)
    await page.mouse.move(700, 860)
    await page.clock.runFor(399)
    expect(await flyout(page).isVisible()).toBe(true)
    await page.clock.runFor(1)
    expect(await flyout(page).isVisible()).toBe(false)

    const place = (await beef(page).boundingBox())!
    await page.mouse.move(place.x + 2, place.y + place.height / 2)
    await page.clock.runFor(50)
    await page.mouse.move(place.x + 9, place.y + place.height / 2)
    await page.clock.runFor(50)
    expect(await flyout(page).isVisible()).toBe(false)
    await page.mouse.move(place.x + 15, place.y + place.height / 2)
    await page.clock.runFor(100)
    expect(await flyout(page).isVisible()).toBe(true)
    await page.clock.resume()
    await flyout(page).waitFor()
    await expectAllWell('flyout')
    await close()
  })

  test('SHL-1 Below 1024 px the categories are a sheet that traps the focus until Escape, from 1024 px on a row', async () => {
    const { page, expectAllWell, close } = await visit({ viewport: { width: 1023, height: 800 } })
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    expect(await beef(page).isVisible()).toBe(false)
    await menu.click()
    await beef(page).waitFor()
    await page.getByRole('button', { name: 'More in Beef' }).click()
    await flyout(page).getByRole('link', { name: 'Ribeye' }).waitFor()
    await expectAllWell('menu')
    await page.getByRole('button', { name: 'Close menu' }).click()
    await beef(page).waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1024, height: 800 })
    await beef(page).waitFor()
    await menu.waitFor({ state: 'hidden' })

    await page.setViewportSize(SCREENS.phone)
    await menu.click()
    await beef(page).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.closest('[id]')?.id)
    const isShut = () => page.evaluate(() => document.querySelector<HTMLElement>('main')?.inert)
    // The browser reports an opened popover a moment after showing it.
    await expect.poll(focused).toBe('site_nav')
    expect(await isShut()).toBe(true)
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Sign in')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Close menu')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Menu')
    expect([await beef(page).isVisible(), await isShut()]).toEqual([false, false])
    await close()
  })
})
