import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { orderOf } from '../support/buying.ts'
import { chooseFirstDay, enterAddress, enterCard, enterEmail } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { checkoutAtDate, fillBoxByCalls } from '../support/page-calls.ts'
import { eventually, openWithClockStopped, stopClock } from '../support/page-clock.ts'
import { readShop } from '../support/shop-data.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('wallets')

const wallet = (page: Page, name: 'Apple Pay' | 'Google Pay' | 'Link') => {
  const sheet = page.getByRole('dialog', { name })
  return {
    sheet,
    open: () => page.getByRole('button', { name }).click(),
    pay: sheet.getByRole('button', { name: /^Pay \$/ }),
    cancel: () => sheet.getByRole('button', { name: 'Cancel' }).click(),
    async move(state: string, zip: string) {
      await sheet.getByLabel('State').fill(state)
      await sheet.getByLabel('ZIP').fill(zip)
      await sheet.getByLabel('ZIP').press('Tab')
    },
  }
}

const PLACES = '**/v1/stripe_validate_express_checkout_address'

/** Delays the next response by a second. @returns how many responses have arrived since */
async function delayNextAnswer(page: Page, url: string) {
  let [asked, answered] = [0, 0]
  await page.route(url, async (route, request) => {
    if (asked++ === 0) await pause(1_000)
    await route.continue()
    await request.response()
    answered += 1
  })
  return () => answered
}

/** Records the page's `payment-error` events. */
async function hearPaymentErrors(page: Page) {
  const heard: string[] = []
  await page.exposeFunction('heardPaymentError', (message: string) => heard.push(message))
  await page.evaluate(() =>
    document.addEventListener('payment-error', (event) =>
      (window as unknown as { heardPaymentError(message: string): void }).heardPaymentError(
        (event as CustomEvent<{ message: string }>).detail.message,
      ),
    ),
  )
  return heard
}

test('PAY-5 PAY-7 PAY-9 wallet scripts load after 300 ms, the pay button shows after a second, and errors show at the top', async () => {
  const { page, close } = await visit()
  const pathname = `/checkout/${await fillBoxByCalls(page, databasePath())}`
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/embedded-payments\/stripe\.js/.test(request.url())) asked.push(request.url())
  })
  await openWithClockStopped(page, pathname)
  await page.getByLabel('Email').waitFor()
  await page.clock.runFor(299)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await eventually(() => asked.length).toBe(1)
  const express = page.getByRole('region', { name: 'Express checkout' })
  const buttons = async () => {
    await page.clock.runFor(100)
    return express.getByRole('button').allInnerTexts()
  }
  await eventually(buttons).toEqual(['Apple Pay', 'Google Pay', 'Link'])

  await page.clock.resume()
  await enterEmail(page)
  await enterAddress(page)
  await chooseFirstDay(page)
  const code = page.getByRole('textbox', { name: 'Security code' })
  const button = page.getByRole('button', { name: /^Pay \$/ })
  await enterCard(page, '4242424242424242')
  await button.waitFor()
  await code.fill('')
  await button.waitFor({ state: 'detached' })
  await stopClock(page)
  await code.fill('123')
  await page.clock.runFor(999)
  expect(await button.count()).toBe(0)
  await page.clock.runFor(1)
  await button.waitFor()

  const heard = await hearPaymentErrors(page)
  await code.fill('1')
  await button.click() // the fields haven't been idle long enough to hide the button
  await page
    .getByRole('alert')
    .filter({ hasText: /security code/i })
    .first()
    .waitFor()
  await eventually(() => heard.length).toBe(1)
  await page.locator('.checkout-steps > .notice--danger', { hasText: heard[0] ?? '' }).waitFor()
  await eventually(() => page.evaluate(() => window.scrollY)).toBe(0)
  await close()
})

test("PAY-5 PAY-6 PAY-9 by touch on a phone a wallet supplies email and address, shows refusals, and pays the order's total", async () => {
  const { page, expectAllWell, close } = await visit({
    viewport: SCREENS.phone,
    hasTouch: true,
    isMobile: true,
  })
  await openAndWait(page, `/checkout/${await fillBoxByCalls(page, databasePath())}`)
  const heard = await hearPaymentErrors(page)
  const { sheet, open, pay, cancel, move } = wallet(page, 'Google Pay')
  await page.getByRole('button', { name: 'Google Pay' }).tap()
  await sheet.getByRole('radio', { name: /^Arrives/ }).waitFor()
  await expectAllWell('the wallet')
  expect(await pay.innerText()).toBe('Pay $71.95')
  await sheet.getByRole('radio', { name: /^Expedited/ }).tap()
  await eventually(() => pay.innerText()).toBe('Pay $83.95')
  await page.locator('#checkout_summary summary', { hasText: '$83.95' }).waitFor()

  const answered = await delayNextAnswer(page, PLACES)
  await move('AK', '99501') // the state alone is refused with another message, and that response is late
  await sheet.getByRole('alert').filter({ hasText: 'can’t ship to' }).waitFor()
  expect(await pay.isDisabled()).toBe(true)
  await eventually(answered).toBe(2)
  await cancel()
  await page.getByRole('alert').filter({ hasText: "Sorry, we don't deliver to that postal code." }).waitFor()

  await open()
  await sheet.getByLabel('Street address').fill('P.O. Box 12')
  await sheet.getByRole('radio', { name: /^Arrives/ }).tap()
  await eventually(() => pay.innerText()).toBe('Pay $71.95')
  await pay.tap()
  const sentence = "Hmm, this looks like a PO Box, and unfortunately we can't deliver to those"
  await sheet.getByRole('alert').filter({ hasText: sentence }).waitFor()
  expect(heard).toEqual([sentence])
  await cancel()
  await page.locator('.field__error', { hasText: sentence }).waitFor()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Jenny Rosen')
  expect(await page.getByText('jenny@example.com').isVisible()).toBe(true)
  await expectAllWell('the wallet’s address refused')

  await open()
  await sheet.getByLabel('Card').selectOption({ label: '•••• 0002 – Declined' })
  await pay.tap()
  await eventually(() => heard.length).toBe(2)
  await page.locator('.notice--danger', { hasText: /declined/ }).waitFor()
  await expectAllWell('the wallet’s card declined')

  await open()
  expect(await sheet.getByLabel('Street address').count()).toBe(0) // the accepted address is kept
  await pay.tap()
  await page.waitForURL(/\/confirmation$/)
  expect(await page.locator('main').innerText()).toMatch(
    /1912 Pike Pl[\s\S]*\$71\.95|\$71\.95[\s\S]*1912 Pike Pl/,
  )
  const receipts = () => page.request.get('/outbox.json').then((answer) => answer.text())
  await eventually(receipts).toContain('jenny@example.com')
  await close()
})

test('PAY-7 in California neither the button nor a wallet works until the terms are accepted', async () => {
  const { page, expectAllWell, close } = await visit()
  const address = { street: '1315 10th St', city: 'Sacramento', state: 'CA', zip: '95814' }
  await openAndWait(page, `/checkout/${await checkoutAtDate(page, databasePath(), { address })}?step=date`)
  await chooseFirstDay(page)
  await enterCard(page, '4242424242424242')
  const terms = page.getByRole('checkbox', { name: /terms of service/ })
  await page.getByText('Agree to the terms of service to pay.').waitFor()
  expect(await page.getByRole('button', { name: /^Pay \$/ }).count()).toBe(0)
  const { open, sheet, pay } = wallet(page, 'Link')
  await open()
  await page.getByRole('alert').filter({ hasText: 'Please agree to the terms of service.' }).waitFor()
  expect(await sheet.count()).toBe(0)
  await expectAllWell('terms not agreed to')

  await terms.check()
  await page.getByRole('button', { name: /^Pay \$/ }).waitFor()
  await open()
  await pay.click()
  await page.waitForURL(/\/confirmation$/)
  await close()
})

test('PAY-4 PAY-11 one page handles every payment flow: recurring keeps the card, a gift card leaves nothing to pay', async () => {
  const { page, expectAllWell, close } = await visit()
  const ribs = { slug: 'st-louis-ribs', quantity: 2 }
  await openAndWait(page, `/checkout/${await checkoutAtDate(page, databasePath(), ribs)}?step=date`)
  await chooseFirstDay(page)
  const code = page.getByLabel('Promotion or gift card code')
  const enter = async (text: string) => {
    await code.fill(text)
    await code.press('Enter')
  }
  await enter('SHIPFREE')
  await page.locator('#checkout_summary').getByText('free delivery on your order').waitFor()
  await enter('DEMOGIFT50000000')
  await page.getByText("There's nothing to pay for this box.").waitFor()
  expect(await page.getByRole('region', { name: 'Express checkout' }).count()).toBe(0)

  await page.getByRole('checkbox', { name: 'Make it a recurring box' }).check()
  await enterCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Place order' }).waitFor()
  await expectAllWell('nothing to pay, and a card to keep')
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.waitForURL(/\/confirmation$|\/steakholder$/)
  await close()
})

test('PAY-20 CHK-7 an unsaved gift is saved along with a wallet payment, once its email is valid', async () => {
  const { page, close } = await visit()
  const token = await fillBoxByCalls(page, databasePath(), { email: 'ana@example.com' })
  await openAndWait(page, `/checkout/${token}`)
  await page.getByLabel('This is a gift').check()
  await page.getByLabel('Your message').fill('Eat well.')
  const recipient = page.getByLabel("Recipient's email")
  await recipient.fill('ruth')
  const { open, sheet, pay } = wallet(page, 'Google Pay')
  await open()
  await page.getByRole('alert').filter({ hasText: "Please check the recipient's email address" }).waitFor()
  expect(await sheet.count()).toBe(0)

  await recipient.fill('ruth@example.com')
  await open()
  await sheet.getByRole('radio', { name: /^Arrives/ }).waitFor()
  await pay.click()
  await page.waitForURL(/\/confirmation$/)
  expect(readShop(databasePath(), (db) => orderOf(db, token))).toMatchObject({
    giftOrder: true,
    giftRecipientEmail: 'ruth@example.com',
    giftMessage: 'Eat well.',
  })
  await close()
})
