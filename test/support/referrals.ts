import { eq } from 'drizzle-orm'
import { type Order, orders, referrals, savedAddresses } from '#db/schema/index.ts'
import { referralCodeOf } from '#src/referrals/code.ts'
import { tendReferrals } from '#src/referrals/tend.ts'
import { ANA, signedIn, userOf } from './account.ts'
import { expectOk, fillCart, orderOf, prepareToPay, SEATTLE } from './buying.ts'
import { arriveByCarrier } from './parcels.ts'
import type { Shopper } from './shopper.ts'
import { type World, world } from './world.ts'

/** A friend's address, shared with nobody in the demo. */
export const FRIENDS_PLACE = {
  ...SEATTLE,
  delivery_name: 'Fern Okafor',
  delivery_street_address_1: '77 Larch Ave',
  mobile_phone_number: '(206) 555-0199',
}

export async function referringShop() {
  const shop = await world()
  const { db } = shop
  const ana = await signedIn(shop, ANA)
  const code = referralCodeOf(db, userOf(shop, ANA).id) ?? ''
  const rows = () =>
    db
      .select()
      .from(referrals)
      .where(eq(referrals.referrerId, userOf(shop, ANA).id))
      .all()
  return { shop, db, ana, code, rows, ofOrder: (id: number) => rows().find(({ orderId }) => orderId === id) }
}

type Place = Partial<typeof FRIENDS_PLACE>

/** A cart at the payment step, without the referral code. */
export async function friendsBox(friend: Shopper, { db }: World, email: string, place: Place = {}) {
  const order_token = await fillCart(friend, db)
  await expectOk(friend.call('POST', '/v1/stripe_update_email', { order_token, email }))
  await expectOk(
    friend.call('POST', '/v1/stripe_update_address', { order_token, ...FRIENDS_PLACE, ...place }),
  )
  return order_token
}

export const enterCode = (friend: Shopper, token: string, code: string) =>
  friend.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: code })

/** Follows the referral link, fills a first cart and pays for it. */
export async function buyByLink(shop: World, code: string, email: string, place: Place = {}, card?: string) {
  const friend = await shop.shopper()
  await friend.visit(`/r/${code}?promotion_offer=${code}`)
  const token = await friendsBox(friend, shop, email, place)
  await expectOk(enterCode(friend, token, code))
  const { clientSecret } = await prepareToPay(friend, token)
  await friend.confirm(clientSecret, card)
  await shop.settleDown()
  return { friend, token, order: () => orderOf(shop.db, token) }
}

/** Delivers the order, as the last scan at the door does. */
export async function deliver(shop: World, { id }: Pick<Order, 'id'>) {
  shop.db.update(orders).set({ state: 'shipped' }).where(eq(orders.id, id)).run()
  await arriveByCarrier(shop, id)
  await tendReferrals(shop.services)
  await shop.settleDown()
}

/** Saves the order's delivery address to an account. */
export function moveInWith(shop: World, email: string, { deliveryStreet1, deliveryPostalCode }: Order) {
  const { id: userId } = userOf(shop, email)
  const place = { street1: deliveryStreet1 ?? '', zip: deliveryPostalCode ?? '' }
  shop.db.update(savedAddresses).set(place).where(eq(savedAddresses.userId, userId)).run()
}
