import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { CENTER, DALE } from '../support/clerks.ts'
import { openShop } from '../support/open-shop.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('export')

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export to a wave' })
const dialog = (page: Page) => page.getByRole('dialog')
const chooseBox = (page: Page, state: string, nth: number) =>
  page.getByRole('row').filter({ hasText: state }).nth(nth).getByRole('checkbox').check()

test('FUL-2 BEH-28 on a laptop: no selection alerts, a box in a wave is left out, and the rest export to files and a wave', async () => {
  const { page, expectAllWell, close } = await visit()
  await signInOnPage(page, DALE)
  await openAndWait(page, `${CENTER}/orders`)
  await expectAllWell('the orders of a center')
  const alerts: string[] = []
  page.on('dialog', (alert) => {
    alerts.push(alert.message())
    void alert.accept()
  })
  await exportButton(page).click()
  await expect.poll(() => alerts).toEqual(['Please select at least one order to export.'])
  expect(await dialog(page).count()).toBe(0)

  await chooseBox(page, 'In wave 1', 0)
  await chooseBox(page, 'Ready', 0)
  await chooseBox(page, 'Ready', 1)
  await page.keyboard.press('e')
  const warning = dialog(page).getByRole('alert')
  await warning.waitFor()
  expect(await warning.innerText()).toBe(
    '1 of these orders is already in a wave. It stays there, so 2 are left.',
  )
  await expectAllWell('orders that are in a wave')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await exportButton(page).click()
  await dialog(page).getByRole('button', { name: 'Export 2 orders' }).click()
  const ready = dialog(page).getByText(/^Wave \d+ is ready: 2 boxes\.$/)
  await ready.waitFor()
  const wave = /\d+/.exec(await ready.innerText())?.[0]
  await expectAllWell('a wave that is ready')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('link', { name: 'Download ZIP' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`wave-${wave}.zip`)
  await dialog(page).getByRole('link', { name: 'View packing wave' }).click()
  await page.waitForURL(`**${CENTER}/packing_waves/${wave}`)
  await page.getByRole('heading', { name: `Wave ${wave}` }).waitFor()
  await expectAllWell('the wave')
  await close()
})

test('FUL-2 on a phone: all matching orders are exported, a failure is reported, and closing hides every panel', async () => {
  const { page, complaints, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await signInOnPage(page, DALE)
  await openAndWait(page, `${CENTER}/orders?state=ready`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: /^Select all \d+/ }).click()
  await page.getByText(/^All \d+ selected$/).waitFor()
  await page.route('**/orders/export*', (route) => route.abort(), { times: 1 })
  await exportButton(page).click()
  await dialog(page).getByText('An error occurred while exporting orders').waitFor()
  complaints.length = 0 // the aborted request
  await expectAllWell('an export that failed')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await exportButton(page).click()
  await dialog(page)
    .getByText(/^Wave \d+ is ready: \d+ boxes\.$/)
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('heading', { name: 'No orders match' }).waitFor()
  await expectAllWell('nothing left to export')
  await close()
})

/** How far the bar reaches over the rows on the screen. */
const coveredPixels = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.selection-bar')?.getBoundingClientRect()
    return bar && bar.top < innerHeight ? Math.round(innerHeight - bar.top) : 0
  })

test('FUL-1 on a phone the selection bar covers no orders until one is selected', async () => {
  const { page, close } = await visit({ viewport: SCREENS.phone })
  await signInOnPage(page, DALE)
  await openAndWait(page, `${CENTER}/orders`)
  expect(await coveredPixels(page)).toBe(0)
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  expect(await coveredPixels(page)).toBeGreaterThan(48)
  await page.getByRole('row').nth(1).getByRole('checkbox').uncheck()
  expect(await coveredPixels(page)).toBe(0)
  await close()
})

test('BEH-28 without a WebSocket the widget polls its job', async () => {
  const { page, close } = await visit()
  await page.addInitScript(() => {
    Object.defineProperty(window, 'WebSocket', { value: class {} })
  })
  await signInOnPage(page, DALE)
  await openAndWait(page, `${CENTER}/orders?state=in_wave`)
  await page.locator('.sheet').waitFor()
  const path = await page.evaluate(async () => {
    const wave = await fetch(`${location.pathname.replace('/orders', '')}/packing_waves/1/files`, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'X-CSRF-Token': document.querySelector<HTMLMetaElement>('meta[name=csrf-token]')?.content ?? '',
      },
    })
    return `/jobs/${(await wave.json()).job_id}`
  })
  await page.goto(path)
  await page.getByText('Wave 1 is ready: 20 boxes.').waitFor()
  await close()
})
