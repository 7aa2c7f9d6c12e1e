import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { bank, fillBox, goToPayment, pay, signInMidway } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { controllersConnected } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('order-changes')

const ROAST = 'Tri-Tip'
const THREE_D_SECURE = '4000002760003184'

/** Opens the buyer's order page after the confirmation. */
async function openOrder(page: Page): Promise<string> {
  await page.waitForURL(/\/confirmation$/)
  const token = /order\/(\w+)\/confirmation/.exec(page.url())?.[1] ?? ''
  await page.goto(`/account/orders/${token}`)
  return token
}

async function setQuantity(page: Page, name: string, quantity: string) {
  await page.getByRole('link', { name: /Edit what's inside/ }).click()
  const row = page.getByRole('spinbutton', { name: new RegExp(`^Quantity of .*${name}`, 'i') }).first()
  if (!(await row.isVisible())) {
    await page.getByRole('searchbox', { name: 'What would you like to add?' }).fill(name)
    await page.getByRole('button', { name: 'Find' }).click()
  }
  await row.fill(quantity)
  await page.getByRole('button', { name: 'See the difference' }).click()
}

test('ORD-7 a guest on a phone adds a roast, pays the difference after a bank challenge, and removes it again', async () => {
  const { page, complaints, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await goToPayment(page)
  await pay(page, '4242424242424242')
  const token = await openOrder(page)
  await setQuantity(page, ROAST, '1')
  await page.getByText('You pay').waitFor()
  await expectAllWell('the difference')
  await page.getByRole('button', { name: /^Pay \$.* and update$/ }).click()
  await page.getByRole('heading', { name: 'Pay the difference' }).waitFor()
  await controllersConnected(page)
  await expectAllWell('the card form of the difference')
  await typeCard(page, THREE_D_SECURE)
  await page.getByRole('button', { name: /^Pay \$.* and update$/ }).click()
  await bank(page).asks()
  await bank(page).refuse()
  await typeCard(page, THREE_D_SECURE)
  await page.getByRole('button', { name: /^Pay \$.* and update$/ }).click()
  await bank(page).asks()
  await bank(page).agree()
  await page.getByText('Your box is updated, and the difference is paid.').waitFor()
  await page.getByText(/paid with Visa ending in 4242 and Visa ending in 3184/).waitFor()
  await expectAllWell('the edited order')
  await setQuantity(page, ROAST, '0')
  await page.getByText('We refund').waitFor()
  await page.getByRole('button', { name: /^Update and refund \$/ }).click()
  await page.getByText(/Your box is updated. We're refunding \$/).waitFor()
  await page.getByText(/(Refund of|Refunded) \$/).waitFor()
  expect(complaints).toEqual([])
  await close()
  await editAsStaff(token)
})

/** Only up to the difference: a guest's card isn't kept. */
async function editAsStaff(token: string) {
  const { page, expectAllWell, close } = await visit()
  await signInOnPage(page, 'staff@example.com')
  await page.goto(`/staff/orders/${token}`)
  await page.getByRole('link', { name: /Edit what's inside/ }).click()
  await page.getByRole('searchbox', { name: 'Search the shop' }).fill(ROAST)
  await page.getByRole('button', { name: 'Find' }).click()
  const found = page.getByRole('spinbutton', { name: new RegExp(ROAST, 'i') })
  await found.first().fill('1')
  await expectAllWell('a box that staff edit')
  await page.getByRole('button', { name: 'See the difference' }).click()
  await page.getByRole('heading', { level: 1, name: 'Change this box?' }).waitFor()
  await page.getByText(/1 instead of 0/).waitFor()
  await expectAllWell('the difference, as staff see it')
  await close()
}

test('ORD-5 a guest on a phone moves the box to a more expensive day after confirming amount and bank challenge; undo refunds it', async () => {
  const { page, complaints, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await goToPayment(page)
  await pay(page, '4242424242424242')
  await openOrder(page)
  await controllersConnected(page)
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.innerText()
  const dialog = page.getByRole('dialog')
  const dearer = dialog.locator('.calendar__choice', { hasText: '+$12' }).first()
  await page.getByRole('link', { name: /^Move the day/ }).tap()
  await dearer.waitFor()
  await controllersConnected(page) // without them, a press only chooses
  await dearer.tap()
  await dialog.getByText('You pay').waitFor()
  await expectAllWell('a day that costs more')
  await dialog.getByRole('link', { name: 'Pick another day' }).tap()
  await dearer.tap()
  await dialog.getByRole('button', { name: 'Pay $12.00 and move it' }).tap()
  await page.getByRole('heading', { name: 'Pay the difference' }).waitFor()
  await controllersConnected(page)
  await typeCard(page, THREE_D_SECURE)
  await page.getByRole('button', { name: 'Pay $12.00 and move it' }).tap()
  await bank(page).asks()
  await bank(page).agree()
  await page.getByText(/^Your box now comes .*, and the difference is paid\.$/).waitFor()
  expect(await title.innerText()).not.toBe(before)
  await expectAllWell('the box on its dearer day')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await page.getByText(/^Undone: your box now comes /).waitFor()
  expect(await title.innerText()).toBe(before)
  await page.getByText(/(Refund of|Refunded) \$12\.00/).waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('ORD-7 ORD-5 with scripts off the kept card pays for an edit and for a more expensive day', async () => {
  const ana = await visit({ viewport: SCREENS.phone })
  await fillBox(ana.page)
  await signInMidway(ana.page, 'shopper@example.com')
  await ana.page.goto('/account/cards/new')
  await typeCard(ana.page, '4242424242424242')
  await ana.page.getByRole('button', { name: 'Save card' }).click()
  await ana.page.getByText('Your card is saved.').waitFor()
  await ana.page.goto('/checkout')
  await controllersConnected(ana.page)
  await ana.page.getByRole('button', { name: /^Pay \$/ }).click()
  const token = await openOrder(ana.page)
  const storageState = await ana.page.context().storageState()
  await ana.close()

  const { page, complaints, close } = await visit({
    viewport: SCREENS.phone,
    javaScriptEnabled: false,
    storageState,
  })
  await page.goto(`/account/orders/${token}`)
  await setQuantity(page, ROAST, '1')
  await page
    .getByRole('radio', { name: 'Visa ending in 4242, the card you paid with', checked: true })
    .waitFor()
  await page.getByRole('button', { name: /^Pay \$.* and update$/ }).click()
  await page.getByText(/Your box is updated. We charged \$/).waitFor()
  await page.goto(`/modals/reschedule?order_token=${token}&arrival_date=2026-11-24`)
  await page.getByRole('button', { name: 'Pay $12.00 and move it' }).click()
  await page.getByText('Your box now comes Tuesday, November 24.').waitFor()
  expect(complaints).toEqual([])
  await close()
})

/** A form without a ZIP code: the card uses the box's address. */
async function typeCard(page: Page, number: string) {
  await page.getByRole('textbox', { name: 'Card number' }).pressSequentially(number)
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('1234')
  await page.getByRole('textbox', { name: 'Security code' }).fill('123')
}
