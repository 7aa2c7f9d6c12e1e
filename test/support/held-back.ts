import type { Page } from 'playwright'

/** What the page asks for at such an address waits until it is let go, or is given up. @returns what lets it go */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(address, async (route) => {
    await held
    await route.continue().catch(() => null)
  })
  return letGo
}
