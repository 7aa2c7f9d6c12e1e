import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { addDays } from '#src/day.ts'
import { CENTER, DALE } from '../support/clerks.ts'
import { TODAY } from '../support/now.ts'
import { openShop } from '../support/open-shop.ts'
import { changeShop, readShop } from '../support/shop-data.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { controllersConnected, openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('clerks-day')

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

type Box = { id: number; identifier: string; token: string }

/** Two boxes that can be packed, and an offer that a farm delivers. */
const readGoods = () =>
  readShop(databasePath(), (db): { boxes: [Box, Box]; offer: string } => {
    const [weighed, other] = db.all<Box>(
      `select id, identifier, token from orders where fc_id = 1 and state = 'paid' and ship_on > '${TODAY}'
      and (select count(*) from order_lines where order_id = orders.id) > 1 order by ship_on, id limit 2`,
    )
    const [stocked] = db.all<{ token: string }>(
      `select token from offers join stock on offer_id = offers.id where fc_id = 1 and on_hand > 100 limit 1`,
    )
    if (!weighed || !other || !stocked) throw new Error('the demo has boxes to pack')
    return { boxes: [weighed, other], offer: stocked.token }
  })

const sellFirstLineByWeight = ({ id }: Box) =>
  changeShop(databasePath(), (tx) => {
    tx.run(`update order_lines set pound_cents = price_cents / 10
      where id = (select min(id) from order_lines where order_id = ${id})`)
  })

/** Each run announces its own delivery, so that none depends on what another received. */
let runs = 0

const isWithinLabel = (input: HTMLElement) =>
  input.getBoundingClientRect().right <= (input.closest('label')?.getBoundingClientRect().right ?? 0)

/** Announces a delivery for a farm that called, counts fewer packs on arrival, and gives the reason. */
async function receiveDelivery(page: Page, offer: string) {
  const run = ++runs
  await openAndWait(page, `${CENTER}/receiving`)
  await page.getByText('Announce a delivery', { exact: true }).click()
  await page.getByLabel('Barcode of the offer').fill(offer)
  await page.getByLabel('Packs', { exact: true }).fill('24')
  const day = page.getByLabel('Day', { exact: true })
  await day.fill(addDays(TODAY, 20 + run))
  expect(await day.evaluate(isWithinLabel)).toBe(true)
  await page.getByRole('button', { name: 'Announce', exact: true }).click()
  await page.waitForURL(`**${CENTER}/receiving/*`)
  await page.getByLabel('Packs counted').fill('22')
  await page.getByLabel('Lot', { exact: true }).fill(`DAY-${run}`)
  await page.getByLabel('Best by').fill(addDays(TODAY, 300))
  await press(page, 'Check in')
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Different because').selectOption('Short')
  await press(page, 'Check in')
  await page.getByRole('heading', { name: 'Checked in' }).waitFor()
}

/** Selects a box that's already in a wave, gets a warning, and exports the others. @returns the path of their wave */
async function exportBoxes(page: Page, boxes: Box[]): Promise<string> {
  await openAndWait(page, `${CENTER}/orders`)
  await page.getByRole('row').filter({ hasText: 'In wave 1' }).first().getByRole('checkbox').check()
  for (const { identifier } of boxes)
    await page.getByRole('checkbox', { name: `Select ${identifier}` }).check()
  await press(page, 'Export to a wave')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('already in a wave').waitFor()
  await dialog.getByRole('button', { name: 'Export 2 orders' }).click()
  await dialog.getByText(/^Wave \d+ is ready: 2 boxes\.$/).waitFor()
  await dialog.getByRole('link', { name: 'View packing wave' }).click()
  await heading(page, /^Wave \d+$/)
  return new URL(page.url()).pathname
}

/** Presses and weighs as the screen asks, until the box is packed. */
async function packBox(page: Page) {
  const done = page.getByRole('heading', { level: 1, name: /is packed$/ })
  const scale = page.getByLabel('Scale, in grams with packaging')
  const inBox = page.getByRole('button', { name: 'It’s in the box' })
  while (!(await done.isVisible())) {
    const [before] = await page.locator('.pack__now').allInnerTexts()
    if (await scale.isVisible()) {
      await scale.fill('500')
      await page.getByRole('button', { name: /^Save the/ }).click()
    } else await inBox.click()
    await expect.poll(() => page.locator('.pack__now').allInnerTexts()).not.toEqual([before])
    await controllersConnected(page)
  }
}

for (const [device, options] of [
  ['phone', { viewport: SCREENS.phone, hasTouch: true }],
  ['laptop', { viewport: SCREENS.laptop }],
] as const)
  test(`FUL-6 FUL-10 FUL-11 FUL-12 a clerk's day on a ${device}: receive, export, pack, weigh, label and ship`, async () => {
    const { page, expectAllWell, close } = await visit(options)
    await signInOnPage(page, DALE)
    const { boxes, offer } = readGoods()
    await sellFirstLineByWeight(boxes[0])
    await receiveDelivery(page, offer)
    await expectAllWell('a delivery that came short')
    const wave = await exportBoxes(page, boxes)
    await openAndWait(page, `${wave}/slips`)
    await expectAllWell('slips')
    const slip = (await page.locator('.slip__code b').first().innerText()).trim()
    await openAndWait(page, `${wave}/pack`)
    await page.keyboard.type(slip)
    await page.keyboard.press('Enter')
    await page.getByText(/^Box 1, DW-/).waitFor()
    await packBox(page)
    await expectAllWell('a packed box')
    await page.getByRole('link', { name: 'Start box 2' }).click()
    await page.getByText(/^Box 2, DW-/).waitFor()
    await packBox(page)
    await page.getByText('That was the last one of the wave').waitFor()
    await openAndWait(page, wave)
    await press(page, 'Buy 2 labels')
    await page.getByRole('link', { name: 'Print the labels' }).waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: /^Open wave/ }).click()
    await page.getByRole('link', { name: 'Print 2 labels' }).waitFor()
    await press(page, 'Ship all 2 packed boxes')
    await page.getByText('Shipped: 2 boxes.').waitFor()
    await expectAllWell('a wave that has shipped')
    await close()
  })

test('FUL-7 without a network, an adjustment says that it couldn’t reach the shop, and keeps what was typed', async () => {
  const { page, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await signInOnPage(page, DALE)
  await openAndWait(page, `${CENTER}/inventory`)
  await page.locator('summary', { hasText: 'Adjust' }).first().click()
  const form = page.locator('form[action$="/adjust"]').first()
  await form.locator('[name="change"]').fill('-1')
  await form.locator('[name="reason"]').fill('Torn pack')
  await page.context().setOffline(true)
  await form.locator('[type="submit"]').click()
  await page.getByText("We couldn't reach the shop. Please check your connection and try again.").waitFor()
  expect(await form.locator('[name="reason"]').inputValue()).toBe('Torn pack')
  await close()
})
