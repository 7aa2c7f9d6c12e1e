import type { Page } from 'playwright'

/**
 * Holds the page's requests to this address until they're released: before they reach the shop or, for `answer`, after
 * the shop has responded. @returns the release function
 */
export async function delayRequest(page: Page, address: string, what: 'question' | 'answer' = 'question') {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(address, async (route) => {
    const answered = what === 'answer' ? { response: await route.fetch() } : null
    await held
    await (answered ? route.fulfill(answered) : route.continue()).catch(() => null)
  })
  return letGo
}
