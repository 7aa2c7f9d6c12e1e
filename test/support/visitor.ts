import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { expect } from 'vitest'

export type Visitor = Awaited<ReturnType<typeof createVisitor>>

/** Chromium itself reports every refusal that a script was answered with; these are the shop's intended ones. */
const TOLD_REFUSAL = /Failed to load resource: the server responded with a status of (402|409|422)/

const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1440, height: 900 }
export const SCREENS = { phone: PHONE, laptop: LAPTOP }

/** Somebody at a browser: a page of the shop, and everything the browser complained about on the way. */
export async function createVisitor(browser: Browser, origin: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: origin, viewport: LAPTOP, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && !TOLD_REFUSAL.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('requestfailed', (request) => {
    // A visit that Turbo or the browser itself gave up for another one is not a failure.
    const isGivenUp = request.failure()?.errorText === 'net::ERR_ABORTED'
    // With scripts off the browser refuses to fetch what the page announces of them.
    const isUnwanted = options.javaScriptEnabled === false && request.url().endsWith('.js')
    if (!isGivenUp && !isUnwanted) complaints.push(`${request.url()} failed`)
  })
  return {
    page,
    complaints,
    /** No console error or warning, no failed request, no accessibility violation in the state on screen. */
    async expectAllWell(state: string) {
      expect({ state, complaints, violations: await violationsOn(page) }).toEqual({
        state,
        complaints: [],
        violations: [],
      })
    },
    close: () => context.close(),
  }
}

/** What fades in has another contrast on its way. What moves for ever (a skeleton, a marquee) is as it will be. */
const isAtRest = () =>
  document
    .getAnimations()
    .every(
      ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
    )

async function violationsOn(page: Page): Promise<string[]> {
  // Turbo marks the whole document as busy during a visit, which no rule of axe allows for.
  await page.waitForFunction(() => !document.documentElement.hasAttribute('aria-busy'))
  // Asked from here: in a page whose clock is held no frame comes in which it could look by itself.
  await expect.poll(() => page.evaluate(isAtRest), { timeout: 5_000 }).toBe(true)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
  })
}
