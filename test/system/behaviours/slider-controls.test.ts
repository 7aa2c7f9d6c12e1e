import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { slider } from './sliding.ts'

const { visit } = openShop('slider-controls')

const PAGE = '/behaviours/slider'

test('SLD-1 A carousel works by buttons, bullets and keyboard, and only visible slides can be reached', async () => {
  const { page, expectAllWell, close } = await visit()
  await page.goto(PAGE)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)

  // Only the visible slide can be reached.
  const banner = await slider(page, 'banner')
  const region = page.getByRole('region', { name: 'Three sheets' })
  expect(await region.getAttribute('aria-roledescription')).toBe('carousel')
  const slides = region.locator('[role="group"]:not([inert])')
  expect(await slides.count()).toBe(1)
  expect(await slides.getAttribute('aria-label')).toBe('1 of 3')
  expect(await slides.getAttribute('aria-roledescription')).toBe('slide')
  await banner.pause.focus()
  expect(await banner.row.getAttribute('aria-live')).toBe('polite')
  const named = []
  for (let tabs = 0; tabs < 6; tabs++) {
    await page.keyboard.press('Tab')
    named.push(await focused())
  }
  expect(named).toEqual(['Previous: Three sheets', '', '', '', 'Next: Three sheets', 'A link on sheet 1'])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  expect(await banner.first()).toContain('Sheet 2')
  expect(await slides.getAttribute('aria-label')).toBe('2 of 3')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('A link on sheet 2')

  // A banner loops both ways.
  await banner.back.click()
  expect(await banner.first()).toContain('Sheet 1')
  await banner.back.click()
  expect(await banner.first()).toContain('Sheet 3')
  await banner.onward.click()
  expect(await banner.first()).toContain('Sheet 1')
  await banner.around.getByRole('button', { name: '3 of 3: Three sheets' }).click()
  await eventually(banner.first).toContain('Sheet 3')

  // Where several are visible, the row follows the focus, and the browser scrolls nothing.
  const cards = await slider(page, 'cards')
  await cards.onward.focus()
  for (let tabs = 0; tabs < 6; tabs++) await page.keyboard.press('Tab')
  expect(await focused()).toBe('Card 6')
  expect(await cards.first()).toBe('Card 5')
  for (let tabs = 0; tabs < 2; tabs++) await page.keyboard.press('Shift+Tab')
  expect(await cards.first()).toBe('Card 1')
  expect(await cards.view.evaluate((window) => window.scrollLeft)).toBe(0)

  // At either end the button is disabled but keeps the focus.
  const isDisabled = async () => [
    await cards.back.getAttribute('aria-disabled'),
    await cards.onward.getAttribute('aria-disabled'),
  ]
  expect(await isDisabled()).toEqual(['true', null])
  await cards.onward.focus()
  await page.keyboard.press('Enter')
  expect(await cards.first()).toBe('Card 5')
  expect(await isDisabled()).toEqual([null, null])
  await page.keyboard.press('Enter')
  await eventually(isDisabled).toEqual([null, 'true'])
  await cards.first()
  expect(await cards.ask(({ isEnd }) => isEnd)).toBe(true)
  expect(await cards.onward.evaluate((button) => button === document.activeElement)).toBe(true)

  // There's a bullet for each position, and the current one is marked.
  const bullets = await slider(page, 'bullets')
  expect(await bullets.bullets.count()).toBe(6)
  await bullets.around.getByRole('button', { name: '4 of 6: Picked' }).click()
  expect(await bullets.first()).toBe('Leaf 4')
  expect(await bullets.around.locator('[aria-current]').getAttribute('aria-label')).toBe('4 of 6: Picked')
  const several = await slider(page, 'several')
  const seen = several.around.locator('[data-slider-target="bullet"]:visible')
  expect(await seen.count()).toBe(4)
  await seen.last().click()
  expect(await several.first()).toBe('Leaf 4')

  // Where all slides are visible, there's no button.
  const few = await slider(page, 'few_cards')
  expect(await few.onward.isVisible()).toBe(false)
  await page.setViewportSize({ width: 767, height: 800 })
  await eventually(() => seen.count()).toBe(6)
  await few.onward.waitFor()
  await expectAllWell('controls')
  await close()
})

describe('GND-5 without the script', () => {
  test('GND-5 With scripts off every slide can be scrolled into view, and the marquee stands still', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    await page.goto(PAGE)
    for (const id of ['banner', 'cards', 'strip', 'nav', 'several']) {
      const slides = page.locator(`#${id} .slider__window > * > *`)
      await slides.last().scrollIntoViewIfNeeded()
      const { x, width } = (await slides.last().boundingBox())!
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(391)
    }
    for (const name of await page.locator('.press__paper').all()) {
      const { x, width } = (await name.boundingBox())!
      expect(x + width).toBeLessThanOrEqual(391)
    }
    expect(await page.locator('.slider').getByRole('button').filter({ visible: true }).count()).toBe(0)
    await close()
  })

  test('SLD-1 A row scrolled before its script loads keeps its scroll position', async () => {
    const { page, complaints, close } = await visit({ viewport: { width: 390, height: 844 } })
    let release = () => {}
    const held = new Promise<void>((go) => {
      release = go
    })
    await page.route('**/build/chunk-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(PAGE, { waitUntil: 'commit' })
    const window = page.locator('#cards .slider__window')
    await window.scrollIntoViewIfNeeded()
    const second = await page.locator('#cards .product-card').nth(2).boundingBox()
    await window.evaluate((view, left) => {
      view.scrollLeft = left
    }, second!.x - 16)
    release()
    const cards = await slider(page, 'cards')
    expect(await cards.first()).toBe('Card 3')
    expect(complaints).toEqual([])
    await close()
  })
})
