import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { delayRequest } from '../../support/delay-request.ts'
import { openShop } from '../../support/open-shop.ts'
import { controllersConnected, openAndWait } from '../../support/visit.ts'
import { SCREENS, type Visitor } from '../../support/visitor.ts'

/** Needs a real browser: focus, tab order, layout and Turbo's cache. Events and failures: test/dom/modal.test.ts. */

const { visit } = openShop('modals')

const EXAMPLES = '/behaviours/modal'

const modal = (page: Page) => page.locator('#modal_dialog')
const opener = (page: Page, name: string) => page.locator('main').getByText(name, { exact: true })
const isOpen = (page: Page) => modal(page).isVisible()

/** Opens it by keyboard, as every opener allows. */
async function open(page: Page, name: string) {
  await opener(page, name).focus()
  await page.keyboard.press('Enter')
  await page.locator('#modal_dialog.is-active').waitFor()
}

/** The label or text of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
  })

const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

/** The roles in the page's accessibility tree. */
async function rolesForReaders(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value))
}

/** Records the modal's events, across Turbo visits too. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const events: string[][] = []
    Object.assign(window, { events })
    for (const name of ['modal_shown', 'modal_closed', 'modal_submit'])
      addEventListener(name, (event) => events.push([name, (event as CustomEvent).detail.name]))
  })
}

const recorded = (page: Page) => page.evaluate(() => (window as unknown as { events: string[][] }).events)

/** Opens and closes the modal, and checks everything that shows its state. */
async function expectOpensAndCloses({ page, expectAllWell }: Visitor, width: number) {
  const state = () =>
    modal(page).evaluate((dialog) => ({
      active: dialog.classList.contains('is-active'),
      hidden: dialog.getAttribute('aria-hidden'),
      trap: dialog.dataset.focusTrapId,
    }))
  expect(await state()).toEqual({ active: false, hidden: 'true', trap: undefined })
  expect(await rolesForReaders(page)).toContain('main')
  await open(page, 'Modal in a frame')
  expect(await state()).toEqual({
    active: true,
    hidden: 'false',
    trap: expect.stringMatching(/^[1-9]\d{5}$/),
  })
  await page.getByRole('dialog', { name: 'Where should we deliver?' }).waitFor()
  expect(await rolesForReaders(page)).not.toContain('main')
  await expectAllWell('modal')
  const place = (await modal(page).boundingBox())!
  expect(place.x).toBeGreaterThanOrEqual(0)
  expect(place.x + place.width).toBeLessThanOrEqual(width)
  await page.keyboard.press('Escape')
  expect(await state()).toEqual({ active: false, hidden: 'true', trap: undefined })
}

test('MOD-1 On a phone the open modal fits the screen, is active and named, and hides the page from screen readers', async () => {
  const visitor = await visit({ viewport: SCREENS.phone })
  await openAndWait(visitor.page, EXAMPLES)
  await expectOpensAndCloses(visitor, SCREENS.phone.width)
  await visitor.expectAllWell('closed')
  await visitor.close()
})

test('MOD-1 MOD-2 On a laptop the modal also takes the focus in order, traps it and returns it', async () => {
  const visitor = await visit()
  const { page, expectAllWell, close } = visitor
  await openAndWait(page, EXAMPLES)
  await expectOpensAndCloses(visitor, SCREENS.laptop.width)

  for (const [name, first] of [
    ['Modal in a frame', ''],
    ['A marked element first', 'Marked'],
    ['An input first', 'The first visible input'],
    ['A button first', 'Got it'],
    ['A link first', 'On to another modal'],
  ] as const) {
    await open(page, name)
    expect(await focused(page)).toBe(first)
    expect(await page.evaluate(() => document.activeElement?.closest('dialog')?.id)).toBe('modal_dialog')
    if (name === 'Modal in a frame') expect(await focusedId(page)).toBe('modal_postal_code')
    else await expectAllWell(name)
    if (name !== 'A link first') await page.keyboard.press('Escape')
  }
  await modal(page).getByRole('link', { name: 'On to another modal' }).click()
  await expect.poll(() => focusedId(page)).toBe('capture_email')
  await page.keyboard.press('Escape')
  expect(await focused(page)).toBe('A link first')

  await open(page, 'Modal in a frame')
  const round: string[] = []
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab')
    round.push(await focused(page))
  }
  expect(round).toEqual(['Save', 'Not in our delivery area yet?', 'Close', ''])
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toBe('Close')
  await page.evaluate(() => document.querySelector<HTMLElement>('main a')?.focus())
  expect(await focused(page)).toBe('Close')

  // A press that starts inside and ends outside doesn't close the modal.
  const title = (await page.locator('#modal_title').boundingBox())!
  await page.mouse.move(title.x + 5, title.y + 5)
  await page.mouse.down()
  await page.mouse.move(5, 450)
  await page.mouse.up()
  expect(await isOpen(page)).toBe(true)
  await page.keyboard.press('Escape')

  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => modal(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 450),
    () => modal(page).getByRole('button', { name: 'Got it' }).click(),
  ]) {
    await open(page, 'A button first')
    await leave()
    expect(await isOpen(page)).toBe(false)
    expect(await focused(page)).toBe('A button first')
  }

  // A morph of the page behind it leaves it open, with the typed text.
  await open(page, 'Modal in a frame')
  await modal(page).getByLabel('ZIP code').first().fill('981')
  await page.evaluate(async () => {
    document.head.insertAdjacentHTML('beforeend', '<meta name="turbo-refresh-method" content="morph">')
    const { Turbo } = window as unknown as { Turbo: { session: { refresh(address: string): void } } }
    const morphed = new Promise((done) => addEventListener('turbo:morph', done, { once: true }))
    Turbo.session.refresh(document.baseURI)
    await morphed
  })
  expect(await isOpen(page)).toBe(true)
  expect(await modal(page).getByLabel('ZIP code').first().inputValue()).toBe('981')
  await page.keyboard.press('Escape')
  expect(await isOpen(page)).toBe(false)
  await expectAllWell('closed and morphed')

  // If the frame can't be loaded, the link opens the modal as a page.
  await page.route('**/modals/*', (route) =>
    route.request().headers()['turbo-frame'] ? route.abort() : route.continue(),
  )
  await opener(page, 'Modal in a frame').click()
  await page.waitForURL('**/modals/capture_postal_code')
  await page.getByRole('heading', { level: 1, name: 'Where should we deliver?' }).waitFor()
  await close()
}, 120_000)

test('MOD-2 On a product page the modal asks for the ZIP code, and the page reloads with the answer', async () => {
  const { page, expectAllWell, close } = await visit()
  await openAndWait(page, '/products/grass-fed-ribeye')
  await page.getByRole('link', { name: 'Enter your ZIP code' }).click()
  const zip = modal(page).getByLabel('ZIP code').first()
  await zip.waitFor()
  await controllersConnected(page)
  await zip.fill('99501')
  await page.keyboard.press('Enter')
  const sentence = modal(page).getByRole('alert').first()
  await page.waitForFunction(() => document.querySelector('#modal .ask__error')?.textContent)
  expect(await sentence.innerText()).toBe("Sorry, we don't deliver to that postal code.")
  expect(await zip.getAttribute('aria-invalid')).toBe('true')
  expect(await focusedId(page)).toBe('modal_postal_code')
  await expectAllWell('not served')
  await zip.fill('98101')
  await page.keyboard.press('Enter')
  await page.getByText('Arrives as early as').waitFor()
  expect(new URL(page.url()).pathname).toBe('/products/grass-fed-ribeye')
  await expect.poll(() => isOpen(page)).toBe(false)
  expect(await page.locator('.place').innerText()).toContain('98101')
  await expectAllWell('served')
  await close()
})

test('SHL-3 MOD-1 MOD-2 A page left with its modal open or loading has it closed on return, and each event fires once', async () => {
  const { page, complaints, close } = await visit()
  const expectClosed = async () => {
    await opener(page, 'Modal in a frame').waitFor()
    expect(await isOpen(page)).toBe(false)
    expect(await page.locator('#modal').evaluate((frame) => frame.outerHTML)).toBe(
      '<turbo-frame id="modal" target="_top" data-modal-target="frame"></turbo-frame>',
    )
  }
  await openAndWait(page, '/behaviours')
  await listen(page)
  await page.getByRole('link', { name: 'Modal', exact: true }).click()
  await page.waitForURL(`**${EXAMPLES}`)
  await controllersConnected(page)

  await open(page, 'Modal in a frame')
  await page.goBack()
  await page.getByRole('heading', { name: 'Behaviors' }).waitFor()
  expect(await isOpen(page)).toBe(false)
  await page.goForward()
  await expectClosed()

  await open(page, 'A marked element first')
  await modal(page).getByRole('link', { name: 'Nor me' }).click()
  await page.waitForURL('**/shop')
  await expect.poll(() => isOpen(page)).toBe(false)
  await page.goBack()
  await expectClosed()

  await open(page, 'Modal in a frame')
  await page.keyboard.press('Escape')
  const [place, marked] = [['capture_postal_code'], ['marked_first']].map(([name]) => [
    ['modal_shown', name],
    ['modal_closed', name],
  ])
  expect(await recorded(page)).toEqual([...place!, ...marked!, ...place!])

  // A link is busy while its modal loads, and the modal stays closed if the shopper has left.
  const letGo = await delayRequest(page, '**/modals/*')
  await opener(page, 'Modal in a frame').click()
  await page.locator('a[aria-busy=true]', { hasText: 'Modal in a frame' }).waitFor()
  await page.getByRole('link', { name: 'All behaviors' }).click()
  await page.waitForURL('**/behaviours')
  letGo()
  await page.getByRole('link', { name: 'Info modal' }).click()
  await opener(page, 'What about the dry ice?').waitFor()
  expect(await isOpen(page)).toBe(false)
  await page.goBack()
  await page.goBack()
  await opener(page, 'Modal in a frame').waitFor()
  expect(await page.locator('main [aria-busy=true]').count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

describe('more information', () => {
  test('BEH-7 MOD-1 The modal shows the text under its title, and takes the focus itself if nothing in it can', async () => {
    const { page, expectAllWell, close } = await visit()
    await openAndWait(page, '/behaviours/info-modal')
    await listen(page)
    await open(page, 'Why does the weight differ?')
    const dialog = page.getByRole('dialog', { name: 'Why does the weight differ?' })
    expect(await dialog.innerText()).toContain('Roasts are cut by hand.')
    expect(await focused(page)).toBe('Our terms say so too.')
    await expectAllWell('info modal')
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe('Why does the weight differ?')
    await opener(page, 'What about the dry ice?').click()
    await page.getByRole('dialog', { name: 'What about the dry ice?' }).waitFor()
    expect(await recorded(page)).toEqual([
      ['modal_shown', 'catch_weight'],
      ['modal_closed', 'catch_weight'],
      ['modal_shown', 'dry_ice'],
    ])
    await page.keyboard.press('Escape')
    await page.locator('.modal__close').evaluate((button) => button.toggleAttribute('hidden', true))
    await open(page, 'What about the dry ice?')
    expect(await focusedId(page)).toBe('modal_dialog')
    await close()
  })

  test('MOD-2 BEH-7 GND-5 With scripts off a modal is a page with a working form, and more information unfolds', async () => {
    const { page, complaints, close } = await visit({ javaScriptEnabled: false })
    await page.goto('/products/grass-fed-ribeye')
    await page.getByRole('link', { name: 'Enter your ZIP code' }).click()
    await page.waitForURL('**/modals/capture_postal_code')
    await page.locator('main').getByLabel('ZIP code').first().fill('98101')
    await page.locator('main').getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/products/grass-fed-ribeye')
    expect(await page.locator('.place').innerText()).toContain('98101')
    await page.goto('/behaviours/info-modal')
    expect(await page.getByText('Leave it to evaporate').isVisible()).toBe(false)
    await opener(page, 'What about the dry ice?').click()
    expect(await page.getByText('Leave it to evaporate').isVisible()).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })
})
