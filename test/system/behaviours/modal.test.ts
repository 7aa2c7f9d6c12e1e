import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { behavioursCame, come } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('modals')

const EXAMPLES = '/behaviours/modal'

const modal = (page: Page) => page.locator('#modal_dialog')
const opener = (page: Page, name: string) => page.locator('main').getByText(name, { exact: true })
const isOpen = (page: Page) => modal(page).isVisible()

/** Opens it by the keyboard, as everything that opens something can be. */
async function open(page: Page, name: string) {
  await opener(page, name).focus()
  await page.keyboard.press('Enter')
  await page.locator('#modal_dialog.is-active').waitFor()
}

/** What has the focus, in words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
  })

/** Everything that a screen reader finds on the page. */
async function rolesForReaders(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value))
}

/** Keeps what the modal tells, over visits of Turbo as well. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const told: string[][] = []
    Object.assign(window, { told })
    for (const name of ['modal_shown', 'modal_closed', 'modal_submit'])
      addEventListener(name, (event) => told.push([name, (event as CustomEvent).detail.name]))
  })
}

const told = (page: Page) => page.evaluate(() => (window as unknown as { told: string[][] }).told)

describe.each(Object.entries(SCREENS))('on a %s', (_, viewport) => {
  test('MOD-1 opening marks it active and visible to readers, names it, and puts the rest out of reach', async () => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await come(page, EXAMPLES)
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
    expect(place.x + place.width).toBeLessThanOrEqual(viewport.width)
    await page.keyboard.press('Escape')
    expect(await state()).toEqual({ active: false, hidden: 'true', trap: undefined })
    await expectAllWell('closed')
    await close()
  })
})

describe('MOD-1 where the focus goes', () => {
  test.each([
    ['Modal in a frame', ''],
    ['A marked element first', 'Marked'],
    ['An input first', 'The first visible input'],
    ['A link first', 'On to another modal'],
    ['A button first', 'Got it'],
  ])('MOD-1 %s', async (name, first) => {
    const { page, expectAllWell, close } = await visit()
    await come(page, EXAMPLES)
    await open(page, name)
    expect(await focused(page)).toBe(first)
    expect(await page.evaluate(() => document.activeElement?.closest('dialog')?.id)).toBe('modal_dialog')
    if (name === 'Modal in a frame')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('modal_postal_code')
    await expectAllWell(name)
    await close()
  })

  test('MOD-1 to the modal itself, where nothing in it takes it', async () => {
    const { page, close } = await visit()
    await come(page, '/behaviours/info-modal')
    await page.locator('.modal__close').evaluate((button) => button.toggleAttribute('hidden', true))
    await open(page, 'What about the dry ice?')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('modal_dialog')
    await close()
  })

  test('MOD-1 Tab goes round within, both ways, and what is behind cannot have it', async () => {
    const { page, close } = await visit()
    await come(page, EXAMPLES)
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
    await close()
  })

  test('MOD-1 it comes back to what opened it, however it is closed', async () => {
    const { page, expectAllWell, close } = await visit()
    await come(page, EXAMPLES)
    const ways = [
      () => page.keyboard.press('Escape'),
      () => modal(page).getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 450),
      () => modal(page).getByRole('button', { name: 'Got it' }).click(),
    ]
    for (const leave of ways) {
      await open(page, 'A button first')
      await leave()
      expect(await isOpen(page)).toBe(false)
      expect(await focused(page)).toBe('A button first')
    }
    await expectAllWell('closed four times')
    await close()
  })

  test('MOD-1 its script cannot be had: it opens, and takes the focus all the same', async () => {
    const { page, close } = await visit()
    await page.route('**/build/*.js', async (route) => {
      const script = await route.fetch()
      const isTrap = (await script.text()).includes('at least one tabbable node')
      if (isTrap) await route.abort()
      else await route.fulfill({ response: script })
    })
    await come(page, EXAMPLES)
    await open(page, 'An input first')
    expect(await focused(page)).toBe('The first visible input')
    await page.keyboard.press('Escape')
    expect([await isOpen(page), await focused(page)]).toEqual([false, 'An input first'])
    await close()
  })
})

test('MOD-1 a press that began within does not close it when it ends beside it', async () => {
  const { page, close } = await visit()
  await come(page, EXAMPLES)
  await open(page, 'Modal in a frame')
  const title = (await page.locator('#modal_title').boundingBox())!
  await page.mouse.move(title.x + 5, title.y + 5)
  await page.mouse.down()
  await page.mouse.move(5, 450)
  await page.mouse.up()
  expect(await isOpen(page)).toBe(true)
  await close()
})

test('MOD-1 it tells when it is shown, sent and closed, and of what', async () => {
  const { page, complaints, close } = await visit()
  await come(page, EXAMPLES)
  await listen(page)
  await open(page, 'Modal in a frame')
  await modal(page).getByLabel('ZIP code').first().fill('99501')
  await page.keyboard.press('Enter')
  await modal(page).getByText("Sorry, we don't deliver to that postal code.").waitFor()
  await page.keyboard.press('Escape')
  await open(page, 'A link first')
  await modal(page).getByRole('link', { name: 'On to another modal' }).click()
  await expect.poll(async () => (await told(page)).length).toBe(6)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('capture_email')
  await page.keyboard.press('Escape')
  expect(await focused(page)).toBe('A link first')
  expect(await told(page)).toEqual([
    ['modal_shown', 'capture_postal_code'],
    ['modal_submit', 'capture_postal_code'],
    ['modal_closed', 'capture_postal_code'],
    ['modal_shown', 'link_first'],
    ['modal_closed', 'link_first'],
    ['modal_shown', 'capture_email'],
    ['modal_closed', 'capture_email'],
  ])
  expect(complaints).toEqual([])
  await close()
})

describe('MOD-2 by frame', () => {
  test('MOD-2 on a product page it asks where the box goes, and the page is there anew with the answer', async () => {
    const { page, expectAllWell, close } = await visit()
    await come(page, '/products/grass-fed-ribeye')
    await page.getByRole('link', { name: 'Enter your ZIP code' }).click()
    const zip = modal(page).getByLabel('ZIP code').first()
    await zip.waitFor()
    await behavioursCame(page)
    await zip.fill('99501')
    await page.keyboard.press('Enter')
    const sentence = modal(page).getByRole('alert').first()
    await page.waitForFunction(() => document.querySelector('#modal .ask__error')?.textContent)
    expect(await sentence.innerText()).toBe("Sorry, we don't deliver to that postal code.")
    expect(await zip.getAttribute('aria-invalid')).toBe('true')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('modal_postal_code')
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

  test('MOD-2 what is no modal is a page of its own', async () => {
    const { page, close } = await visit()
    await come(page, EXAMPLES)
    await opener(page, 'Missing modal').click()
    await page.waitForURL('**/modals/nothing')
    await page.getByRole('heading', { name: "We couldn't find that." }).waitFor()
    await expect.poll(() => isOpen(page)).toBe(false)
    await close()
  })

  test('MOD-2 what cannot be fetched for it is asked for as a page', async () => {
    const { page, close } = await visit()
    await come(page, EXAMPLES)
    await page.route('**/modals/*', (route) =>
      route.request().headers()['turbo-frame'] ? route.abort() : route.continue(),
    )
    await opener(page, 'Modal in a frame').click()
    await page.waitForURL('**/modals/capture_postal_code')
    await page.getByRole('heading', { level: 1, name: 'Where should we deliver?' }).waitFor()
    await close()
  })

  test('MOD-2 while it is on its way its link says so, and who goes on meanwhile is not followed by it', async () => {
    const { page, expectAllWell, close } = await visit()
    await come(page, EXAMPLES)
    let answer = () => {}
    const held = new Promise<void>((go) => {
      answer = go
    })
    await page.route('**/modals/*', async (route) => {
      await held
      await route.continue()
    })
    await opener(page, 'Modal in a frame').click()
    await page.locator('a[aria-busy=true]', { hasText: 'Modal in a frame' }).waitFor()
    await page.getByRole('link', { name: 'All behaviors' }).click()
    await page.waitForURL('**/behaviours')
    answer()
    await page.getByRole('link', { name: 'Info modal' }).click()
    await opener(page, 'What about the dry ice?').waitFor()
    expect(await isOpen(page)).toBe(false)
    await page.goBack()
    await page.goBack()
    await opener(page, 'Modal in a frame').waitFor()
    expect(await page.locator('main [aria-busy=true]').count()).toBe(0)
    await expectAllWell('back again')
    await close()
  })

  test('MOD-2 GND-5 with scripts off its link leads to a page, and its form works there', async () => {
    const { page, complaints, close } = await visit({ javaScriptEnabled: false })
    await page.goto('/products/grass-fed-ribeye')
    await page.getByRole('link', { name: 'Enter your ZIP code' }).click()
    await page.waitForURL('**/modals/capture_postal_code')
    await page.locator('main').getByLabel('ZIP code').first().fill('98101')
    await page.locator('main').getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/products/grass-fed-ribeye')
    expect(await page.locator('.place').innerText()).toContain('98101')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('SHL-3 over visits', () => {
  test('SHL-3 MOD-1 a page that is left with it open comes back without it, and it tells everything once', async () => {
    const { page, expectAllWell, close } = await visit()
    const expectClosed = async () => {
      await opener(page, 'Modal in a frame').waitFor()
      expect(await isOpen(page)).toBe(false)
      expect(await page.locator('#modal').evaluate((frame) => frame.outerHTML)).toBe(
        '<turbo-frame id="modal" target="_top" data-modal-target="frame"></turbo-frame>',
      )
    }
    await come(page, '/behaviours')
    await listen(page)
    await page.getByRole('link', { name: 'Modal', exact: true }).click()
    await page.waitForURL(`**${EXAMPLES}`)
    await behavioursCame(page)

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
    expect(await told(page)).toEqual([...place!, ...marked!, ...place!])
    await expectAllWell('back twice')
    await close()
  })

  test('SHL-3 MOD-1 a page that is morphed below it leaves it open, with what was typed', async () => {
    const { page, expectAllWell, close } = await visit()
    await come(page, EXAMPLES)
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
    await expectAllWell('morphed')
    await close()
  })
})

describe('BEH-7 info modal', () => {
  test('BEH-7 its words stand in the modal under their title, and it tells its name', async () => {
    const { page, expectAllWell, close } = await visit()
    await come(page, '/behaviours/info-modal')
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
    expect(await told(page)).toEqual([
      ['modal_shown', 'catch_weight'],
      ['modal_closed', 'catch_weight'],
      ['modal_shown', 'dry_ice'],
    ])
    await close()
  })

  test('BEH-7 GND-5 with scripts off they unfold where they stand', async () => {
    const { page, complaints, close } = await visit({ javaScriptEnabled: false })
    await page.goto('/behaviours/info-modal')
    expect(await page.getByText('Leave it to evaporate').isVisible()).toBe(false)
    await opener(page, 'What about the dry ice?').click()
    expect(await page.getByText('Leave it to evaporate').isVisible()).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })
})
