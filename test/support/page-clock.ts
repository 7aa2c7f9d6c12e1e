import type { Page } from 'playwright'
import { expect } from 'vitest'
import { controllersConnected } from './visit.ts'

/** Polls long enough for a busy machine. */
export const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 30_000 })

/** Stops the page's clock; from now on only the test advances it. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
}

/** Opens a page whose clock is stopped from the start. */
export async function openWithClockStopped(page: Page, path: string) {
  await page.clock.install()
  await stopClock(page)
  await page.goto(path)
  await controllersConnected(page)
}
