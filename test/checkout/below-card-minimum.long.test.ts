import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { offers, promotions } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { expectOk, orderOf, paymentStatus, readyToPay } from '../support/buying.ts'
import { memberShop, nextBoxOf, pastCharge } from '../support/membership.ts'
import { coverByGift, makeRecurring, payWith } from '../support/paying-by-card.ts'
import { giveReward } from '../support/rewards.ts'
import { type World, world } from '../support/world.ts'

const ITEMS = 15_600

/** A box that ships free, with a code that leaves so many cents of it. */
async function boxFor(cents: number, shop: World) {
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db, { quantity: 3 })
  const almost = { code: 'ALMOST', kind: 'amount' as const, amountCents: ITEMS - cents }
  await durably(shop.db, (tx) => void tx.insert(promotions).values(almost).run())
  await expectOk(ana.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: 'ALMOST' }))
  return { ana, token }
}

test.each([1, 49])('PAY-11 in the checkout, the last %i ¢ of a box, are on us', async (cents) => {
  const shop = await world()
  const { ana, token } = await boxFor(cents, shop)
  const summary = await ana.call('GET', `/v1/checkout_summary?order_token=${token}`)
  expect(await summary.text()).toMatch(/156\.00.*156\.00.*\$0\.00/s)
  const intent = await expectOk(ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: token }))
  expect(await intent.json()).toMatchObject({ flow: 'alc-free' })
  await expectOk(ana.call('POST', '/v1/stripe_confirm_stripeless', { order_token: token }))
  expect(await paymentStatus(ana, token)).toBe('succeeded')
  expect(orderOf(shop.db, token)).toMatchObject({ promotionsCents: ITEMS, totalCents: 0, giftCents: 0 })
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('CHK-9 on the payment page, a box that costs too little for a card is placed without one', async () => {
  const shop = await world()
  const { ana, token } = await boxFor(30, shop)
  expect(await (await ana.visit(`/${token}/payment`)).text()).toContain('nothing to pay for this box.')
  const placed = await ana.submit('POST', `/v1/stripe_confirm_stripeless/${token}`)
  expect(placed.headers.get('location')).toBe(`/order/${token}/confirmation`)
  expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', totalCents: 0 })
})

test('CHK-9 a member’s first box that costs too little for a card only saves the card', async () => {
  const shop = await world()
  const { ana, token } = await boxFor(30, shop)
  await makeRecurring(ana, token)
  expect(await payWith(shop, ana, token)).toMatchObject({ status: 200 })
  expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', totalCents: 0 })
})

test('PAY-4 a box of 50 ¢ is charged, and a gift card still pays what a card could not', async () => {
  const shop = await world()
  const charged = await boxFor(50, shop)
  expect(await payWith(shop, charged.ana, charged.token)).toMatchObject({ status: 200 })
  expect(orderOf(shop.db, charged.token)).toMatchObject({ state: 'paid', totalCents: 50 })
  const other = await world()
  const covered = await boxFor(30, other)
  await coverByGift(other, covered.token, 30)
  await expectOk(covered.ana.call('POST', '/v1/stripe_confirm_stripeless', { order_token: covered.token }))
  expect(orderOf(other.db, covered.token)).toMatchObject({ giftCents: 30, totalCents: 0 })
})

test('MEM-4 a member’s box that a reward leaves too little of for a card comes all the same', async () => {
  const { made, member } = await memberShop()
  const { items } = await nextBoxOf(member)
  const isFirst = eq(offers.token, items[0]!.bid_item_token)
  made.db.update(offers).set({ priceCents: 10_000 }).where(isFirst).run()
  const { order_token, total_cents } = await nextBoxOf(member) // ships free
  const reward = giveReward(made.db, { to: 'member', amountCents: total_cents - 30 })
  await expectOk(member.call('PUT', `/cart/reward/${order_token}.json`, { promotion_id: reward }))
  const box = await nextBoxOf(member)
  expect(box.total_cents).toBe(0)
  await pastCharge(made, box)
  expect(orderOf(made.db, order_token)).toMatchObject({ state: 'paid', totalCents: 0 })
})
