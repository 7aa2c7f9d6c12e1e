import type { Page } from 'playwright'

/** The text size in the browser's settings. Scripts that set the root's size don't change which media queries match. */
export async function setTextSize(page: Page, standard: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
  await session.detach()
}
