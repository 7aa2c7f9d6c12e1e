import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { eraseKeptOrder, eraseRecipient, releasePersonFromOrders } from '#src/orders/erase.ts'
import { claimGuestOrders } from '#src/orders/merge-carts.ts'
import { orderOf as exported } from '#src/privacy/export-orders.ts'
import { BEN, signedIn, userOf } from '../support/account.ts'
import { expectOk, fillCart, orderOf } from '../support/buying.ts'
import { addCard, BY_EMAIL, boughtCards, cardsOf, TO_PRINT } from '../support/gift-cards.ts'
import { world } from '../support/world.ts'

const DAY = 24 * 3_600_000

test('GFT-1 GND-21 a guest’s gift card moves to the cart of the account they sign in to', async () => {
  const shop = await world()
  const { db, clock } = shop
  const own = await fillCart(await signedIn(shop, BEN), db)
  const guest = await shop.shopper()
  await guest.visit('/gift-cards')
  await addCard(guest)
  const begun = (await guest.visit('/checkout')).headers.get('location')!.split('/').at(-1)!
  const { sessionHash } = orderOf(db, begun)
  const claim = { sessionHash: sessionHash!, userId: userOf(shop, BEN).id, now: clock.now() }
  await durably(db, (tx) => claimGuestOrders(tx, claim))
  expect([cardsOf(db, begun), cardsOf(db, own)]).toMatchObject([[], [{ recipientEmail: 'rosa@example.net' }]])
  expect(orderOf(db, begun).state).toBe('expired')
})

test('GFT-1 SET-3 buyer and recipient of a card are exported, and erased once the card has been sent', async () => {
  const shop = await world()
  const { db, clock } = shop
  const jane = await shop.shopper()
  const { token } = await boughtCards(shop, jane, {
    ...BY_EMAIL,
    send_on: '2026-12-18',
    message: 'For the grill.',
  })
  expect(exported(db, orderOf(db, token)).gift_cards_bought).toMatchObject([
    { amount_cents: 5_000, recipient_email: 'rosa@example.net', message: 'For the grill.' },
  ])
  const { id } = orderOf(db, token)
  await durably(db, (tx) => eraseRecipient(tx, 'rosa@example.net'))
  const whose = { userId: null, email: 'jane@example.com' }
  const [left] = await durably(db, (tx) => releasePersonFromOrders(tx, whose, clock.now()))
  expect(cardsOf(db, token)).toMatchObject([{ recipientEmail: 'rosa@example.net' }]) // not sent yet
  expect(left?.at).toBeGreaterThan(Date.parse('2026-12-18') + 29 * DAY)
  shop.pass(30 * DAY)
  await shop.settleDown()
  await durably(db, (tx) => eraseKeptOrder(tx, id, left!.at))
  expect(cardsOf(db, token)).toMatchObject([
    { recipientEmail: null, message: '', sentAt: expect.any(Number) },
  ])
})

test('GFT-1 a card to print that is sent again tells its buyer to look in their own spam folder', async () => {
  const shop = await world()
  const jane = await shop.shopper()
  const { token } = await boughtCards(shop, jane, TO_PRINT)
  const [card] = cardsOf(shop.db, token)
  const { message } = await (
    await expectOk(jane.call('POST', `/account/orders/${token}/gift-cards/${card?.token}/send`, {}))
  ).json()
  expect(message).toBe('We sent the gift card again. Please check the spam folder, too.')
})
