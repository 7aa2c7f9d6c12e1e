import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { payments, staffFlags } from '#db/schema/index.ts'
import { expectOk, orderOf, paymentStatus, prepareToPay, readyToPay, SEATTLE } from '../support/buying.ts'
import { atPayment, nameCard, payWith, sendCard } from '../support/paying-by-card.ts'
import { type World, world } from '../support/world.ts'

const flagsOf = (db: Db) => db.select().from(staffFlags).where(eq(staffFlags.kind, 'first_order_card')).all()

const cardsOf = (db: Db, token: string) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderOf(db, token).id))
    .all()
    .map(({ cardFingerprint }) => cardFingerprint)

/** A new customer buys at their own address, with or without a code. */
async function buys(shop: World, name: string, card: string, code?: string) {
  const shopper = await shop.shopper()
  const token = await readyToPay(shopper, shop.db, { email: `${name}@example.com` })
  const address = { ...SEATTLE, delivery_street_address_2: `Apt ${name.length}` }
  const bypass = { address_confirmation_bypass: 'use-original' }
  await expectOk(
    shopper.call('POST', '/v1/stripe_update_address', { order_token: token, ...address, ...bypass }),
  )
  if (code)
    await expectOk(shopper.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: code }))
  const { clientSecret } = await prepareToPay(shopper, token)
  await shopper.confirm(clientSecret, card)
  await shop.settleDown()
  expect(await paymentStatus(shopper, token)).toBe('succeeded')
  return token
}

test('PRC-4 a first-order code used with a known card flags the paid order once', async () => {
  const shop = await world()
  const { db } = shop
  const first = await buys(shop, 'ana', 'pm_card_visa')
  const fresh = await buys(shop, 'bernard', 'pm_card_mastercard', 'WELCOME20')
  expect(flagsOf(db)).toEqual([])
  expect(cardsOf(db, fresh)).not.toEqual(cardsOf(db, first))

  const again = await buys(shop, 'charlotte', 'pm_card_visa', 'WELCOME20')
  expect(cardsOf(db, again)).toEqual(cardsOf(db, first))
  expect(orderOf(db, again)).toMatchObject({ state: 'paid', promotionsCents: 1_040 })
  expect(flagsOf(db)).toMatchObject([{ orderId: orderOf(db, again).id }])

  await buys(shop, 'dominique', 'pm_card_visa', 'SHIPFREE')
  expect(flagsOf(db)).toHaveLength(1)
})

test('PRC-4 a card known before the charge is refused for a first-order code if it has paid an order', async () => {
  const shop = await world()
  const { db } = shop
  await buys(shop, 'ana', 'pm_card_visa')
  const { ana: ben, token } = await atPayment(shop)
  await ben.call('POST', '/v1/stripe_update_email', { order_token: token, email: 'ben@example.com' })
  await ben.call('POST', '/v1/stripe_update_address', {
    order_token: token,
    ...SEATTLE,
    delivery_street_address_2: 'Apt 9',
    address_confirmation_bypass: 'use-original',
  })
  await expectOk(ben.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: 'WELCOME20' }))
  const charges = shop.standIn.ledger().charges
  for (const card of [await nameCard(shop), 'pm_card_visa']) {
    expect(await sendCard(ben, token, card)).toMatchObject({
      status: 422,
      error:
        'WELCOME20 is for first orders only, and this card has paid for an order before. Please remove the code or use another card.',
    })
  }
  expect([shop.standIn.ledger().charges, orderOf(db, token).placedAt]).toEqual([charges, null])

  expect((await payWith(shop, ben, token, 'pm_card_mastercard')).status).toBe(200)
  expect(orderOf(db, token)).toMatchObject({ state: 'paid', promotionsCents: 1_040 })
  expect(flagsOf(db)).toEqual([])
})

test('PRC-4 of two concurrent orders by one person, only one gets the first-order price', async () => {
  const shop = await world()
  const { db } = shop
  const enter = async () => {
    const shopper = await shop.shopper()
    const token = await readyToPay(shopper, db, { email: 'ana@example.com' })
    const code = { text_entered: 'WELCOME20' }
    const answer = await shopper.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, code)
    return { shopper, token, status: answer.status }
  }
  const [first, second] = [await enter(), await enter()]
  const { clientSecret } = await prepareToPay(first.shopper, first.token)
  const refused = await second.shopper.call('POST', '/v1/stripe_validate_payment', {
    order_token: second.token,
  })
  expect([second.status, refused.status]).toEqual([200, 422])
  expect((await enter()).status).toBe(422)
  await first.shopper.confirm(clientSecret)
  await shop.settleDown()
  expect(orderOf(db, first.token)).toMatchObject({ state: 'paid', promotionsCents: 1_040 })
})

test('PRC-4 without the code the same card pays as usual', async () => {
  const shop = await world()
  await buys(shop, 'ana', 'pm_card_visa')
  const { ana, token } = await atPayment(shop)
  expect((await payWith(shop, ana, token)).status).toBe(200)
})

test("PRC-4 ORD-4 an order canceled before it shipped doesn't count as a first order, by email, address or card", async () => {
  const shop = await world()
  const { db } = shop
  const ana = await shop.shopper()
  const token = await readyToPay(ana, db)
  const paid = await prepareToPay(ana, token)
  await ana.confirm(paid.clientSecret)
  await shop.settleDown()
  const next = async () => {
    const again = await readyToPay(ana, db)
    const code = { text_entered: 'WELCOME20' }
    const answer = await ana.call('POST', `/v1/apply_gift_and_promo_codes/${again}`, code)
    return { token: again, status: answer.status }
  }
  expect((await next()).status).toBe(422)
  expect((await ana.call('POST', `/account/orders/${token}/cancel`)).status).toBe(200)
  const free = await next()
  expect(free.status).toBe(200)
  const { clientSecret } = await prepareToPay(ana, free.token)
  await ana.confirm(clientSecret) // before the first order's refund is sent
  await shop.settleDown()
  expect(orderOf(db, free.token).promotionsCents).toBeGreaterThan(0)
  expect(flagsOf(db)).toEqual([])
})
