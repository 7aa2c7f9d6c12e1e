import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { typeAddress } from '../support/checkout-page.ts'
import { delayRequest } from '../support/delay-request.ts'
import { openShop } from '../support/open-shop.ts'
import { fillBoxByCalls } from '../support/page-calls.ts'
import { eventually } from '../support/page-clock.ts'
import { signInPage } from '../support/signed-in-page.ts'
import { controllersConnected } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('delivery-step')

async function come(page: Page) {
  const token = await fillBoxByCalls(page, databasePath())
  await page.goto(`/${token}/delivery`)
  await controllersConnected(page)
  return token
}

const asked = (page: Page, title: string) =>
  page.getByRole('dialog', { name: title }).waitFor({ state: 'visible' })

const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'hidden' })

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')

test('CHK-4 CHK-5 by touch on a phone: each question has its modal, one leads to the next, and then to payment', async () => {
  const { page, expectAllWell, close } = await visit({
    viewport: SCREENS.phone,
    hasTouch: true,
    isMobile: true,
  })
  const token = await come(page)
  await page.evaluate(() => {
    const told: string[] = []
    Object.assign(window, { told })
    for (const name of ['viewed-address-modified-modal', 'modal_shown', 'modal_submit'])
      addEventListener(name, (event) => told.push(`${name} ${(event as CustomEvent).detail.name}`), true)
  })
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told)
  const send = (name: string) => page.getByRole('button', { name }).last().tap()
  await page.getByLabel('Email', { exact: true }).fill('ana@example.com')
  await expectAllWell('the form')

  await page.locator('.checkout-summary__fold').tap()
  await typeAddress(page, { street: '600 E Boulevard Ave', city: 'Bismarck', state: 'ND', zip: '58501' })
  await send('Continue')
  await asked(page, "We can't deliver here right now")
  expect(await page.getByRole('dialog').getByRole('button').allInnerTexts()).toEqual([
    'Enter another address',
    '',
  ])
  expect(await page.locator('.checkout-summary').getAttribute('open')).toBe('')
  await expectAllWell('no day')
  await send('Enter another address')
  await gone(page)

  await typeAddress(page, { street: '12 Elm St', city: 'Portland' })
  await send('Continue')
  await asked(page, 'Please check this address')
  await expectAllWell('unconfirmed')
  await page.getByRole('button', { name: 'Change the address' }).tap()
  await gone(page)

  const cheyenne = { street: '2101 oneil avenue', city: 'Cheyenne', state: 'WY', zip: '82001' }
  await typeAddress(page, cheyenne)
  await send('Continue')
  await asked(page, 'Confirm your address')
  await expectAllWell('two spellings')
  await page.getByRole('button', { name: 'Use the suggestion' }).tap()
  await asked(page, 'Boxes to this ZIP code may arrive late')
  await expectAllWell('late')
  await page.getByRole('button', { name: "That's fine, deliver here" }).tap()
  await asked(page, 'Boxes to this address ship from a different center')
  await page
    .getByRole('dialog')
    .getByText("We'd have to remove what isn't in stock there: Winter Braising Share, 4 lb")
    .waitFor()
  await expectAllWell('another center')
  await page.getByRole('button', { name: 'Close' }).tap()
  await gone(page)
  expect((await told()).filter((one) => one.startsWith('viewed'))).toEqual([
    'viewed-address-modified-modal address_modified_to_achieve_match',
  ])
  expect(await told()).toContain('modal_submit address_modified_to_achieve_match')

  await typeAddress(page, { street: '1912 pike place' })
  await send('Continue')
  await asked(page, 'Confirm your address')
  await page.getByRole('button', { name: 'Keep what I typed' }).tap()
  await page.waitForURL(`**/${token}/payment`)
  await page.getByText('1912 pike place').first().waitFor()
  await close()
})

test('CHK-1 CHK-2 BEH-2 BEH-5 BEH-6 by keyboard alone: missing fields, a gift, a faster day and the new total', async () => {
  const { page, expectAllWell, close } = await visit()
  const token = await come(page)
  const summary = page.locator('#checkout_summary')
  await page.getByLabel('Email', { exact: true }).focus()
  await page.keyboard.type('ana@example.com')
  await page.keyboard.press('Enter')
  const names = 'Full Name, Street Address 1, City, State, Zip Code and Phone Number'
  await page
    .getByRole('alert')
    .filter({ hasText: `Please fill in the missing fields: ${names}` })
    .waitFor()
  await expect.poll(() => focused(page)).toBe('delivery_name')
  await expectAllWell('fields missing')

  // Every time, the focus moves to the first invalid field. Once retyped, it's no longer marked invalid.
  await page.getByRole('button', { name: 'Continue' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('delivery_name')
  await page.keyboard.type('Ana Whitcomb')
  await page.locator('#delivery_name:not([aria-invalid])').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('1912 Pike Pl')
  await page.getByLabel('Zip Code').focus()
  await page.keyboard.type('98101')
  await page.getByRole('grid', { name: 'Delivery dates' }).waitFor()
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Seattle')
  await summary.getByText('$71.95').last().waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('2065550142')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByLabel("Recipient's name").waitFor()
  expect(await page.getByRole('checkbox', { name: 'Make it a recurring box' }).isVisible()).toBe(false)

  const expedited = page.getByRole('checkbox', { name: 'Expedited shipping, $12.00 more' })
  await expedited.focus()
  await page.keyboard.press('Space')
  const faster = page.locator('.calendar__choice', { hasText: 'faster' }).first()
  await faster.waitFor()
  expect(await expedited.evaluate((box) => box === document.activeElement)).toBe(true)
  const day = await faster.locator('input').inputValue()
  await page.keyboard.press('Tab')
  const start = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.day ?? '')
  const steps = Math.round((Date.parse(day) - Date.parse(start)) / 86_400_000)
  for (let n = Math.abs(steps); n > 0; n--) await page.keyboard.press(steps > 0 ? 'ArrowRight' : 'ArrowLeft')
  await page.keyboard.press('Space')
  await page.getByText(/expedited, delivery \$31\.95\./).waitFor()
  await summary.getByText('$83.95').last().waitFor()
  await expectAllWell('a faster day chosen')
  expect(await page.getByLabel("Recipient's name").isVisible()).toBe(true)

  await page.getByLabel('Full Name').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/${token}/payment`)
  expect(await page.locator('#checkout_summary').innerText()).toContain('$83.95')
  await close()
})

test("CHK-7 BEH-5 a late response to the recurring choice doesn't cancel a submit sent meanwhile", async () => {
  const { page, complaints, close } = await visit()
  const token = await come(page)
  const letGo = await delayRequest(page, '**/v1/set_recurring_order')
  await page.getByLabel('Email', { exact: true }).fill('ana@example.com')
  await typeAddress(page, { street: '1912 Pike Pl' })
  await page.getByRole('grid', { name: 'Delivery dates' }).waitFor()
  const letOn = await delayRequest(page, '**/v1/update_shipping_address/*')
  await page.getByRole('checkbox', { name: 'Make it a recurring box' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  letGo()
  await page.locator('#recurring_option').getByText("You'll get a box every 4 weeks").waitFor()
  letOn()
  await page.waitForURL(`**/${token}/payment`)
  await page.goto(`/${token}/delivery`)
  expect(await page.getByRole('checkbox', { name: 'Make it a recurring box' }).isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

test('CHK-3 CHK-7 choices, checks and text entered before the controllers load still count', async () => {
  const { page, complaints, close } = await visit()
  const token = await fillBoxByCalls(page, databasePath())
  await signInPage(page, databasePath(), 'shopper@example.com')
  const letGo = await delayRequest(page, '**/build/*.js')
  await page.goto(`/${token}/delivery`, { waitUntil: 'commit' })
  const saved = page.locator('.saved-addresses input[type=radio]')
  await saved.nth(1).check()
  await page.getByRole('checkbox', { name: 'Make it a recurring box' }).check()
  letGo()
  await page.locator('#recurring_option').getByText("You'll get a box every 4 weeks").waitFor()
  const words = await page.locator('.saved-addresses__one').nth(1).innerText()
  const street = page.getByLabel('Street Address 1')
  await eventually(async () => words.includes((await street.inputValue()) || '?')).toBe(true)
  expect(await saved.nth(1).isChecked()).toBe(true)
  await page.reload()
  expect(await page.getByRole('checkbox', { name: 'Make it a recurring box' }).isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

test('CHK-4 CHK-6 GND-5 with scripts off the question is at the top of the page, and its buttons lead on', async () => {
  const { page, complaints, close } = await visit({ javaScriptEnabled: false })
  const token = await fillBoxByCalls(page, databasePath())
  await page.goto(`/${token}/delivery`)
  await page.getByLabel('Email', { exact: true }).fill('ana@example.com')
  await typeAddress(page, { street: '1912 pike place' })
  await page.getByRole('button', { name: 'Show delivery days' }).click()
  await page.getByText('Delivery days for 98101').waitFor()
  expect(await page.getByLabel('Street Address 1').inputValue()).toBe('1912 pike place')
  await page.getByRole('button', { name: 'Continue' }).last().click()
  await page.getByRole('heading', { name: 'Confirm your address' }).waitFor()
  await page.getByRole('button', { name: 'Use the suggestion' }).click()
  await page.waitForURL(`**/${token}/payment`)
  expect(complaints).toEqual([])
  await close()
})
