import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { enterAddress, enterEmail, fillBox } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { eventually } from '../support/page-clock.ts'

const { visit } = openShop('questions')

const PIKE_PLACE = { street: '1912 pike place' }
const ELM = { street: '12 Elm St', city: 'Portland' }
const CHEYENNE = { street: '2101 Oneil Ave', city: 'Cheyenne', state: 'WY', zip: '82001' }
const BISMARCK = { street: '600 E Boulevard Ave', city: 'Bismarck', state: 'ND', zip: '58501' }
const NEW_YORK = { street: '350 5th Ave', city: 'New York', state: 'NY', zip: '10001' }

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
const question = (page: Page) => page.getByRole('dialog')

test('PAY-3 MOD-1 a modal asks about a different spelling, and by keyboard the focus moves in, cycles and returns', async () => {
  const { page, expectAllWell, close } = await visit()
  await fillBox(page)
  await enterEmail(page)
  const seen: string[] = []
  await page.exposeFunction('seenEvent', (name: string) => seen.push(name))
  await page.evaluate(() => {
    for (const name of ['modal_shown', 'modal_closed', 'modal_submit', 'viewed-address-modified-modal'])
      document.addEventListener(name, () =>
        (window as unknown as { seenEvent(name: string): void }).seenEvent(name),
      )
  })
  await enterAddress(page, PIKE_PLACE)
  await page.getByRole('dialog', { name: 'Confirm your address' }).waitFor()
  await eventually(() => seen).toEqual(['modal_shown', 'viewed-address-modified-modal'])
  expect(await question(page).ariaSnapshot()).toContain('paragraph: 1912 Pike Pl Seattle, WA 98101')
  await expectAllWell('two spellings')

  expect(await focused(page)).toBe('Use the suggestion')
  const round: string[] = []
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    round.push(await focused(page))
  }
  expect(round).toEqual([
    'Keep what I typed',
    'Change the address',
    'Use the suggestion',
    'Change the address',
  ])
  const reached = await page.locator('.checkout-form__submit').evaluate((button) => {
    ;(button as HTMLElement).focus()
    return button === document.activeElement
  })
  expect(reached).toBe(false) // the page behind is inert

  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  await eventually(() => seen.at(-1)).toBe('modal_closed')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('mobile_phone_number')
  await page
    .getByRole('alert')
    .filter({ hasText: 'The post office lists this address differently.' })
    .waitFor()
  await expectAllWell('left to type')

  await page.keyboard.press('Enter')
  await question(page).waitFor()
  const trap = await question(page).evaluate((dialog: HTMLElement) => ({
    isActive: dialog.classList.contains('is-active'),
    hidden: dialog.ariaHidden,
    id: dialog.dataset.focusTrapId,
  }))
  expect(trap).toEqual({ isActive: true, hidden: 'false', id: expect.stringMatching(/^\d{6}$/) })
  const box = (await question(page).boundingBox())!
  await page.mouse.click(box.x + 4, box.y + 4) // its own padding
  await page.mouse.move(box.x + box.width / 2, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x - 20, box.y + 8)
  await page.mouse.up() // a selection that ends outside
  expect(await question(page).isVisible()).toBe(true)
  await page.mouse.click(box.x - 20, box.y + 8)
  await question(page).waitFor({ state: 'detached' })

  await page.keyboard.press('Enter')
  await question(page).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { checked: true }).waitFor()
  await eventually(() => seen.filter((name) => name === 'modal_submit')).toHaveLength(1)
  expect(await page.getByText('1912 Pike Pl', { exact: true }).isVisible()).toBe(true)
  await close()
})

test('PAY-3 an unconfirmed address, a late ZIP code, no delivery day and another center each have their own modal and answers', async () => {
  const { page, expectAllWell, close } = await visit()
  await fillBox(page)
  await enterEmail(page)
  const asked = async (title: string) => {
    await page.getByRole('dialog', { name: title }).waitFor()
    await expectAllWell(title)
  }
  const press = (name: string | RegExp) => question(page).getByRole('button', { name }).click()

  await enterAddress(page, BISMARCK)
  await asked("We can't deliver here right now")
  expect(await question(page).getByRole('button').allInnerTexts()).toEqual(['Enter another address'])
  await press('Enter another address')
  await page.getByRole('alert').filter({ hasText: 'paused frozen deliveries to Bismarck' }).waitFor()

  await enterAddress(page, ELM)
  await asked('Please check this address')
  await press('Use it as typed')
  await page.getByRole('radio', { checked: true }).waitFor()

  await page.getByRole('link', { name: 'Edit delivery address' }).click()
  await enterAddress(page, CHEYENNE)
  await asked('Boxes to this ZIP code may arrive late')
  await press("That's fine, deliver here")
  await asked('Boxes to this address ship from a different center')
  await press('Change the address')

  await enterAddress(page, NEW_YORK)
  await asked('Boxes to this address ship from a different center')
  expect(await question(page).innerText()).toContain('Winter Braising Share')
  await press(/^Remove it/)
  await page.locator('#checkout_summary').getByText('Winter Braising Share').waitFor({ state: 'detached' })
  await close()
})

test('PAY-1 CAL-3 CAL-4 by keyboard alone from the email to the confirmation, on an earlier, expedited day', async () => {
  const { page, expectAllWell, close } = await visit()
  await fillBox(page)
  const type = async (label: RegExp, text: string) => {
    await tabTo(page, label)
    await page.keyboard.type(text)
  }
  await page.getByRole('button', { name: 'Google Pay' }).waitFor()
  await type(/^Email/, 'by.keys@example.com')
  await page.keyboard.press('Enter')
  await eventually(() => held(page)).toContain('Delivery')
  await type(/^Full Name/, 'Ana Whitcomb')
  await type(/^Street Address 1/, '1912 Pike Pl')
  await type(/^City/, 'Seattle')
  await type(/^State/, 'Washington')
  await type(/^Zip Code/, '98101')
  await type(/^Phone Number/, '2065550142')
  await page.keyboard.press('Enter')
  await eventually(() => held(page)).toBe('When should it arrive?')

  await page.getByText(/Expedited delivery \(\+\$12\.00\) can arrive as early as/).waitFor()
  await page.keyboard.press('Tab')
  expect(await held(page)).toMatch(/November 25, no extra, delivery \$19\.95/)
  await page.keyboard.press('ArrowLeft')
  expect(await held(page)).toMatch(/November 24, earliest, expedited, delivery \$31\.95/)
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .filter({ hasText: /^Expedited, arrives .*, delivery \$31\.95\.$/ })
    .waitFor()
  await page.locator('#checkout_summary .sums__row--total', { hasText: '$83.95' }).waitFor()
  await expectAllWell('an expedited day')
  await tabTo(page, /^Continue to payment$/)
  await page.keyboard.press('Enter')
  await eventually(() => held(page)).toContain('Payment')
  await page.getByRole('textbox', { name: 'Card number' }).waitFor()
  await type(/^Card number/, '4242424242424242')
  await type(/^Expiration date/, '1234')
  await type(/^Security code/, '123')
  await page.getByRole('button', { name: 'Pay $83.95' }).waitFor()
  await tabTo(page, /^Pay \$83\.95$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/confirmation$/)
  await close()
})

/** The accessible name of the focused element, including the provider's fields. */
const held = (page: Page) =>
  page.evaluate(() => {
    let one = document.activeElement
    while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement
    if (!(one instanceof HTMLElement) || one === document.body) return ''
    const labels = (one as HTMLInputElement).labels
    return labels?.[0]?.textContent?.trim() || one.getAttribute('aria-label') || one.textContent?.trim() || ''
  })

async function tabTo(page: Page, name: RegExp) {
  const passed: string[] = []
  while (passed.length < 40) {
    await page.keyboard.press('Tab')
    const now = await held(page)
    if (name.test(now)) return
    passed.push(now)
  }
  throw new Error(`${name} was not among ${passed.join(' | ')}`)
}
