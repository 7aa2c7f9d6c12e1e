import type { Page, Route } from 'playwright'

/** Holds back the one script that has these words in it. @returns what lets it come, or says that it never will */
export async function holdScript(page: Page, words: string) {
  let letGo: (comes?: boolean) => void = () => {}
  const held = new Promise<boolean>((resolve) => {
    letGo = (comes = true) => resolve(comes)
  })
  const answer = async (route: Route) => {
    const response = await route.fetch()
    const comes = !(await response.text()).includes(words) || (await held)
    await (comes ? route.fulfill({ response }) : route.abort())
  }
  await page.route('**/build/*.js', (route) => answer(route).catch(() => null)) // it may have closed since
  return letGo
}
