import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { type Server, scene } from '../support/processes.ts'
import { createVisitor, SCREENS } from '../support/visitor.ts'

let browser: Browser
let shop: Server
let endScene = () => {}
let playing: Promise<void>

beforeAll(async () => {
  browser = await launchBrowser()
  await new Promise<void>((begun, failed) => {
    playing = scene(async (stage) => {
      shop = await stage.server({ databasePath: await stage.database('layout') })
      begun()
      await new Promise<void>((end) => {
        endScene = end
      })
    })
    playing.catch(failed)
  })
})

afterAll(async () => {
  await browser?.close()
  endScene()
  await playing
})

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
  page.evaluate(() =>
    [...document.fonts]
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
      const { page, complaints, close } = await createVisitor(browser, `http://localhost:${shop.port}`, {
        viewport,
      })
      await lateFonts(page)
      await page.goto(path, { waitUntil: 'networkidle' })
      const arrived = await fontsArrived(page)
      if (!arrived.some(isStandIn)) skip('this machine has none of the fonts that stand in for ours')
      expect(arrived.filter((family) => !isStandIn(family))).toEqual(['Fraunces', 'Inter'])
      expect(await moved(page)).toBeLessThan(UNNOTICED)
      expect(complaints).toEqual([])
      await close()
    },
  )
})
