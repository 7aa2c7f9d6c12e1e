import type { Page } from 'playwright'
import { expect } from 'vitest'
import { SEATTLE } from './buying.ts'
import type { Typed } from './checkout-page.ts'
import { offerOf, readShop } from './shop-data.ts'

/** Setup that a test isn't about, done through the shop's own calls in the page's session, as its forms would do it. */

/** Posts as a page's scripts do, with the page's CSRF token. */
async function post(page: Page, path: string, data: Record<string, unknown>) {
  const html = await (await page.request.get('/cart')).text()
  const token = /name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const headers = { accept: 'application/json', 'x-csrf-token': token }
  const answer = await page.request.post(path, { headers, data })
  expect([path, answer.status()]).toEqual([path, 200])
}

type Box = { slug?: string; quantity?: number; email?: string; address?: Typed }

/**
 * Fills a cart, by default with one fifty-unit share, and takes the checkout steps for the given fields. @returns the
 * order's token
 */
export async function fillBoxByCalls(page: Page, databasePath: string, box: Box = {}): Promise<string> {
  const { slug = 'demo-fifty', quantity = 1, email, address } = box
  const offer = readShop(databasePath, (db) => offerOf(db, slug).token)
  await post(page, `/cart/items/${offer}`, { quantity })
  const order_token = new URL((await page.request.get('/checkout')).url()).pathname.split('/').at(-1) ?? ''
  if (email) await post(page, '/v1/stripe_update_email', { order_token, email })
  if (address) await post(page, '/v1/stripe_update_address', { order_token, ...fieldsOf(address) })
  return order_token
}

const fieldsOf = ({ street, city, state, zip }: Typed) => ({
  ...SEATTLE,
  ...(street && { delivery_street_address_1: street }),
  ...(city && { delivery_city: city }),
  ...(state && { delivery_state: state }),
  ...(zip && { delivery_postal_code: zip }),
})

/**
 * Goes to checkout with an email and an address, by default in Seattle, so that only the date is left. @returns the
 * order's token
 */
export const checkoutAtDate = (page: Page, databasePath: string, box: Box = {}) =>
  fillBoxByCalls(page, databasePath, { email: 'ana@example.com', address: {}, ...box })

export const NEWCOMER_PASSWORD = 'brisket on sunday'

/** Creates an account and signs the page's session in to it. */
export const signUpByCall = (page: Page, email: string) =>
  post(page, '/v1/create_account', { email, password: NEWCOMER_PASSWORD })

export const signInByCall = (page: Page, email: string) =>
  post(page, '/v1/cc_signin', { email, password: NEWCOMER_PASSWORD })
