import type { Page } from 'playwright'
import { expect } from 'vitest'

/** The newest payment link mailed to an address. */
export async function linkToPay(page: Page, to: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const { messages } = await (await page.request.get('/outbox.json')).json()
      const mine = messages.filter((one: { to: string }) => one.to === to)
      link = mine
        .flatMap((one: { links: string[] }) => one.links)
        .find((one: string) => one.includes('/pay?key='))
      return link
    })
    .toBeDefined()
  const { pathname, search } = new URL(link)
  return pathname + search
}
