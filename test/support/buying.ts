import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Order, offers, orders, varieties } from '#db/schema/index.ts'
import type { Shopper } from './shopper.ts'

/** The verifier's example address in Seattle, served by the first center. */
export const SEATTLE = {
  delivery_name: 'Ana Whitcomb',
  delivery_street_address_1: '1912 Pike Pl',
  delivery_street_address_2: '',
  delivery_city: 'Seattle',
  delivery_state: 'WA',
  delivery_postal_code: '98101',
  mobile_phone_number: '(206) 555-0142',
}

/** The token of a variety's n-th offer. */
export function offerToken(db: Db, slug: string, position = 0): string {
  const rows = db
    .select({ token: offers.token })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(varieties.slug, slug))
    .orderBy(offers.position)
    .all()
  return rows[position]!.token
}

export const orderOf = (db: Db, token: string): Order =>
  db.select().from(orders).where(eq(orders.token, token)).get()!

/** Changes an order's columns in ways no visitor could. */
export const changeOrder = (db: Db, token: string, columns: Partial<Order>) =>
  db.update(orders).set(columns).where(eq(orders.token, token)).run()

/** Changes the price of the fifty-unit demo share, as an import does. */
export const importPrice = (db: Db, priceCents: number) =>
  db
    .update(offers)
    .set({ priceCents })
    .where(eq(offers.token, offerToken(db, 'demo-fifty')))
    .run()

/** Puts the fifty-unit demo share, or another variety, into a shopper's cart. @returns the order's token */
export async function fillCart(shopper: Shopper, db: Db, slug = 'demo-fifty', quantity = 1): Promise<string> {
  const added = await shopper.call('POST', `/cart/items/${offerToken(db, slug)}`, { quantity })
  if (added.status !== 200) throw new Error(`not added: ${added.status} ${await added.text()}`)
  const response = await shopper.visit('/checkout')
  return response.headers.get('location')!.split('/').at(-1)!
}

/** Fills the cart and the steps up to payment. @returns the order's token */
export async function readyToPay(
  shopper: Shopper,
  db: Db,
  wishes: { slug?: string; quantity?: number; email?: string } = {},
) {
  const order_token = await fillCart(shopper, db, wishes.slug, wishes.quantity)
  await expectOk(
    shopper.call('POST', '/v1/stripe_update_email', {
      order_token,
      email: wishes.email ?? 'ana@example.com',
    }),
  )
  await expectOk(shopper.call('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE }))
  return order_token
}

/** PREPARE and the intent, as the island does on Pay. @returns with the client secret that the page confirms with */
export async function prepareToPay(shopper: Shopper, order_token: string) {
  await expectOk(shopper.call('POST', '/v1/stripe_validate_payment', { order_token }))
  const intent = await expectOk(shopper.call('POST', '/v1/stripe_create_payment_intent', { order_token }))
  return (await intent.json()) as { clientSecret: string; paymentIntentId: string; amount_cents: number }
}

export async function expectOk(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return response
}

export async function paymentStatus(shopper: Shopper, order_token: string): Promise<string> {
  const response = await shopper.call('GET', `/v1/order/${order_token}/payment_status`)
  return ((await response.json()) as { payment_status: string }).payment_status
}
