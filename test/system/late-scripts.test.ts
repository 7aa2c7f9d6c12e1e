import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { orderOf } from '../support/buying.ts'
import { CENTER, DALE } from '../support/clerks.ts'
import { delayRequest } from '../support/delay-request.ts'
import { holdScript } from '../support/hold-script.ts'
import { openShop } from '../support/open-shop.ts'
import { checkoutAtDate, fillBoxByCalls } from '../support/page-calls.ts'
import { readShop } from '../support/shop-data.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { signInPage } from '../support/signed-in-page.ts'
import { controllersConnected } from '../support/visit.ts'

const { visit, databasePath } = openShop('late-scripts')

const CALIFORNIA = { street: '1 Market St', city: 'San Francisco', state: 'CA', zip: '94105' }

/** Shows the checkout step again, lets the shopper act on it, and only then lets its scripts come. */
async function beforeScripts(page: Page, url: string, act: () => Promise<void>) {
  const letGo = await delayRequest(page, '**/build/*.js')
  await page.goto(url, { waitUntil: 'commit' })
  await act()
  letGo()
  await controllersConnected(page)
}

async function addCard(page: Page, number: string) {
  await page.goto('/account/cards/new')
  await page.getByRole('textbox', { name: 'Card number' }).pressSequentially(number)
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('1234')
  await page.getByRole('textbox', { name: 'Security code' }).fill('123')
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByText('Your card is saved.').waitFor()
}

test('PAY-20 a saved card and an agreement given before the scripts load count for the payment', async () => {
  const { page, complaints, close } = await visit()
  const box = { email: 'ana@example.com', address: CALIFORNIA }
  const checkout = `/checkout/${await fillBoxByCalls(page, databasePath(), box)}?step=payment`
  await signInPage(page, databasePath(), 'shopper@example.com')
  await addCard(page, '4242424242424242')
  await addCard(page, '5555555555554444')
  await beforeScripts(page, checkout, async () => {
    await page.getByRole('radio', { name: /4444/ }).check()
    await page.getByRole('checkbox', { name: /agree/i }).check()
  })
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await page
    .getByText(/ending in 4444/)
    .first()
    .waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('CHK-3 a saved address picked before the script that fills it in is where the box goes', async () => {
  const { page, complaints, close } = await visit()
  const token = await fillBoxByCalls(page, databasePath(), { email: 'ana@example.com' })
  await signInPage(page, databasePath(), 'shopper@example.com')
  await holdScript(page, 'Address filled in.')
  await page.goto(`/checkout/${token}`)
  await page.getByRole('link', { name: 'Edit delivery address' }).click()
  await page.getByRole('radio', { name: /48 Foundry St/ }).check()
  const saving = page.waitForRequest('**/v1/stripe_update_address')
  await page.getByRole('button', { name: 'Continue to delivery date' }).click()
  expect((await saving).postData()).toContain('48 Foundry St')
  expect(complaints).toEqual([])
  await close()
})

test('PAY-20 CHK-7 a gift typed before the scripts load is saved along with a wallet payment', async () => {
  const { page, complaints, close } = await visit()
  const token = await fillBoxByCalls(page, databasePath(), { email: 'ana@example.com' })
  await beforeScripts(page, `/checkout/${token}`, async () => {
    await page.getByLabel('This is a gift').check()
    await page.getByLabel('Your message').fill('Eat well.')
  })
  await page.getByRole('button', { name: 'Google Pay' }).click()
  const sheet = page.getByRole('dialog', { name: 'Google Pay' })
  await sheet.getByRole('radio', { name: /^Arrives/ }).waitFor()
  await sheet.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/confirmation$/)
  const order = readShop(databasePath(), (db) => orderOf(db, token))
  expect(order).toMatchObject({ giftOrder: true, giftMessage: 'Eat well.' })
  expect(complaints).toEqual([])
  await close()
})

test('FUL-2 an export asked for before its dialog has loaded goes out as a plain form', async () => {
  const { page, complaints, close } = await visit()
  await signInOnPage(page, DALE)
  await holdScript(page, 'Export to a wave')
  await page.goto(`${CENTER}/orders?state=ready`, { waitUntil: 'commit' })
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: 'Export to a wave' }).click()
  await page.getByText(/^Wave \d+ is ready: 1 box\.$/).waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('CHK-7 a day chosen before the scripts load is the day the box comes', async () => {
  const { page, complaints, close } = await visit()
  const token = await checkoutAtDate(page, databasePath())
  let day = ''
  await beforeScripts(page, `/checkout/${token}?step=date`, async () => {
    const later = page.locator('input[name="arrival_date"]').nth(3)
    await later.check({ force: true })
    day = await later.inputValue()
  })
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('textbox', { name: 'Card number' }).waitFor()
  await page.getByRole('link', { name: 'Change date' }).click()
  expect(await page.getByRole('radio', { checked: true }).inputValue()).toBe(day)
  expect(complaints).toEqual([])
  await close()
})

test('STF-3 a draft’s box waits for an unsaved address even before the script that looks for changes', async () => {
  const { page, complaints, close } = await visit()
  await signInOnPage(page, 'staff@example.com')
  await page.goto('/staff/drafts')
  await page.getByLabel("The customer's email").fill('caller@example.com')
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^Draft / }).waitFor()
  const letGo = await holdScript(page, 'You changed something here')
  await page.goto(page.url(), { waitUntil: 'commit' })
  await page.waitForFunction(() => 'Stimulus' in window)
  await page.getByLabel('City').fill('Seattle')
  await page.getByRole('button', { name: 'Save the box' }).click()
  letGo()
  await page.getByText('You changed something here').waitFor({ timeout: 10_000 })
  expect(await page.getByLabel('City').inputValue()).toBe('Seattle')
  expect(complaints).toEqual([])
  await close()
})
