import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type BoughtGiftCard, boughtGiftCards } from '#db/schema/index.ts'
import { mailsTo } from './account.ts'
import { expectOk, orderOf, paymentStatus, prepareToPay } from './buying.ts'
import type { Shopper } from './shopper.ts'
import type { World } from './world.ts'

export const BY_EMAIL = {
  delivery_method: 'email',
  recipient_email: 'rosa@example.net',
  amount_cents: '5000',
}
export const TO_PRINT = {
  delivery_method: 'print',
  sender_name_for_print: 'Jane Pruitt',
  sender_email_for_print: 'jane@example.net',
  amount_cents: '10000',
}

export const addCard = (shopper: Shopper, fields: Record<string, string> = BY_EMAIL) =>
  expectOk(shopper.call('POST', '/v1/add_gift_card_to_cart/', fields))

/** Puts only gift cards into the cart and goes to the payment step. @returns the order's token */
export async function cardsToPay(shopper: Shopper, ...cards: Record<string, string>[]): Promise<string> {
  await shopper.visit('/gift-cards')
  for (const fields of cards.length > 0 ? cards : [BY_EMAIL]) await addCard(shopper, fields)
  const token = (await shopper.visit('/checkout')).headers.get('location')?.split('/').at(-1) ?? ''
  await expectOk(
    shopper.call('POST', '/v1/stripe_update_email', { order_token: token, email: 'jane@example.com' }),
  )
  return token
}

export async function payFor(shop: World, shopper: Shopper, token: string) {
  const { clientSecret, amount_cents } = await prepareToPay(shopper, token)
  if (amount_cents > 0) await shopper.confirm(clientSecret)
  else await expectOk(shopper.call('POST', '/v1/stripe_confirm_stripeless', { order_token: token }))
  const status = await paymentStatus(shopper, token)
  await shop.settleDown()
  return { status, amount_cents }
}

/** Buys only gift cards. */
export async function boughtCards(shop: World, shopper: Shopper, ...cards: Record<string, string>[]) {
  const token = await cardsToPay(shopper, ...cards)
  const paid = await payFor(shop, shopper, token)
  return { token, ...paid }
}

export const cardsOf = (db: Db, token: string): BoughtGiftCard[] =>
  db
    .select()
    .from(boughtGiftCards)
    .where(eq(boughtGiftCards.orderId, orderOf(db, token).id))
    .all()

/** As the email shows it: 'ABCD-EFGH-JKLM-NPQR'. */
export function mailedCode(shop: World, to: string): string {
  const mail = mailsTo(shop, to).find(({ text }) => /gift card|code/i.test(text))
  return /\b(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}
