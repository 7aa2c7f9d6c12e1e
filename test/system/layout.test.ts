import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { enterAddress, enterEmail, fillBox } from '../support/checkout-page.ts'
import { showLongestWords } from '../support/longest-words.ts'
import { openShop } from '../support/open-shop.ts'
import { setTextSize } from '../support/text-size.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('layout')

/** A few pixels of one line, as fonts differ; people notice shifts from 0.1 on. */
const UNNOTICED = 0.02

/** Delays the fonts until after the first paint, as on a slow connection. */
async function lateFonts(page: Page) {
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    await route.continue()
  })
}

const fontsArrived = (page: Page) =>
  page.evaluate(async () =>
    [...(await document.fonts.ready)]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', ''))
      .sort(),
  )

const isStandIn = (family: string) => family.endsWith('stand-in')

/** The layout shift score without any user input. */
const moved = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return new Promise<number>((tell) => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as unknown as { value: number }[]
        tell(shifts.reduce((sum, { value }) => sum + value, 0))
      }).observe({ type: 'layout-shift', buffered: true })
      requestAnimationFrame(() => setTimeout(() => tell(0), 500))
    })
  })

describe.each(Object.entries(SCREENS))('on a %s', (_, viewport) => {
  test.for(['/', '/shop', '/products/grass-fed-ribeye', '/search?q=ribeye'])(
    'SPD-2 nothing shifts while %s loads, even if the fonts load late',
    async (path, { skip }) => {
      const { page, complaints, close } = await visit({
        viewport,
      })
      await lateFonts(page)
      await openAndWait(page, path)
      const arrived = await fontsArrived(page)
      if (!arrived.some(isStandIn)) skip('this machine has none of the fonts that stand in for ours')
      expect(arrived.filter((family) => !isStandIn(family))).toEqual(['Fraunces', 'Inter'])
      expect(await moved(page)).toBeLessThan(UNNOTICED)
      expect(complaints).toEqual([])
      await close()
    },
  )
})

test('SPD-2 the fonts for accented letters load only once one is typed', async () => {
  const { page, close } = await visit()
  const ownFonts = async () => (await fontsArrived(page)).filter((family) => !isStandIn(family))
  await openAndWait(page, '/privacy/personal-data-request')
  const name = page.getByLabel('Full name')
  expect(await ownFonts()).toEqual(['Fraunces', 'Inter'])
  await name.fill('José')
  expect(await ownFonts()).toEqual(['Fraunces', 'Inter'])
  await name.fill('Zoë')
  await expect.poll(() => ownFonts()).toEqual(['Fraunces', 'Inter', 'Inter'])
  await name.fill('Žižek')
  await expect.poll(() => ownFonts()).toEqual(['Fraunces', 'Inter', 'Inter', 'Inter'])
  await close()
})

const WINDOWS = [320, 768, 1024, 1280, 1440]

/** What overflows the window: the page, and header controls beyond its edge. */
const cutOff = (page: Page) =>
  page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    header: [...document.querySelectorAll('.site-header__row :is(a, button, input, summary)')]
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().right > innerWidth)
      .map(({ className }) => className),
  }))

const NOTHING = { overflow: 0, header: [] }

test.each([16, 20, 24, 32])('SHL-1 text of %d px is never cut off at any window width', async (size) => {
  const { page, close } = await visit()
  await setTextSize(page, size)
  const seen: object[] = []
  for (const path of ['/', '/shop/beef', '/products/grass-fed-ribeye', '/cart']) {
    await page.goto(path)
    for (const width of WINDOWS) {
      await page.setViewportSize({ width, height: 900 })
      seen.push({ path, width, ...(await cutOff(page)) })
    }
  }
  expect(seen).toEqual(seen.map((one) => ({ ...one, ...NOTHING })))
  await close()
})

test('SHL-1 the header is one row from 1024 px, and wraps if a script enlarges the text', async () => {
  const { page, close } = await visit()
  await page.goto('/')
  await showLongestWords(page)
  const rows = () =>
    page.evaluate(() => {
      const middle = (selector: string) => {
        const { top, bottom } = document.querySelector(selector)!.getBoundingClientRect()
        return Math.round((top + bottom) / 2)
      }
      return new Set([middle('.logo'), middle('.box-link')]).size
    })
  for (const width of [1024, 1200, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect({ width, rows: await rows(), ...(await cutOff(page)) }).toEqual({ width, rows: 1, ...NOTHING })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect({ rows: await rows(), ...(await cutOff(page)) }).toEqual({ rows: 2, ...NOTHING })
  await close()
})

const topOf = (page: Page, heading: string) =>
  page.getByRole('heading', { name: heading, exact: true }).evaluate((it) => it.getBoundingClientRect().top)

/** At the top of the window, with some padding. */
const expectAtTop = (page: Page, heading: string) =>
  expect.poll(async () => Math.abs((await topOf(page, heading)) - 24)).toBeLessThan(24)

test.each(Object.entries(SCREENS))(
  'PAY-1 CHK-2 on a %s each step starts at the top of the window, and no bar covers the days until one is chosen',
  async (_, viewport) => {
    const { page, complaints, close } = await visit({ viewport })
    const bar = () => page.locator('.date-step__onward').evaluate((it) => getComputedStyle(it).position)
    await fillBox(page)
    await enterEmail(page)
    if (viewport === SCREENS.phone) await expectAtTop(page, 'Delivery')
    await page.getByRole('button', { name: 'Continue to delivery date' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('delivery_name')
    const missing = page.getByRole('alert').filter({ hasText: 'Please fill in the missing fields' })
    await expect.poll(async () => (await missing.boundingBox())!.y).toBeGreaterThanOrEqual(0)
    await enterAddress(page)
    await expectAtTop(page, 'When should it arrive?')
    expect(await bar()).toBe('static')

    const days = page.locator('.calendar__choice')
    await days.last().click()
    await expect.poll(bar).toBe('sticky')
    const day = page.locator('td:has(:checked)')
    const distance = async () => {
      const [chosen, button] = [
        await day.boundingBox(),
        await page.locator('.date-step__onward').boundingBox(),
      ]
      return button!.y - (chosen!.y + chosen!.height)
    }
    await expect.poll(distance).toBeGreaterThanOrEqual(0)

    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByRole('textbox', { name: 'Card number' }).waitFor()
    await page.getByRole('link', { name: 'Change date' }).click()
    await expectAtTop(page, 'When should it arrive?')
    expect(await bar()).toBe('static')
    expect(complaints).toEqual([])
    await close()
  },
)

test('CAT-5 on a phone the price is above the fold, and a bar adds to the cart while the button is out of view', async () => {
  const { page, complaints, close } = await visit({ viewport: SCREENS.phone })
  await openAndWait(page, '/products/wagyu-ribeye')
  const price = await page.locator('.product__price').boundingBox()
  expect(price!.y + price!.height).toBeLessThan(SCREENS.phone.height - 120)
  const bar = page.locator('.buy-bar').filter({ visible: true })
  await bar.getByText('$54.00').waitFor()

  await page.locator('.offer-form__row:visible').scrollIntoViewIfNeeded()
  await bar.waitFor({ state: 'hidden' })
  await page.getByRole('radio', { name: /^2 × 14 oz/ }).check()
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await bar.getByText('2 × 14 oz').waitFor()
  const padding = await page
    .locator('.site-footer')
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingBlockEnd))
  expect(padding).toBeGreaterThanOrEqual((await bar.boundingBox())!.height)

  await bar.getByRole('button', { name: '+ Add to Box' }).click()
  await page.locator('#mini_cart_panel').getByRole('listitem').filter({ hasText: '2 × 14 oz' }).waitFor()
  await page.keyboard.press('Escape')
  await expect
    .poll(() =>
      bar.getByRole('link', { name: /^In your box/ }).evaluate((it) => it === document.activeElement),
    )
    .toBe(true)
  expect(complaints).toEqual([])
  await close()
})
