import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { DALE } from '../support/clerks.ts'
import { holdScript } from '../support/hold-script.ts'
import { openShop } from '../support/open-shop.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { setTextSize } from '../support/text-size.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'
import { WAVE } from '../support/waves.ts'

const { visit } = openShop('packing')

/** Types like a barcode scanner, wherever the focus is. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** With the browser's bars, a phone shows as little as this. */
const SMALL = { width: 390, height: 664 }

async function taskIsWhole(page: Page): Promise<boolean> {
  await page.setViewportSize(SMALL)
  const [task, foot] = [page.locator('.pack__now'), page.locator('.pack__foot')]
  const [above, below] = [await task.boundingBox(), await foot.boundingBox()]
  await page.setViewportSize(SCREENS.phone)
  return above !== null && below !== null && above.y + above.height <= below.y
}

test('FUL-11 on a phone: a scanned slip opens a box, the last pack closes it, and slips print', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await signInOnPage(page, DALE)
  await openAndWait(page, `${WAVE}/slips`)
  await expectAllWell('packing slips')
  const slip = (await page.locator('.slip__code b').first().innerText()).trim()
  await openAndWait(page, `${WAVE}/pack`)
  await heading(page, 'Scan a slip')
  await scan(page, slip)
  await page.getByText(/^Box 1, DW-/).waitFor()
  await expectAllWell('a box to pack')
  const buttons = page.getByRole('button', { name: 'It’s in the box' })
  const total = Number(/of (\d+)/.exec(await page.locator('.pack__meter').innerText())?.[1])
  for (let packed = 1; packed < total; packed++) {
    await buttons.click()
    await page.locator('.pack__meter').getByText(`${packed} of ${total}`).waitFor()
  }
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('barcode')
  expect(await taskIsWhole(page)).toBe(true)
  await buttons.click()
  await heading(page, 'Box 1 is packed')
  await expectAllWell('a packed box')
  await openAndWait(page, WAVE)
  await page.getByText('1 of 20').waitFor()
  await expectAllWell('a wave that is being packed')
  await close()
})

test('FUL-11 FUL-13 on a phone: the open form about a missing pack keeps the focus when refused, and loses no scan', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await signInOnPage(page, DALE)
  await openAndWait(page, `${WAVE}/pack`)
  await page.getByRole('link', { name: /^Start box / }).click()
  await page.getByText(/^Box \d+, DW-/).waitFor()
  await page.getByText('Something is missing').click()
  await page.getByLabel('Packs', { exact: true }).fill('99')
  await page.getByRole('button', { name: 'Pack without it' }).click()
  await heading(page, 'Not that many')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Something is missing')
  await expectAllWell('a refused short')
  await scan(page, 'no-such-code')
  await heading(page, 'Unknown code')
  await page.getByText('has the barcode "no-such-code"').waitFor()
  await close()
})

test('FUL-11 at twice the text size, what is pressed for each pack follows the task', async () => {
  const { page, close } = await visit({ viewport: SMALL, hasTouch: true })
  await signInOnPage(page, DALE)
  await setTextSize(page, 32)
  await openAndWait(page, `${WAVE}/pack`)
  await page.getByRole('link', { name: /^Start box / }).click()
  const button = page.getByRole('button', { name: 'It’s in the box' })
  await button.click()
  await page.getByRole('button', { name: /^Take the last one out/ }).waitFor()
  const [task, foot] = [page.locator('.pack__now'), page.locator('.pack__foot')]
  const [above, below] = [await task.boundingBox(), await foot.boundingBox()]
  expect(below?.y).toBeCloseTo((above?.y ?? 0) + (above?.height ?? 0), 0)
  await close()
})

test('FUL-11 at twice the text size, a reloaded packing page starts at its task, below a small header', async () => {
  const { page, close } = await visit({ viewport: SMALL, hasTouch: true })
  await signInOnPage(page, DALE)
  await setTextSize(page, 32)
  await openAndWait(page, `${WAVE}/pack`)
  await page.getByRole('link', { name: /^Start box / }).click()
  await page.locator('.pack__meter').waitFor()
  await page.reload()
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'barcode')
  await page.locator('.pack__top b').evaluate((title) => {
    title.textContent = 'Box 20, DW-EWZNUMWG' // as wide as its letters get
  })
  const head = () => page.locator('.pack__top').boundingBox()
  await expect.poll(async () => (await head())?.height).toBeLessThan(SMALL.height / 3)
  await expect.poll(async () => (await head())?.y).toBe(0)
  await close()
})

/** Holds answers to scans back until `arrive`, as a slow network does. */
async function slowNetwork(page: Page) {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/(scan|pack)(\?|$)/, async (route) => {
    await arrived
    await route.continue()
  })
  return { arrive }
}

/** Of the packs of a box, as its page says. */
const packedOn = async (page: Page) =>
  Number(/(\d+) of/.exec(await page.locator('.pack__meter').innerText())?.[1])

test('FUL-11 packs scanned before the last answer came are packed in order, and a code that is typed stays whole', async () => {
  const { page, close, complaints } = await visit({ viewport: SCREENS.laptop })
  await signInOnPage(page, DALE)
  await openAndWait(page, `${WAVE}/pack`)
  await page.getByRole('link', { name: /^Start box / }).click()
  await page.getByText(/^Box \d+, DW-/).waitFor()
  const [before, network] = [await packedOn(page), await slowNetwork(page)]
  const code = await page.locator('form:has(.button--wide) [name="barcode"]').inputValue()
  const field = page.getByLabel('Barcode of the pack')
  await scan(page, code)
  await expect.poll(() => field.inputValue()).toBe('')
  await scan(page, 'no-such-pack')
  await page.keyboard.type('no-such')
  network.arrive()
  await heading(page, 'Unknown code')
  await page.getByText('has the barcode "no-such-pack"').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('barcode')
  expect(await field.inputValue()).toBe('no-such')
  await page.keyboard.type('-code')
  await page.keyboard.press('Enter')
  await page.getByText('has the barcode "no-such-code"').waitFor()
  await page.reload()
  expect(await packedOn(page)).toBe(before + 1)
  expect(complaints.filter((words) => !words.includes('422') && !words.includes('404'))).toEqual([])
  await close()
})

test('FUL-11 after a refused scan, what was scanned before its answer came is not packed but asked for again', async () => {
  const { page, close } = await visit({ viewport: SCREENS.laptop })
  await signInOnPage(page, DALE)
  await openAndWait(page, `${WAVE}/pack`)
  await page.getByRole('link', { name: /^Start box / }).click()
  await page.getByText(/^Box \d+, DW-/).waitFor()
  const before = await packedOn(page)
  const code = await page.locator('form:has(.button--wide) [name="barcode"]').inputValue()
  const network = await slowNetwork(page)
  await scan(page, 'no-such-pack')
  await expect.poll(() => page.getByLabel('Barcode of the pack').inputValue()).toBe('')
  await scan(page, code)
  network.arrive()
  await heading(page, 'Unknown code')
  await page.getByText(`Please scan ${code} again`).waitFor()
  await page.reload()
  expect(await packedOn(page)).toBe(before)
  await close()
})

test('FUL-11 without a network a slip says that it was not sent, and stays in its field', async () => {
  const { page, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await signInOnPage(page, DALE)
  await openAndWait(page, `${WAVE}/pack`)
  await heading(page, 'Scan a slip')
  await page.context().setOffline(true)
  await scan(page, 'DW-UNREACHED.1')
  await page.getByText('No network. Please try again once you’re connected.').waitFor()
  expect(await page.getByLabel('Slip').inputValue()).toBe('DW-UNREACHED.1')
  await close()
})

test('FUL-11 what was scanned before another page was opened is asked for again, and packed into no other box', async () => {
  const { page, close } = await visit({ viewport: SCREENS.laptop })
  await signInOnPage(page, DALE)
  await openAndWait(page, `${WAVE}/pack`)
  await page.getByRole('link', { name: /^Start box / }).click()
  await page.getByText(/^Box \d+, DW-/).waitFor()
  const code = await page.locator('form:has(.button--wide) [name="barcode"]').inputValue()
  const network = await slowNetwork(page)
  await scan(page, 'no-such-pack')
  await expect.poll(() => page.getByLabel('Barcode of the pack').inputValue()).toBe('')
  await scan(page, code)
  await page.goBack()
  await heading(page, 'Scan a slip')
  await page.getByText(`Please scan ${code} again`).waitFor()
  network.arrive()
  await close()
})

/** Opens a box without the script that queues scans. @returns what lets it come, or says that it never will */
async function boxBeforeQueue(page: Page) {
  const letGo = await holdScript(page, 'will be sent in order')
  const box = await page.getByRole('link', { name: /^Start box / }).getAttribute('href')
  await page.goto(box ?? '', { waitUntil: 'commit' })
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'barcode')
  return letGo
}

test.each([true, false])(
  'FUL-11 packs scanned before the queue’s script are packed in order, or asked for again: %s',
  async (comes) => {
    const { page, close } = await visit({ viewport: SCREENS.laptop })
    await signInOnPage(page, DALE)
    await openAndWait(page, `${WAVE}/pack`)
    const letGo = await boxBeforeQueue(page)
    const [before, network] = [await packedOn(page), await slowNetwork(page)]
    const code = await page.locator('form:has(.button--wide) [name="barcode"]').inputValue()
    await scan(page, code)
    await scan(page, 'no-such-pack')
    letGo(comes)
    network.arrive()
    await page
      .getByText(comes ? 'has the barcode "no-such-pack"' : 'Please scan no-such-pack again')
      .waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    expect(await packedOn(page)).toBe(comes ? before + 1 : before)
    await close()
  },
)
