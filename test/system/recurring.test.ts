import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { enterAddress, enterCard, enterEmail, pay } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { checkoutAtDate, fillBoxByCalls } from '../support/page-calls.ts'
import { eventually } from '../support/page-clock.ts'
import { controllersConnected, openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('recurring')

/** Opens the card fields for a cart filled by API calls. */
async function openCardFields(page: Page) {
  await openAndWait(page, `/checkout/${await checkoutAtDate(page, databasePath())}`)
  await page.getByRole('textbox', { name: 'Card number' }).waitFor()
}

const tick = (page: Page) => page.getByRole('checkbox', { name: 'Make it a recurring box' })
const rhythm = (page: Page) => page.getByLabel('How often')

/** Waits for the shop's response to a choice. */
const answered = (page: Page, words: string) => page.locator('#recurring_option').getByText(words).waitFor()

type Entry = { event?: string; ecommerce?: { transaction_id: string; value: number } }
const told = (page: Page, event: string) =>
  page.evaluate(
    (name) => ((window as { dataLayer?: Entry[] }).dataLayer ?? []).filter((entry) => entry.event === name),
    event,
  )

/** Reloads the page and waits until its controllers are connected. */
async function reloaded(page: Page) {
  await page.reload()
  await page.locator('#order_for_analytics').waitFor({ state: 'attached' })
  await controllersConnected(page)
}

test('PAY-8 a page that shows a one-time box asks again once another tab has made it recurring, or changed how often it comes', async () => {
  const { page, close } = await visit()
  await openCardFields(page)
  const other = await page.context().newPage()
  await openAndWait(other, new URL(page.url()).pathname)
  await tick(other).check()
  await answered(other, "You'll get a box every 4 weeks.")
  const told = (often: string) =>
    page
      .getByRole('alert')
      .filter({ hasText: `This box now comes ${often} until you cancel.` })
      .waitFor()
  await pay(page, '4242424242424242')
  await told('every 4 weeks')
  const shown = async () => [await tick(page).isChecked(), await rhythm(page).inputValue()]
  await eventually(shown).toEqual([true, 'four_weeks'])
  await rhythm(other).selectOption('two_weeks')
  await answered(other, "You'll get a box every 2 weeks.")
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await told('every 2 weeks')
  await eventually(shown).toEqual([true, 'two_weeks'])
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/steakholder$/)
  await close()
})

test('CHK-7 PAY-4 ORD-3 a membership is started and paid by keyboard, and its purchase is counted once', async () => {
  const { page, expectAllWell, close } = await visit()
  await openCardFields(page)
  expect(await rhythm(page).isVisible()).toBe(false)
  await tick(page).focus()
  await page.keyboard.press('Space')
  await answered(page, "You'll get a box every 4 weeks.")
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await rhythm(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await rhythm(page).selectOption('Every 6 weeks')
  await answered(page, "You'll get a box every 6 weeks.")
  await expectAllWell('a recurring box')

  await page.reload()
  expect(await tick(page).isChecked()).toBe(true)
  expect(await rhythm(page).inputValue()).toBe('six_weeks')
  await page.getByRole('textbox', { name: 'Card number' }).waitFor()
  // For now, the call that notes the purchase as counted fails.
  const lost = '**/v1/set_google_analytics_conversion_at/*'
  await page.context().route(lost, (route) => route.abort('aborted'))
  await pay(page, '4242424242424242')
  await page.waitForURL(/\/steakholder$/)
  await page.getByText("You'll get a box like this every 6 weeks until you cancel.").waitFor()
  await page.getByText("We'll keep your Visa ending in 4242 on file").waitFor()
  await expect.poll(() => told(page, 'purchase')).toHaveLength(1)
  const token = /order\/(\w{22})/.exec(page.url())?.[1]
  expect((await told(page, 'purchase'))[0]?.ecommerce).toMatchObject({
    transaction_id: token,
    value: 71.95,
    tax: 0,
    shipping: 19.95,
    currency: 'USD',
    items: [{ item_name: 'Winter Braising Share', price: 52, quantity: 1 }],
  })
  await expectAllWell('a membership begun')

  await reloaded(page)
  expect(await told(page, 'purchase')).toEqual([])
  const tab = await page.context().newPage()
  await openAndWait(tab, page.url())
  await reloaded(tab)
  expect(await told(tab, 'purchase')).toEqual([])

  await page.context().unroute(lost)
  const noted = page.waitForResponse((response) => response.url().includes('set_google_analytics'))
  await page.reload()
  expect((await noted).status()).toBe(204)
  await page.context().clearCookies({ name: 'transaction_ids' })
  await reloaded(page)
  expect(await told(page, 'purchase')).toEqual([])
  await close()
})

test('CHK-7 PAY-4 ORD-3 on a phone, a membership whose first box is paid by gift card saves a card for later', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await openAndWait(page, '/products/st-louis-ribs')
  const add = page.getByRole('button', { name: /add to box/i }).first()
  await add.tap()
  await page.locator('#cart_count', { hasText: '1' }).waitFor()
  await openAndWait(page, '/cart')
  await page
    .getByRole('button', { name: /^One more/ })
    .first()
    .tap()
  // Wait for the shop, not just the page: its response re-renders the cart.
  const summary = page.locator('#cart_summary')
  await summary.getByText('$49.80').first().waitFor()
  for (const [code, words] of [
    ['SHIPFREE', 'free delivery on your order'],
    ['DEMOGIFT50000000', '$50.00 available'],
  ] as const) {
    await page.getByLabel('Promotion or gift card code').fill(code)
    await page.getByRole('button', { name: 'Apply' }).tap()
    await summary.getByText(words).waitFor()
  }
  await page.getByRole('link', { name: 'Check out' }).tap()
  // The recurring option is collapsed, so the first field is in view.
  const field = await page.getByLabel('Email').boundingBox()
  expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThan(SCREENS.phone.height)
  expect(await tick(page).isVisible()).toBe(false)
  await enterEmail(page, 'member.by.gift@example.com')
  await enterAddress(page)
  await page.getByRole('radio', { checked: true }).waitFor()
  // Chosen while the page is still fetching the amount due: that response arrives late and is stale by then.
  const late: (() => void)[] = []
  await page.route('**/v1/stripe_create_payment_intent', async (route) => {
    const response = await route.fetch()
    if (late.length === 0) await new Promise<void>((letGo) => late.push(letGo))
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Continue to payment' }).tap()
  await page.getByText("There's nothing to pay for this box.").waitFor()
  await expect.poll(() => late.length).toBe(1)
  const fold = page.locator('#recurring_option summary')
  expect(await fold.innerText()).toMatch(/No$/)
  await fold.tap()
  await page.getByText('By checking this box, I ask').waitFor()
  await tick(page).tap()
  await answered(page, "You'll get a box every 4 weeks.")
  expect(await fold.innerText()).toMatch(/Yes$/)
  late[0]?.()
  await page.getByRole('textbox', { name: 'Card number' }).waitFor()
  await expectAllWell('nothing to pay, and a card to keep')

  // If the browser can't remember what it counted, the page reports it and counts anyway.
  await page.addInitScript(() => {
    if (!window.location.pathname.endsWith('/steakholder')) return
    const refuse = () => {
      throw new Error('cookies are not for this page')
    }
    Object.defineProperty(document, 'cookie', { get: refuse, set: refuse })
  })
  await enterCard(page, '4242424242424242')
  await page.getByRole('button', { name: /^(Pay|Place|Start|Save)/ }).tap()
  await page.waitForURL(/\/steakholder$/)
  await page.getByText('Nothing was charged.').waitFor()
  await page.getByText("We'll keep your Visa ending in 4242 on file").waitFor()
  await expect.poll(() => told(page, 'purchase')).toHaveLength(1)
  expect(await told(page, 'double-transaction-logging-error')).toEqual([
    { event: 'double-transaction-logging-error', message: 'cookies are not for this page' },
    { event: 'double-transaction-logging-error', message: 'cookies are not for this page' },
  ])
  await close()
})

test('CHK-7 R11 A refused choice reverts and shows the reason', async () => {
  const { page, complaints, expectAllWell, close } = await visit()
  await openCardFields(page)
  await page.route('**/v1/set_recurring_order', (route) =>
    route.fulfill({ status: 422, json: { message: 'Not while the bank is asked.' } }),
  )
  await tick(page).click()
  await answered(page, 'Not while the bank is asked.')
  expect(await tick(page).isChecked()).toBe(false)
  expect(await rhythm(page).isVisible()).toBe(false)
  await expectAllWell('a refused choice')
  await page.unroute('**/v1/set_recurring_order')

  const other = await page.context().newPage()
  await openAndWait(other, page.url())
  await pay(other, '4242424242424242')
  await other.waitForURL(/\/confirmation$/)
  await tick(page).click()
  await page.waitForURL(/\/confirmation$/)
  expect(complaints).toEqual([])
  await close()
})

test('CHK-7 GND-5 with scripts off the choice has a button', async () => {
  const { page, complaints, close } = await visit({ javaScriptEnabled: false })
  await page.goto(`/checkout/${await fillBoxByCalls(page, databasePath())}`)
  await rhythm(page).selectOption('Every 2 weeks')
  await tick(page).check()
  await page.locator('#recurring_option').getByRole('button', { name: 'Save' }).click()
  await page.getByText("You'll get a box every 2 weeks.").waitFor()
  expect(await tick(page).isChecked()).toBe(true)
  expect(await rhythm(page).inputValue()).toBe('two_weeks')
  expect(complaints).toEqual([])
  await close()
})
