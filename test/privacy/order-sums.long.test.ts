import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { promotions } from '#db/schema/index.ts'
import { grantStoreCredit } from '#src/pricing/gift-ledger.ts'
import { issueGiftCard } from '#src/pricing/issue-gift-card.ts'
import { BEN, signedIn, userOf } from '../support/account.ts'
import { addBundleTo, choicesFor } from '../support/bundles.ts'
import { expectOk, orderOf, readyToPay } from '../support/buying.ts'
import { addCard, payFor } from '../support/gift-cards.ts'
import { giveReward, redeem } from '../support/rewards.ts'
import type { Shopper } from '../support/shopper.ts'
import { RUTH } from '../support/staff.ts'
import { type World, world } from '../support/world.ts'

const SIGNED = {
  items_cents: 1,
  promotions_cents: -1,
  rewards_cents: -1,
  shipping_cents: 1,
  tax_cents: 1,
  gift_cards_bought_cents: 1,
  gift_card_cents: -1,
  store_credit_cents: -1,
} as const

type Filed = Record<keyof typeof SIGNED | 'total_cents' | 'back_to_card_cents', number> & {
  order_identifier: string
  items: { line_cents: number }[]
}

async function filedOrder(shopper: Shopper, identifier: string): Promise<Filed> {
  const file = (await (await shopper.visit('/account/data')).json()) as { orders: Filed[] }
  return file.orders.find(({ order_identifier }) => order_identifier === identifier)!
}

const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)

/** A box with loose cuts and a bundle, a code, a reward, a gift card, store credit, and a gift card bought with it. */
async function boxPaidByEverything(shop: World) {
  const { db, clock, services } = shop
  const ben = await signedIn(shop, BEN)
  const now = clock.now()
  const card = await durably(db, (tx) => {
    const credit = { cents: 700, reference: 'test', now, random: services.random }
    grantStoreCredit(tx, userOf(shop, BEN).id, 'claim', credit)
    return issueGiftCard(tx, shop.config, { cents: 1_100, reason: 'A gift', press: 'p' }, null, now)
  })
  db.insert(promotions).values({ code: 'TENTH', kind: 'percent', percent: 10 }).run()
  await expectOk(addBundleTo(ben, 'family', choicesFor(db, 'family')))
  await addCard(ben)
  const token = await readyToPay(ben, db, { email: BEN })
  for (const text_entered of ['TENTH', card!.code])
    await expectOk(ben.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered }))
  expect((await redeem(ben, token, giveReward(db, { amountCents: 900, to: 'other' }))).status).toBe(200)
  await payFor(shop, ben, token)
  return { ben, token, order: () => orderOf(db, token) }
}

test('SET-3 PRC-1 the rows of an order in the data file add up to its total, and say what went back', async () => {
  const shop = await world()
  const { ben, token, order } = await boxPaidByEverything(shop)
  const filed = await filedOrder(ben, order().identifier)
  for (const name of Object.keys(SIGNED)) expect(filed, name).toHaveProperty(name, expect.any(Number))
  expect(filed).toMatchObject({ gift_card_cents: 1_100, store_credit_cents: 700, rewards_cents: 900 })
  expect(filed.promotions_cents).toBeGreaterThan(0)
  const rows = Object.entries(SIGNED) as [keyof typeof SIGNED, number][]
  expect(sum(rows.map(([name, sign]) => sign * filed[name]))).toBe(filed.total_cents)
  expect(sum(filed.items.map((item) => item.line_cents))).toBe(filed.items_cents)

  const ruth = await signedIn(shop, RUTH)
  const refund = { amount_cents: 500, reason: 'Late', press: 'refund' }
  await expectOk(ruth.call('POST', `/staff/orders/${token}/refund`, refund))
  expect(await filedOrder(ben, order().identifier)).toMatchObject({
    total_cents: filed.total_cents,
    back_to_card_cents: 500,
  })
})
