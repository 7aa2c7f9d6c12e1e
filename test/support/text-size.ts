import type { Page } from 'playwright'

/** Sets the browser's default text size. Scripts that change the root's font size don't affect media queries. */
export async function setTextSize(page: Page, standard: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
  await session.detach()
}
