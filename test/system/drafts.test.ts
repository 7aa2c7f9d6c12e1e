import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DurableTx } from '#db/client.ts'
import { roles, users } from '#db/schema/index.ts'
import { chooseFirstDay, pay, typeAddress } from '../support/checkout-page.ts'
import { linkToPay } from '../support/link-to-pay.ts'
import { openShop } from '../support/open-shop.ts'
import { changeShop } from '../support/shop-data.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { controllersConnected, openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('drafts')

const CALLER = 'caller@example.com'
const PACK = 'Winter Braising Share'

/** Gives a second person the staff role, because nobody may approve their own prices. */
function addColleague(tx: DurableTx) {
  const ben = tx.select().from(users).where(eq(users.email, 'other@example.com')).get()!
  tx.insert(roles).values({ userId: ben.id, role: 'staff' }).run()
}

test('STF-3 staff fill a box by phone at a price that a colleague approves, and the customer pays for it on a phone', async () => {
  await changeShop(databasePath(), addColleague)
  const ruth = await visit({ viewport: SCREENS.phone })
  const desk = ruth.page
  const widthOf = () => desk.evaluate(() => document.documentElement.scrollWidth)
  await signInOnPage(desk, 'staff@example.com')
  await openAndWait(desk, '/staff/drafts')
  await ruth.expectAllWell('no drafts yet')
  await desk.getByLabel("The customer's email").fill(CALLER)
  await desk.getByLabel('Name (optional)').fill('Cal Orr')
  await desk.getByRole('button', { name: 'Begin', exact: true }).click()
  await desk.getByRole('heading', { level: 1, name: /^Draft / }).waitFor()
  const draftPath = new URL(desk.url()).pathname

  await desk.getByLabel('Find packs to add').fill('braising')
  await desk.getByRole('button', { name: 'Find', exact: true }).click()
  const line = desk.getByRole('group', { name: new RegExp(PACK) })
  await line.getByLabel('Packs').fill('9')
  await line.getByLabel('Other price, each').fill('25')
  await desk.getByLabel('Why a price is different').fill('Came late last time')
  await desk.getByRole('button', { name: 'Save the box' }).click()
  await desk.getByText('Nobody can pay before a colleague approves it.').waitFor()
  expect(await widthOf()).toBe(SCREENS.phone.width)
  await ruth.expectAllWell('a draft that waits for approval, on a phone')

  const ben = await visit({ viewport: SCREENS.laptop })
  await signInOnPage(ben.page, 'other@example.com')
  await openAndWait(ben.page, draftPath)
  await ben.page.getByRole('button', { name: 'Approve' }).click()
  await ben.page.getByText('approved by').waitFor()
  await ben.expectAllWell('an approved draft, on a laptop')
  await ben.close()

  await openAndWait(desk, draftPath)
  await desk.getByRole('button', { name: 'Send a link to pay' }).click()
  await desk.getByText('The link works until').waitFor()
  await ruth.expectAllWell('a sent draft, on a phone')

  const cal = await visit({ viewport: SCREENS.phone })
  await openAndWait(cal.page, await linkToPay(cal.page, CALLER))
  await cal.page.getByRole('heading', { name: 'Your box is ready to pay' }).waitFor()
  await cal.page.getByText('$225.00').first().waitFor()
  await cal.expectAllWell('the box of a link, on a phone')
  await cal.page.getByRole('button', { name: 'Go to payment' }).click()
  await cal.page.waitForURL(/\/checkout\/\w{22}/)
  await controllersConnected(cal.page)
  await typeAddress(cal.page)
  await cal.page.keyboard.press('Enter')
  await chooseFirstDay(cal.page)
  await cal.expectAllWell('the payment of a draft, on a phone')
  await pay(cal.page, '4242424242424242')
  await cal.page.waitForURL(/\/confirmation$/)
  expect(cal.complaints).toEqual([])
  await cal.close()

  await openAndWait(desk, draftPath)
  await desk.getByRole('link', { name: 'Open the order' }).click()
  await desk.getByText('Ana Whitcomb').first().waitFor()
  await desk.getByText('Sent a link to pay').waitFor()
  await ruth.expectAllWell('the order that came of it, on a phone')
  expect(ruth.complaints).toEqual([])
  await ruth.close()
})
