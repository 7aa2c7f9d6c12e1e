import type { Page, Request } from 'playwright'

/** The slide-out cart. */
export const panel = (page: Page) => page.locator('#mini_cart_panel')
export const isOpen = (page: Page) => panel(page).evaluate((element) => element.matches(':popover-open'))
export const boxLink = (page: Page) => page.locator('.box-link')
export const count = (page: Page) => page.locator('#cart_count').innerText()

/** The page's nth quick-add form: the button, then a quantity stepper. */
export const quickAdd = (page: Page, nth = 0) => {
  const form = page.locator('main .quick-add').nth(nth)
  return {
    form,
    add: form.getByRole('button', { name: '+ Add to Box' }),
    more: form.getByRole('button', { name: 'One more' }),
    less: form.getByRole('button', { name: 'One less' }),
    takeOut: form.getByRole('button', { name: 'Remove from box' }),
    field: form.getByRole('spinbutton'),
    amount: () => form.getByRole('spinbutton').inputValue(),
  }
}

/** Waits until the panel is open and its animation has finished. */
export async function panelOpened(page: Page) {
  await page.locator('#mini_cart_panel:popover-open').waitFor()
  await panel(page).evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => null))),
  )
}

/** Closes the slide-out, which opens when the first item is added. */
export async function closePanel(page: Page) {
  await panelOpened(page)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })
}

/** Records the page's cart changes, as 'PUT 3'. */
export function changesOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (isChange(request)) asked.push(`${request.method()} ${quantityIn(request)}`.trim())
  })
  return asked
}

/** Holds cart changes back until each is released, in order. */
export async function holdChanges(page: Page) {
  const held: (() => void)[] = []
  await page.route('**/cart/items/*', async (route) => {
    await new Promise<void>((letGo) => held.push(letGo))
    await route.continue()
  })
  return {
    held,
    letGo: () => held.shift()?.(),
  }
}

const isChange = (request: Request) => /\/cart\/items\/[\w-]+$/.test(new URL(request.url()).pathname)

const quantityIn = (request: Request) => new URLSearchParams(request.postData() ?? '').get('quantity') ?? ''
