import type { Page } from 'playwright'

/**
 * What the page asks for at such an address waits until it is let go, or is given up: on its way to the shop, or, as an
 * `answer`, on its way back. @returns what lets it go
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
