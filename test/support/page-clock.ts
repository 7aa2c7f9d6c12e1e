import type { Page } from 'playwright'
import { expect } from 'vitest'
import { controllersConnected } from './visit.ts'

/** The machine may be busy: what comes, comes within this. */
export const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 30_000 })

/** The page's time stands still from now on, and moves only when told to. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
}

/** Opens a page on which no time goes by but what one lets go by, from its very beginning. */
export async function openWithClockStopped(page: Page, path: string) {
  await page.clock.install()
  await stopClock(page)
  await page.goto(path)
  await controllersConnected(page)
}
