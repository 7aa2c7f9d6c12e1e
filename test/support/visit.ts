import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Comes to a page, and waits until what makes it work has come as well. */
export async function openAndWait(page: Page, path: string) {
  await page.goto(path)
  await controllersConnected(page)
}

/**
 * Every behaviour that the page names is at work: those that are fetched when a page has them, and React's islands too.
 * Asked from here, since a page whose time is held has no frames in which it could look by itself.
 */
export const controllersConnected = (page: Page) =>
  expect.poll(() => page.evaluate(missing), { timeout: 30_000 }).toEqual([])

/** React has taken over a product's page. */
export const islandAlive = (page: Page) =>
  page.waitForFunction(() => {
    const island = document.querySelector('.product__decision') ?? {}
    return Object.keys(island).some((key) => key.startsWith('__reactFiber'))
  })

/** What the page names and has not yet, as 'email-capture'. */
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
