import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { bank, signInMidway } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { checkoutAtDate } from '../support/page-calls.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('payment-step')

const RIBS = { slug: 'st-louis-ribs', quantity: 2 }
const CALIFORNIA = { street: '1 Market St', city: 'San Francisco', state: 'CA', zip: '94105' }

/** Opens the older checkout's payment step for a cart filled by API calls. */
async function openPaymentStep(page: Page, box: Parameters<typeof checkoutAtDate>[2] = {}) {
  await page.goto(`/${await checkoutAtDate(page, databasePath(), box)}/payment`)
  await cardField(page).waitFor()
}

const cardField = (page: Page) => page.getByRole('textbox', { name: 'Card number' })
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })
const refusal = (page: Page, words: string | RegExp) => page.getByRole('alert').filter({ hasText: words })

/** Types as a person does: the fields advance when a part is full. */
async function typeCard(page: Page, number: string) {
  await cardField(page).fill('')
  await cardField(page).pressSequentially(number)
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('1234')
  await page.getByRole('textbox', { name: 'Security code' }).fill('123')
}

/** Records the page's `payment-error` events. */
async function listenForErrors(page: Page) {
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    document.addEventListener('payment-error', (event) => heard.push((event as CustomEvent).detail.message))
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}

describe('the payment step of the older checkout', () => {
  test('CHK-9 on a phone: missing fields and refusals are reported, and then a card pays once', async () => {
    const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
    await openPaymentStep(page)
    const heard = await listenForErrors(page)
    await expectAllWell('payment step')
    expect(await payButton(page).isVisible()).toBe(false)

    await page.getByLabel(/same as my shipping/).uncheck()
    await typeCard(page, '4000000000000002')
    await page.getByText('Fill in the billing address to pay.').waitFor()
    await page.getByLabel('Street Address 1').fill('500 Pine St')
    await page.getByLabel('City').fill('Portland')
    await page.getByLabel('State', { exact: true }).selectOption('OR')
    await page.getByLabel('Billing Zip Code').fill('972')
    await page.getByLabel('City').focus()
    await refusal(page, 'Please enter a 5 digit zip code').waitFor()
    await page.getByLabel('Billing Zip Code').fill('')
    await page.getByLabel('City').focus()
    await refusal(page, 'Please enter a Billing Zip Code.').waitFor()
    await expectAllWell('no zip code')
    expect(await payButton(page).isVisible()).toBe(false)

    await page.getByLabel('Billing Zip Code').fill('97205')
    await payButton(page).tap()
    await refusal(page, 'Your card was declined.').waitFor()

    await page.locator('#checkout_summary summary').tap()
    await page.getByLabel('Promotion or gift card code').fill('SHIPFREE')
    await page.getByRole('button', { name: 'Apply' }).tap()
    await page.getByRole('button', { name: 'Pay $52.00' }).waitFor()

    await page.route('**/embedded-payments/tokens', (route) =>
      route.fulfill({ status: 402, json: { error: { type: 'card_error', message: 'Your card ran away.' } } }),
    )
    await payButton(page).tap()
    await refusal(page, 'Your card ran away.').waitFor()
    await page.unroute('**/embedded-payments/tokens')
    await page.route('**/v1/update_payment/*', (route) => route.fulfill({ body: '<p>No JSON' }))
    await payButton(page).tap()
    await refusal(page, 'There was a problem communicating with our payment provider.').waitFor()
    await page.unroute('**/v1/update_payment/*')
    expect(await heard()).toEqual([
      'Your card was declined. Nothing was charged, and your box is saved.',
      'Your card ran away.',
      'There was a problem communicating with our payment provider. Please try again.',
    ])

    await typeCard(page, '4242424242424242')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/update_payment/')) sent.push(request.url())
    })
    await payButton(page).dblclick()
    await page.waitForURL(/\/confirmation$/)
    expect(sent).toHaveLength(1)
    expect(await page.locator('main').innerText()).toContain('$52.00')
    await close()
  })

  test('CHK-9 ACC-1 GND-21 by keyboard alone: signing in midway loses nothing; failed 3-D Secure pays nothing, completed pays', async () => {
    const { page, expectAllWell, close } = await visit()
    await openPaymentStep(page)
    const step = page.url()
    const said = () => page.locator('.checkout-done').innerText()
    const before = await said()
    await signInMidway(page)
    expect(page.url()).toBe(step)
    expect(await said()).toBe(before)
    expect(before).toContain('1912 Pike Pl')
    await cardField(page).waitFor()
    const payByKeys = async () => {
      await cardField(page).focus()
      await page.keyboard.type('40000025000031551234123')
      await payButton(page).waitFor()
      while (!(await payButton(page).evaluate((button) => button === document.activeElement)))
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await bank(page).asks()
    }
    await payByKeys()
    await expectAllWell('the bank asks')
    await bank(page).refuse()
    await expectAllWell('not authenticated')
    expect(page.url()).toMatch(/\/payment$/)

    await payByKeys()
    await bank(page).agree()
    await page.waitForURL(/\/confirmation$/)
    await close()
  })

  test('CHK-9 PAY-7 in California the button waits for the terms, with and without a card', async () => {
    const { page, expectAllWell, close } = await visit()
    const apply = async (code: string) => {
      await page.getByLabel('Promotion or gift card code').fill(code)
      await page.getByRole('button', { name: 'Apply' }).click()
    }
    await openPaymentStep(page, { ...RIBS, address: CALIFORNIA })

    await apply('SHIPFREE')
    await page.locator('#payment_words', { hasText: 'Pay $49.80' }).waitFor({ state: 'attached' })
    await apply('DEMOGIFT50000000')
    await page.getByText("There's nothing to pay for this box.").waitFor()
    const place = page.getByRole('button', { name: 'Place order', disabled: true })
    await place.waitFor()
    await expectAllWell('free, terms not agreed to')
    await page.getByLabel('I agree to the terms of service').check()
    await page.getByRole('button', { name: 'Place order', disabled: false }).waitFor()

    const older = page.url()
    await page.goto(older.replace(/(\w{22})\/payment$/, 'checkout/$1'))
    await place.waitFor()
    await expectAllWell('free in the newer checkout, terms not agreed to')
    await page.getByLabel('I agree to the terms of service').check()
    await page.getByRole('button', { name: 'Place order', disabled: false }).waitFor()
    await page.goto(older)

    await page.getByRole('button', { name: /^Remove Gift card/ }).click()
    await cardField(page).waitFor()
    await typeCard(page, '4242424242424242')
    await page.getByText('Agree to the terms of service to pay.').waitFor()
    expect(await payButton(page).isVisible()).toBe(false)
    await page.getByLabel('I agree to the terms of service').check()
    await page.getByRole('button', { name: 'Pay $49.80' }).click()
    await page.waitForURL(/\/confirmation$/)
    await close()
  })

  test('CHK-9 PAY-11 GND-5 with scripts off it says that cards need JavaScript, and a free order can be placed', async () => {
    const { page, complaints, close } = await visit({ javaScriptEnabled: false })
    const press = (name: RegExp) => page.getByRole('button', { name }).first().click()
    const token = await checkoutAtDate(page, databasePath(), { ...RIBS, email: 'plainly@example.com' })
    await page.goto(`/checkout/${token}`)
    await page.getByText(/To pay by card, please turn on JavaScript/).waitFor()
    await page.goto(`/${token}/payment`)
    await page.getByText(/To pay by card, please turn on JavaScript/).waitFor()
    expect(await page.getByLabel(/same as my shipping/).isVisible()).toBe(false)
    for (const code of ['SHIPFREE', 'DEMOGIFT50000000']) {
      await page.getByLabel('Promotion or gift card code').fill(code)
      await press(/^Apply$/)
      await page.getByText(/^We applied/).waitFor()
    }
    await page.getByText("There's nothing to pay for this box.").waitFor()
    expect(page.url()).toMatch(/\/payment$/)
    await press(/^Place order$/)
    await page.waitForURL(/\/confirmation$/)
    expect(complaints).toEqual([])
    await close()
  })
})
