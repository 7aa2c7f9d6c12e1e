import type { Page } from 'playwright'

/**
 * Sets the browser's default text size. Scripts that change the root's font size don't affect media queries. Each full
 * page load resets it, so it is set again then.
 */
export async function setTextSize(page: Page, standard: number) {
  const session = await page.context().newCDPSession(page)
  const set = () => session.send('Page.setFontSizes', { fontSizes: { standard } })
  page.on('domcontentloaded', () => set().catch(() => null)) // it may have closed since
  await set()
}
