import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { chooseFirstDay, enterAddress, enterEmail, fillBox, pay } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { readShop } from '../support/shop-data.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { controllersConnected, openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('move-and-cancel')

const GIFT_CARD = 'DEMOGIFT50000000'
const AVAILABLE = '$50.00 available'
const EMAIL = 'moves.and.cancels@example.com'

const dialog = (page: Page) => page.getByRole('dialog')

async function applyGiftCard(page: Page) {
  await openAndWait(page, '/cart')
  await page.getByLabel('Promotion or gift card code').fill(GIFT_CARD)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#cart_summary').getByText(AVAILABLE).waitFor()
}

/** A guest's box, paid with a $50.00 gift card and $21.95 by card. */
async function buyBox(page: Page) {
  await fillBox(page)
  await applyGiftCard(page)
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.waitForURL(/\/checkout\/[0-9A-Za-z]{22}/)
  await controllersConnected(page)
  await enterEmail(page, EMAIL)
  await enterAddress(page)
  await chooseFirstDay(page)
  await pay(page, '4242424242424242')
  await page.waitForURL(/\/confirmation$/)
  const token = /order\/(\w+)\/confirmation/.exec(page.url())?.[1] ?? ''
  await openAndWait(page, `/account/orders/${token}`)
}

const subjects = async (page: Page): Promise<string[]> => {
  const { messages } = (await (await page.request.get('/outbox.json')).json()) as {
    messages: { to: string; subject: string }[]
  }
  return messages.filter(({ to }) => to === EMAIL).map(({ subject }) => subject)
}

test('ORD-4 ORD-5 a guest on a phone moves the box, undoes it and cancels: card and gift card are refunded in full', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  const earlier = (await subjects(page)).length // of a first try
  await buyBox(page)
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.innerText()

  await page.getByRole('link', { name: /^Move the day/ }).tap()
  const open = dialog(page).locator('.calendar__choice:not([data-mark=expedited])')
  await open.nth(6).waitFor()
  await expectAllWell('the days to move to')
  await open.nth(6).tap()
  await dialog(page).getByText('Same price, nothing to pay').waitFor()
  await expectAllWell('a day at the same price')
  await dialog(page).getByRole('button', { name: 'Move it' }).tap()
  await page.getByText(/^Your box now comes /).waitFor()
  const after = await title.innerText()
  expect(after).not.toBe(before)

  await page.getByRole('button', { name: 'Undo' }).tap()
  await page.getByText(/^Undone: your box now comes /).waitFor()
  expect(await title.innerText()).toBe(before)

  await page.getByRole('link', { name: 'Cancel this order' }).tap()
  await dialog(page).getByText('You get back').waitFor()
  expect((await dialog(page).innerText()).replace(/\s+/g, ' ')).toMatch(
    /To Visa ending in 4242 \$21\.95 To your gift card or store credit \$50\.00 You get back \$71\.95/,
  )
  await expectAllWell('what comes back')
  await dialog(page).getByRole('button', { name: 'Cancel the order' }).tap()
  await page.getByText(/is canceled. We've emailed you what you get back and when/).waitFor()
  await page.getByText(/(Refund of|Refunded) \$21\.95/).waitFor()
  await expectAllWell('a canceled order')
  const order = async () => (await page.request.get(page.url())).text()
  await expect.poll(order).toContain('Refunded $21.95')

  await expect.poll(() => subjects(page)).toHaveLength(earlier + 4) // receipt, two moves, canceled
  await fillBox(page)
  await applyGiftCard(page)
  await close()
})

/** The demo member's box with a free pack of bacon, for boxes delivered by December 4. */
const rewardedBox = () =>
  readShop(databasePath(), (db) => {
    const [box] = db.all<{ token: string }>(
      'select token from orders join order_rewards on order_id = orders.id where used_at is not null',
    )
    if (!box) throw new Error('the demo has a box with a reward')
    return box.token
  })

async function chooseDay(page: Page, day: string) {
  await page.getByRole('link', { name: /^Move the day/ }).tap()
  const choice = dialog(page).locator('.calendar__choice', { has: page.locator(`[value="${day}"]`) })
  await choice.waitFor()
  await controllersConnected(page) // without them, a press only chooses
  await choice.tap()
}

test('ORD-5 a member on a phone moves a box within its reward, then past it: the reward comes off, and undo restores it', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await signInOnPage(page, 'member@example.com')
  await openAndWait(page, `/account/orders/${rewardedBox()}`)
  const gift = page
    .locator('.order-lines, main')
    .getByText(/Maple.*bacon.*Free/i)
    .first()

  await chooseDay(page, '2026-12-03')
  await dialog(page).getByText('Same price, nothing to pay').waitFor()
  await dialog(page).getByRole('button', { name: 'Move it' }).tap()
  await page.getByText('Your box now comes Thursday, December 3.').waitFor()
  await gift.waitFor()

  await chooseDay(page, '2026-12-10')
  await dialog(page)
    .getByRole('heading', { name: /^You'd lose .*bacon/i })
    .waitFor()
  await expectAllWell('what a move would lose')
  const without = dialog(page).getByRole('button', { name: 'Move without it' })
  await without.tap()
  await dialog(page)
    .getByRole('checkbox', { name: /^Move it and take/ })
    .and(page.locator(':invalid'))
    .waitFor()
  await page.keyboard.press('Space')
  await without.tap()
  await page.getByText('Your box now comes Thursday, December 10.').waitFor()
  await page.getByText(/came off and is back in your rewards/).waitFor()
  expect(await gift.isVisible()).toBe(false)

  await page.getByRole('button', { name: 'Undo' }).tap()
  await page.getByText('Undone: your box now comes Thursday, December 3.').waitFor()
  await gift.waitFor()
  await expectAllWell('the reward is back')
  await close()
})

test('ORD-4 ORD-5 GND-5 with scripts off the same pages move and cancel a box', async () => {
  const buyer = await visit({ viewport: SCREENS.phone })
  await buyBox(buyer.page)
  const address = buyer.page.url()
  const storageState = await buyer.page.context().storageState()
  await buyer.close()

  const { page, complaints, close } = await visit({
    viewport: SCREENS.phone,
    javaScriptEnabled: false,
    storageState,
  })
  await page.goto(address)
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.innerText()
  await page.getByRole('link', { name: /^Move the day/ }).click()
  await page.locator('.calendar__choice:not([data-mark=expedited]) input').nth(6).check({ force: true })
  await page.locator('main form .button').first().click()
  await page.getByRole('button', { name: 'Move it' }).click()
  await page.getByText(/^Your box now comes /).waitFor()
  expect(await title.innerText()).not.toBe(before)

  await page.getByRole('link', { name: 'Cancel this order' }).click()
  await page.getByText('You get back').waitFor()
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByText(/is canceled. We've emailed you what you get back and when/).waitFor()
  expect(complaints).toEqual([])
  await close()
})
