import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('layout')

/** A few pixels of one line, as fonts differ; what people notice begins at 0.1. */
const UNNOTICED = 0.02

/** The fonts come when the page has been painted without them, as on a slow line. */
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

/** How much of the screen moved, and how far, without anybody having done a thing. */
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
    'SPD-2 nothing moves while %s loads, not even when the fonts come late',
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
