import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { chooseFirstDay, enterAddress, enterEmail, fillBox, pay } from '../support/checkout-page.ts'
import { CENTER, DALE } from '../support/clerks.ts'
import { openShop } from '../support/open-shop.ts'
import { readShop } from '../support/shop-data.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { controllersConnected, openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('weather')

const EMAIL = 'waits.for.weather@example.com'
const SEATTLE = '981'

const said = (page: Page, words: RegExp | string) => page.getByText(words).first().waitFor()

/** A guest's box to Seattle, paid by card. */
async function buyBox(page: Page) {
  await fillBox(page)
  await openAndWait(page, '/cart')
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.waitForURL(/\/checkout\/[0-9A-Za-z]{22}/)
  await controllersConnected(page)
  await enterEmail(page, EMAIL)
  await enterAddress(page)
  await chooseFirstDay(page)
  await pay(page, '4242424242424242')
  await page.waitForURL(/\/confirmation$/)
}

const arrivalOfBox = () =>
  readShop(databasePath(), (db) => {
    const [box] = db.all<{ day: string }>(
      `select arrival_on as day from orders where email = '${EMAIL}' and state = 'paid'`,
    )
    if (!box) throw new Error('the guest has a box')
    return box.day
  })

type Mail = { to: string; subject: string; links: string[] }

/** The links in the weather email, once it has arrived. */
async function mailedLinks(page: Page): Promise<string[]> {
  const find = async () => {
    const { messages } = (await (await page.request.get('/outbox.json')).json()) as { messages: Mail[] }
    return messages.find(({ to, subject }) => to === EMAIL && subject.startsWith('Weather'))?.links ?? []
  }
  await expect.poll(async () => (await find()).length).toBeGreaterThan(1)
  return (await find()).filter((link) => link.includes('/weather-alerts/'))
}

test('ORD-6 a clerk raises a storm alert on a laptop; on a phone the buyer has the box shipped anyway, then waits', async () => {
  const buyer = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await buyBox(buyer.page)
  const day = arrivalOfBox()

  const clerk = await visit({ viewport: SCREENS.laptop })
  await signInOnPage(clerk.page, DALE)
  await openAndWait(clerk.page, `${CENTER}/weather_alerts`)
  await clerk.expectAllWell('weather alerts')
  await clerk.page.getByLabel('What is coming').fill('Ice storm')
  await clerk.page.getByLabel('First day').fill(day)
  await clerk.page.getByLabel('Last day').fill(day)
  await clerk.page.getByLabel('ZIP areas').fill('981x')
  await clerk.page.getByRole('button', { name: 'Hold boxes' }).click()
  await said(clerk.page, '"981X" isn’t a ZIP area')
  await clerk.page.getByLabel('ZIP areas').fill(SEATTLE)
  await clerk.page.getByRole('button', { name: 'Hold boxes' }).click()
  await said(clerk.page, /Ice storm: boxes on their way there are being held/)

  const [keep = ''] = await mailedLinks(buyer.page)
  await openAndWait(buyer.page, keep)
  await buyer.expectAllWell('a box held by weather')
  const title = buyer.page.getByRole('heading', { level: 1 })
  const moved = await title.innerText()
  const anyway = buyer.page.getByRole('switch', { name: 'Ship anyway' })
  await anyway.tap()
  await said(buyer.page, /We'll ship it anyway/)
  expect(await title.innerText()).not.toBe(moved)
  await anyway.tap()
  await said(buyer.page, /We'll wait for the weather/)
  expect(await title.innerText()).toBe(moved)
  await buyer.page.getByRole('button', { name: 'Keep the new date' }).tap()
  await said(buyer.page, /Thank you\. We'll see you/)
  await buyer.expectAllWell('a new date that works')

  await openAndWait(clerk.page, `${CENTER}/weather_alerts`)
  const row = clerk.page.getByRole('row').filter({ hasText: 'Ice storm' })
  await row.getByRole('link', { name: /^\d+$/ }).click()
  await clerk.page.waitForURL('**/orders?state=weather')
  await said(clerk.page, /Ice storm\. Ships/)
  await openAndWait(clerk.page, `${CENTER}/weather_alerts`)
  await clerk.page.getByRole('link', { name: 'Ice storm' }).click()
  await clerk.page.getByRole('button', { name: 'Clear the alert' }).click()
  await said(clerk.page, /Ice storm is over/)
  await clerk.expectAllWell('an alert that was cleared')
  await buyer.close()
  await clerk.close()
})
