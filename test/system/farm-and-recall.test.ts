import { eq, sql } from 'drizzle-orm'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { orders } from '#db/schema/index.ts'
import { addDays } from '#src/day.ts'
import { CENTER, DALE } from '../support/clerks.ts'
import { FARMER } from '../support/farms.ts'
import { TODAY } from '../support/now.ts'
import { openShop } from '../support/open-shop.ts'
import { changeShop, readShop } from '../support/shop-data.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('farm')

const said = (page: Page, words: RegExp) => page.getByText(words).first().waitFor()

/** Gloved hands need 48 px. */
async function expectLargeButtons(page: Page, where: string) {
  const heights = await page
    .locator('main')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().height)))
  expect(heights.length, where).toBeGreaterThan(0)
  expect(Math.min(...heights), where).toBeGreaterThanOrEqual(48)
}

test("VEN-1 a farmer's day on a phone: announce a delivery, pause and resume an offer, propose a price", async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await signInOnPage(page, FARMER)
  await openAndWait(page, '/vendor')
  await expectAllWell('a farm’s shelf')
  const offer = page.locator('.shelf-list__title a').first()
  const name = await offer.innerText()
  await offer.click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await expectAllWell('a farm’s offer')
  await expectLargeButtons(page, 'a farm’s offer')
  await page.getByLabel('Packs').fill('36')
  await page.getByLabel('Arrives on').fill(addDays(TODAY, 3))
  await page.getByRole('button', { name: 'Announce it' }).click()
  await said(page, /expects 36 on/)
  await page.getByText(/^36 coming /).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await said(page, /is paused\. Nobody can buy it/)
  await page.getByRole('button', { name: 'Resume' }).click()
  await said(page, /is for sale again/)
  await page.getByLabel('Price in dollars').fill('61.50')
  await page.getByLabel('Why').fill('Feed costs more')
  await page.getByRole('button', { name: 'Propose it' }).click()
  await said(page, /You proposed \$61\.50/)
  await expectAllWell('a farm’s offer with a proposal')
  await page.getByRole('link', { name: 'Your shelf' }).first().click()
  const row = page.locator('.shelf-list__row').filter({ hasText: name }).first()
  await row.getByText('$61.50 proposed').waitFor()
  await row.getByText(/36 coming/).waitFor()
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor()
  const delivery = page.getByRole('row').filter({ hasText: name }).filter({ hasText: '36' })
  await delivery.getByText('Not yet').waitFor()
  await expectAllWell('a farm’s deliveries')
  const gaps = await page.locator('.farm-desk__delivery:has(details)').evaluateAll((deliveries) =>
    deliveries.map((delivery) => {
      const [table, fold] = [delivery.querySelector('.sheet'), delivery.querySelector('details')]
      return (fold?.getBoundingClientRect().top ?? 0) - (table?.getBoundingClientRect().bottom ?? 0)
    }),
  )
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12)
  await close()
})

/** The code of a lot at Dale's center that a box had, which has left. */
async function shippedLot(): Promise<string> {
  const lot = readShop(databasePath(), (db) =>
    db.get<{ code: string; orderId: number } | undefined>(sql`
      select lots.code, box_lots.order_id as orderId from lots inner join box_lots on box_lots.lot_id = lots.id
      where lots.fc_id = 1 limit 1`),
  )
  await changeShop(databasePath(), (tx) => {
    tx.update(orders)
      .set({ state: 'shipped' })
      .where(eq(orders.id, lot?.orderId ?? 0))
      .run()
  })
  return lot?.code ?? ''
}

test('LOT-3 on a laptop: a lot is recalled, its boxes are listed, and the edited email goes out once', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.laptop })
  await signInOnPage(page, DALE)
  await openAndWait(page, `${CENTER}/recalls`)
  await expectAllWell('recalls')
  await page.getByLabel(/^A lot that isn’t listed/).fill(await shippedLot())
  await page.locator('input[name="reason"]').fill('The plant found Listeria.')
  await page.getByRole('button', { name: /Recall/ }).click()
  await page.getByRole('heading', { level: 1, name: /^Recall of / }).waitFor()
  await expectAllWell('a recall')
  await page.locator('textarea[name="message"]').fill('Please throw it away.')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await said(page, /Draft saved/)
  await page.getByLabel('Class, once FSIS has said it').selectOption('I')
  await page.getByLabel('Case number').fill('042-2026')
  await page.getByRole('button', { name: 'Save class and case' }).click()
  await said(page, /^Class I, case 042-2026\./)
  await page.getByRole('button', { name: /^Send/ }).click()
  await said(page, /on (its|their) way/)
  await expectAllWell('a recall that was sent')
  expect(await page.getByRole('button', { name: /^Send/ }).count()).toBe(0)
  await close()
})
