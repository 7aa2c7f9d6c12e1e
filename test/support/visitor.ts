import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { expect } from 'vitest'
import { bareClasses } from './bare-classes.ts'
import { controllersConnected } from './visit.ts'

export type Visitor = Awaited<ReturnType<typeof createVisitor>>

/** Chromium logs every 4xx that a script receives; these are the shop's intended ones. */
const TOLD_REFUSAL = /Failed to load resource: the server responded with a status of (402|409|422)/

const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1440, height: 900 }
export const SCREENS = { phone: PHONE, laptop: LAPTOP }

/** A browser page of the shop, and everything the browser complained about along the way. */
export async function createVisitor(browser: Browser, origin: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: origin, viewport: LAPTOP, ...options })
  context.setDefaultTimeout(30_000)
  if (options.javaScriptEnabled !== false) context.on('page', loadWithControllers)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && !TOLD_REFUSAL.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('requestfailed', (request) => {
    // A visit that Turbo or the browser aborted for another one isn't a failure.
    const isGivenUp = request.failure()?.errorText === 'net::ERR_ABORTED'
    // With scripts off, the browser refuses to fetch the scripts that the page preloads.
    const isUnwanted = options.javaScriptEnabled === false && request.url().endsWith('.js')
    if (!isGivenUp && !isUnwanted) complaints.push(`${request.url()} failed`)
  })
  return {
    page,
    complaints,
    /**
     * Asserts no console errors or warnings, no failed requests, no accessibility violations and nothing unstyled in
     * the state on screen, once everything has loaded.
     */
    async expectAllWell(state: string) {
      const violations = await violationsOn(page)
      expect({ state, complaints, violations, bare: await bareClasses(page) }).toEqual({
        state,
        complaints: [],
        violations: [],
        bare: [],
      })
    },
    close: () => context.close(),
  }
}

/**
 * Makes full page loads wait until the controllers have connected, which takes a moment. Pass `waitUntil: 'commit'` to
 * act before that.
 */
function loadWithControllers(page: Page) {
  const { goto, reload } = page
  page.goto = async (path, options) => {
    const response = await goto.call(page, path, options)
    if (!options?.waitUntil) await controllersConnected(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload.call(page, options)
    if (!options?.waitUntil) await controllersConnected(page)
    return response
  }
}

/** Gzipped, because every tested page loads it, and sending to Chromium takes 250 ms per megabyte. */
const AXE = gzipSync(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'))).toString(
  'base64',
)

async function bringAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0))
    const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
    Object.assign(window, { axeSource: await new Response(text).text() })
  }, AXE)
  await page.evaluate('eval(axeSource)')
}

/**
 * Elements that are fading in have a different contrast, a scrolling page has some half under its header, and axe has
 * no rule for a document that's busy with a visit. Endless animations (a marquee) don't count.
 */
async function isAtRest() {
  // Observers fire in the next frame, even in a page whose clock is stopped.
  const frame = () =>
    new Promise<void>((drawn) => {
      const observer = new IntersectionObserver(() => {
        observer.disconnect()
        drawn()
      })
      observer.observe(document.documentElement)
    })
  await frame()
  const before = scrollY
  await frame()
  await frame()
  const fades = ({ playState, effect }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  const isBusy = document.documentElement.hasAttribute('aria-busy')
  return !isBusy && scrollY === before && !document.getAnimations().some(fades)
}

/** Cards are alike and cost axe the most: a page's first check covers all of them, later checks only the first six. */
const BEYOND_SIX = '.shelf > .product-card:nth-child(n + 7)'
const seenWhole = new Set<string>()

function leftOut(page: Page): string[] {
  const seen = `${new URL(page.url()).pathname} ${page.viewportSize()?.width}`
  const isSeen = seenWhole.has(seen)
  seenWhole.add(seen)
  return isSeen ? [BEYOND_SIX] : []
}

async function violationsOn(page: Page): Promise<string[]> {
  await controllersConnected(page)
  // Polled from the test: with its clock stopped, the page can't poll.
  await expect.poll(() => page.evaluate(isAtRest), { timeout: 30_000 }).toBe(true)
  await bringAxe(page)
  const found = await page.evaluate(async (exclude) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const excluded = exclude.filter((selector) => document.querySelector(selector)) // axe throws without a match
    const { violations } = await axe.run(
      { include: [document], exclude: excluded },
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
        resultTypes: ['violations'],
        preload: false, // for rules that are off, and for audio, which no page has
      },
    )
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, target: node.target.join(' ') })))
  }, leftOut(page))
  const violations: string[] = []
  for (const { id, target } of found)
    if (id !== 'target-size' || (await isTooSmall(page, target))) violations.push(`${id}: ${target}`)
  return violations
}

/** Checks again in the middle of the page: axe reports targets half covered by a sticky header as too small. */
const isTooSmall = (page: Page, target: string) =>
  page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const left = scrollY
    document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { violations } = await axe.run(selector, { runOnly: { type: 'rule', values: ['target-size'] } })
    scrollTo({ top: left, behavior: 'instant' })
    return violations.length > 0
  }, target)
