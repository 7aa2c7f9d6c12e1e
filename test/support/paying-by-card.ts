import { durably } from '#db/client.ts'
import { addGiftCard } from '#src/pricing/gift-cards.ts'
import { openGiftCard } from '#src/pricing/gift-ledger.ts'
import { changeOrder, expectOk, orderOf, readyToPay } from './buying.ts'
import type { Shopper } from './shopper.ts'
import type { World } from './world.ts'

/** The JSON response to paying by card. */
export type Paid = { status: number; path?: string; error?: string; code?: string; fields?: string[] }

/** A shopper at the payment step, with only the card missing. */
export async function atPayment(shop: World) {
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  return { ana, token }
}

/** Creates a single-use token for a card such as `pm_card_visa`, as the provider's script in the page does. */
export async function nameCard(
  shop: World,
  card = 'pm_card_visa',
  expiry?: { month: number; year: number },
): Promise<string> {
  const response = await shop.standIn.browser.fetch(
    new Request('http://localhost:3000/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify({
        key: shop.config.payments.publishableKey,
        card,
        token: {},
        ...(expiry ? { exp_month: expiry.month, exp_year: expiry.year } : {}),
      }),
    }),
  )
  return ((await response.json()) as { id: string }).id
}

/** Sends a card token as the page does. */
export async function sendCard(
  ana: Shopper,
  token: string,
  stripeToken: string,
  fields: Record<string, unknown> = { same_as_shipping: true },
): Promise<Paid> {
  const response = await ana.call('POST', `/v1/update_payment/${token}`, { stripeToken, ...fields })
  return { status: response.status, ...((await response.json()) as object) }
}

/** Creates a card token and pays with it. */
export const payWith = async (shop: World, ana: Shopper, token: string, card?: string) =>
  sendCard(ana, token, await nameCard(shop, card))

/** Applies a gift card to an order; by default its balance covers everything. */
export async function coverByGift({ db, clock }: World, token: string, balanceCents = 50_000) {
  await durably(db, (tx) => {
    const entry = { cents: balanceCents, reference: `of ${token}`, now: clock.now() }
    addGiftCard(tx, orderOf(tx, token).id, openGiftCard(tx, entry.reference, 'issued', entry))
  })
}

/** Makes the order recurring, with the shopper's consent. */
export const makeRecurring = (ana: Shopper, order_token: string) =>
  expectOk(
    ana.call('POST', '/v1/set_recurring_order', {
      order_token,
      recurring: true,
      renew_period_type: 'four_weeks',
    }),
  )

/** Makes the provider forget that it was asked to keep cards. */
export function forgetCustomers({ services: { stripe } }: World) {
  const retrieve = stripe.paymentIntents.retrieve.bind(stripe.paymentIntents)
  stripe.paymentIntents.retrieve = (async (...asked: Parameters<typeof retrieve>) => ({
    ...(await retrieve(...asked)),
    customer: null,
  })) as unknown as typeof retrieve
}

/** Moves the delivery to California, where the terms must be accepted. */
export const moveToCalifornia = ({ db }: World, token: string) =>
  changeOrder(db, token, { deliveryState: 'CA' })
