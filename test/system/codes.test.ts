import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { enterCard, fillBox, goToPayment, typeAddress } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { eventually } from '../support/page-clock.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('codes')

const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

test.each(Object.entries(SCREENS))(
  'PRC-3 codes are applied and removed in the cart, on a %s',
  async (_, viewport) => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await fillBox(page)
    await page.goto('/cart')
    const summary = page.locator('#cart_summary')
    const code = summary.getByLabel('Promotion or gift card code')

    await code.fill('NOSUCHCODE')
    await code.press('Enter')
    await summary.getByText("We don't recognize that code. Please check it and try again.").waitFor()
    expect(await code.inputValue()).toBe('NOSUCHCODE')
    expect(await code.getAttribute('aria-invalid')).toBe('true')
    await expectAllWell('a refused code')

    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    const reason = summary.locator('.codes .field__error')
    await reason.evaluate((words) => words.remove()) // the response brings it back
    await summary.getByRole('button', { name: 'Apply' }).press('Enter')
    await reason.waitFor()
    expect(await focused()).toBe('Apply') // the pressed button, not the page

    await code.fill('once')
    await code.press('Enter')
    await summary.getByText('$10.00 off your order').waitFor()
    await summary.getByText('Total so far').waitFor()
    expect(await summary.locator('.sums').innerText()).toContain('$42.00')
    expect(await code.inputValue()).toBe('')
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true)
    await expectAllWell('a promotion on the box')

    await summary.getByRole('button', { name: /^Remove ONCE/ }).click()
    await summary.getByText('$10.00 off your order').waitFor({ state: 'detached' })
    await eventually(() => focusedId(page)).toBe('cart_code')
    await expectAllWell('taken off again')
    await close()
  },
)

test("PRC-3 PAY-4 at checkout a code updates the button's total, and entered data stays", async () => {
  const { page, expectAllWell, close } = await visit()
  await goToPayment(page)
  await enterCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay $71.95' }).waitFor()
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  const beside = page.locator('#checkout_summary')
  const code = beside.getByLabel('Promotion or gift card code')
  await code.fill('NOSUCHCODE')
  await code.press('Enter')
  await beside.getByText("We don't recognize that code. Please check it and try again.").waitFor()
  expect(await code.inputValue()).toBe('NOSUCHCODE')
  await expectAllWell('a refused code')

  await code.fill('SHIPFREE')
  await code.press('Enter')
  await page.getByRole('button', { name: 'Pay $52.00' }).waitFor()
  await beside.getByText('free delivery on your order').waitFor()
  await eventually(() => code.evaluate((field) => field === document.activeElement)).toBe(true)
  await expectAllWell('with free delivery')

  await beside.getByRole('button', { name: /^Remove SHIPFREE/ }).click()
  await eventually(() => focusedId(page)).toBe('checkout_code')
  await page.getByRole('button', { name: 'Pay $71.95' }).click()
  await page.waitForURL(/\/confirmation$/)
  expect(loads.filter((url) => url.includes('/checkout/'))).toEqual([])
  await close()
})

test('PAY-11 PRC-3 GND-5 an order fully covered by a gift card completes with scripts off', async () => {
  const { page, complaints, close } = await visit({ javaScriptEnabled: false })
  const press = (name: RegExp) => page.getByRole('button', { name }).first().click()
  await page.goto('/products/st-louis-ribs')
  await press(/add to box/i)
  await page.goto('/cart')
  await page.getByRole('spinbutton', { name: /^Quantity of/ }).fill('2')
  await press(/^Update/)
  await page.getByLabel('Promotion or gift card code').fill('SHIPFREE')
  await press(/^Apply$/)
  await page.getByText('We applied SHIPFREE').waitFor()
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.getByLabel('Email').fill('wholly.by.gift@example.com')
  await press(/continue/i)
  await typeAddress(page)
  await press(/^continue to delivery date$/i)
  await page.getByText(/To pay by card, please turn on JavaScript/).waitFor()

  await page.getByLabel('Promotion or gift card code').fill('DEMOGIFT50000000')
  await press(/^Apply$/)
  await page.getByText('We applied your gift card with a $50.00 balance.').waitFor()
  await page.getByText("There's nothing to pay for this box.").waitFor()
  await press(/^Place order$/)
  await page.waitForURL(/\/confirmation$/)
  expect(await page.locator('main').innerText()).toMatch(/Gift card\s+−\$49\.80/)
  await expect
    .poll(async () => (await page.request.get('/outbox.json')).text())
    .toContain('wholly.by.gift@example.com')
  expect(complaints).toEqual([])
  await close()
})
