import type { Page } from 'playwright'

/** Makes a Turbo visit and waits for it to finish. */
export async function visitByTurbo(page: Page, path: string) {
  await page.evaluate(async (to) => {
    const { Turbo } = window as unknown as { Turbo: { visit(to: string): void } }
    const arrived = new Promise((done) => addEventListener('turbo:load', done, { once: true }))
    Turbo.visit(to)
    await arrived
  }, path)
}

/** Follows a link away from a behavior's page, then goes back with the browser's back button. */
export async function goAndComeBack(page: Page) {
  const { pathname } = new URL(page.url())
  await page.getByRole('link', { name: 'All behaviors' }).click()
  await page.getByRole('heading', { name: 'Behaviors', exact: true }).waitFor()
  await page.goBack()
  await page.waitForURL(`**${pathname}*`)
  await page.getByRole('heading', { name: 'Behaviors', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'All behaviors' }).waitFor()
}

/** Morphs the server's page into the current one, as a live refresh does. */
export async function morph(page: Page) {
  await page.evaluate(async () => {
    const wish = { name: 'turbo-refresh-method', content: 'morph' }
    document.head.append(Object.assign(document.createElement('meta'), wish))
    const morphed = new Promise((done) => addEventListener('turbo:morph', done, { once: true }))
    const { Turbo } = window as unknown as { Turbo: { visit(to: string, how: object): void } }
    Turbo.visit(window.location.href, { action: 'replace' })
    await morphed
  })
}
