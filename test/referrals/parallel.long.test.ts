import { isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderPromotions, orders, promotions } from '#db/schema/index.ts'
import { REFERRALS_A_YEAR } from '#src/pricing/referral-amounts.ts'
import { referralCodeOf } from '#src/referrals/code.ts'
import { BEN, userOf } from '../support/account.ts'
import { expectOk, orderOf, prepareToPay } from '../support/buying.ts'
import { enterCode, friendsBox, referringShop } from '../support/referrals.ts'
import type { World } from '../support/world.ts'

const GIL = {
  delivery_name: 'Gil Moreno',
  delivery_street_address_1: '5 Spruce Way',
  mobile_phone_number: '(206) 555-0155',
}

/** As if `count` other friends had paid with the code. */
function useCode({ db, clock }: World, code: string, count: number) {
  const { id: promotionId } = db
    .select()
    .from(promotions)
    .all()
    .find((one) => one.code === code)!
  const placed = db.select().from(orders).where(isNotNull(orders.placedAt)).limit(count).all()
  expect(placed).toHaveLength(count)
  for (const { id: orderId } of placed)
    db.insert(orderPromotions).values({ orderId, promotionId, usedAt: clock.now() }).run()
}

test("REF-1 two friends who pay at once don't both get the year's last discount", async () => {
  const { shop, db, code } = await referringShop()
  useCode(shop, code, REFERRALS_A_YEAR - 1)
  const [fern, gil] = [await shop.shopper(), await shop.shopper()]
  const tokens = [
    await friendsBox(fern, shop, 'fern@example.com'),
    await friendsBox(gil, shop, 'gil@example.com', GIL),
  ] as const
  await expectOk(enterCode(fern, tokens[0], code))
  await expectOk(enterCode(gil, tokens[1], code))
  const { clientSecret } = await prepareToPay(fern, tokens[0])
  const second = await gil.call('POST', '/v1/stripe_validate_payment', { order_token: tokens[1] })
  expect([second.status, (await second.json()).message]).toEqual([422, expect.stringContaining('this year')])
  await fern.confirm(clientSecret)
  expect(tokens.map((token) => orderOf(db, token).promotionsCents ?? 0)).toEqual([2_500, 0])
})

test("REF-1 a new customer who pays for two boxes at once with two friends' links gets one discount", async () => {
  const { shop, db, code } = await referringShop()
  const other = referralCodeOf(db, userOf(shop, BEN).id) ?? ''
  expect([other === '', other === code]).toEqual([false, false])
  const [here, there] = [await shop.shopper(), await shop.shopper()]
  const tokens = [
    await friendsBox(here, shop, 'fern@example.com'),
    await friendsBox(there, shop, 'fern@example.com'),
  ] as const
  await expectOk(enterCode(here, tokens[0], code))
  await expectOk(enterCode(there, tokens[1], other))
  const { clientSecret } = await prepareToPay(here, tokens[0])
  const second = await there.call('POST', '/v1/stripe_validate_payment', { order_token: tokens[1] })
  expect([second.status, (await second.json()).message]).toEqual([
    422,
    expect.stringContaining('first orders only'),
  ])
  await here.confirm(clientSecret)
  expect(orderOf(db, tokens[0]).promotionsCents).toBe(2_500)
})
