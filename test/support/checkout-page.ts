import type { Page } from 'playwright'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { controllersConnected } from './visit.ts'

export type Typed = { street?: string; city?: string; state?: string; zip?: string }

/** Chooses the fifty-unit share in the shop and goes to checkout, as a shopper would. */
export async function fillBox(page: Page) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Winter Braising Share' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Winter Braising Share' }).waitFor()
  await page
    .getByRole('button', { name: /add to box/i })
    .first()
    .click()
  await page.locator('#cart_count', { hasText: '1' }).waitFor()
  await page.goto('/cart')
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.waitForURL(/\/checkout\/[0-9A-Za-z]{22}/)
  await controllersConnected(page) // until then its steps are plain forms
}

/** Puts two racks of ribs, a box that a gift card can cover, into the cart and goes to checkout. */
export async function fillBoxWithRibs(page: Page) {
  await page.goto('/products/st-louis-ribs')
  await page
    .getByRole('button', { name: /add to box/i })
    .first()
    .click()
  await page.locator('#cart_count', { hasText: '1' }).waitFor()
  await page.goto('/cart')
  await page.getByRole('spinbutton', { name: /^Quantity of/ }).fill('2')
  await page.keyboard.press('Tab')
  await page.locator('#cart_count', { hasText: '2' }).waitFor()
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.waitForURL(/\/checkout\/[0-9A-Za-z]{22}/)
  await controllersConnected(page)
}

export async function enterEmail(page: Page, email = 'ana@example.com') {
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Full Name').waitFor()
}

/** Fills in the address fields without submitting. */
export async function typeAddress(
  page: Page,
  { street = '1912 Pike Pl', city = 'Seattle', state = 'WA', zip = '98101' }: Typed = {},
) {
  await page.getByLabel('Full Name').fill('Ana Whitcomb')
  await page.getByLabel('Street Address 1').fill(street)
  await page.getByLabel('City').fill(city)
  await page.getByLabel('State', { exact: true }).selectOption(state)
  await page.getByLabel('Zip Code').fill(zip)
  await page.getByLabel('Phone Number').fill('2065550142')
}

export async function enterAddress(page: Page, typed?: Typed) {
  await typeAddress(page, typed)
  await page.keyboard.press('Enter')
}

/** Accepts the first day offered. */
export async function chooseFirstDay(page: Page) {
  await page.getByRole('radio', { checked: true }).waitFor()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('textbox', { name: 'Card number' }).waitFor()
}

/** Follows the link above the steps to sign in, and returns to the checkout where it was left. */
export async function signInMidway(page: Page, email = 'other@example.com') {
  await page.getByRole('link', { name: 'Sign in' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/signin\?/)
  await controllersConnected(page)
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(`Signed in as ${email}`).waitFor()
}

export async function enterCard(page: Page, number: string) {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('1234')
  await page.getByRole('textbox', { name: 'Security code' }).fill('123')
  await page.getByRole('textbox', { name: 'ZIP', exact: true }).fill('98101')
}

export async function pay(page: Page, number: string) {
  await enterCard(page, number)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** The bank's 3-D Secure challenge, shown over the page. */
export function bank(page: Page) {
  const yes = page.getByRole('button', { name: 'Complete authentication' })
  return {
    asks: () => yes.waitFor(),
    async refuse() {
      await page.keyboard.press('Escape')
      const sentence = 'We are unable to authenticate your payment method.'
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
    },
    async agree() {
      await yes.focus()
      await page.keyboard.press('Enter')
    },
  }
}

/** From an empty cart to the card fields. */
export async function goToPayment(page: Page, address?: Typed) {
  await fillBox(page)
  await enterEmail(page)
  await enterAddress(page, address)
  await chooseFirstDay(page)
}
