import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Opens a page and waits until all its controllers are connected. */
export async function openAndWait(page: Page, path: string) {
  await page.goto(path)
  await controllersConnected(page)
}

/**
 * Waits until every controller on the page is connected, including lazily loaded ones and React islands. Polls from the
 * test, since a page with a stopped clock has no frames to check in.
 */
export const controllersConnected = (page: Page) =>
  expect.poll(() => page.evaluate(missing), { timeout: 30_000 }).toEqual([])

/** Waits until React has hydrated a product page. */
export const islandAlive = (page: Page) =>
  page.waitForFunction(() => {
    const island = document.querySelector('.product__decision') ?? {}
    return Object.keys(island).some((key) => key.startsWith('__reactFiber'))
  })

/** Controllers in the page that aren't connected yet, such as 'email-capture'. */
function missing(): string[] {
  type Application = { getControllerForElementAndIdentifier(element: Element, name: string): unknown }
  const { Stimulus } = window as { Stimulus?: Application }
  const isAlive = (island: Element) => Object.keys(island).some((key) => key.startsWith('__reactContainer'))
  const isAtWork = (element: Element, name: string) =>
    Stimulus?.getControllerForElementAndIdentifier(element, name) && (name !== 'island' || isAlive(element))
  return [...document.querySelectorAll('[data-controller]')].flatMap((element) =>
    (element.getAttribute('data-controller') ?? '')
      .split(/\s+/)
      .filter((name) => name && !isAtWork(element, name)),
  )
}
