import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { offers } from '#db/schema/index.ts'
import { paths } from '#src/paths.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { settleWeights } from '#src/payments/packed-weights.ts'
import { mailsTo } from '../support/account.ts'
import { offerToken, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { world } from '../support/world.ts'

const SLUG = 'demo-by-weight' // $8.90 a pound, at most nine pounds

/** Two packs, paid for and about to be packed. */
async function paidByWeight() {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db, { slug: SLUG, quantity: 2 })
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await shop.settleDown()
  const offer = shop.db
    .select()
    .from(offers)
    .where(eq(offers.token, offerToken(shop.db, SLUG)))
    .get()
  const settle = (...grams: number[]) =>
    durably(shop.db, (tx) =>
      settleWeights(tx, orderOf(shop.db, token), new Map([[offer?.id ?? 0, grams]]), shop.clock.now()),
    )
  const sent = async () => {
    const { data } = await shop.services.stripe.refunds.list()
    return data.map(({ amount }) => amount)
  }
  return { ...shop, ana, token, settle, sent }
}

const finalMails = (shop: Awaited<ReturnType<typeof paidByWeight>>) =>
  mailsTo(shop, 'ana@example.com').filter(({ subject }) => /final weights/.test(subject))

test('CWT-1 pages and receipt show the price per pound and the maximum price', async () => {
  const shop = await paidByWeight()
  const page = await (await shop.ana.visit(`/products/${SLUG}`)).text()
  expect(page).toContain('$8.90 / lb')
  expect(page).toContain('at most $80.10')
  const order = await (await shop.ana.visit(paths.order(shop.token))).text()
  expect(order).toContain('at most $160.20')
  expect(order).toContain('sold by weight, $8.90 / lb')
  const [receipt] = mailsTo(shop, 'ana@example.com').filter(({ subject }) => /arrives/.test(subject))
  expect(receipt?.text).toContain('sold by weight, $8.90 / lb): at most $160.20')
  expect(receipt?.text).toContain('We weigh them when we pack your box and refund the difference.')
})

test('CWT-2 packed weights set the price once, the difference is refunded, and a final receipt is sent', async () => {
  const shop = await paidByWeight()
  const before = orderOf(shop.db, shop.token)
  await shop.settle(3_629, 3_402) // 8.00 and 7.50 lb: $71.20 and $66.75
  await shop.settle(3_629, 3_402)
  await shop.settleDown()
  const backCents = 2 * 8_010 - 7_120 - 6_675
  expect(await shop.sent()).toEqual([backCents])
  expect(orderOf(shop.db, shop.token).totalCents).toBe((before.totalCents ?? 0) - backCents)
  expect(ledgerProblems(shop.db)).toEqual([])
  expect(finalMails(shop)).toHaveLength(1)
  expect(finalMails(shop)[0]?.text).toContain('15.50 lb at $8.90 / lb): $137.95')
  const order = await (await shop.ana.visit(paths.order(shop.token))).text()
  expect(order).toContain('15.50 lb at $8.90 / lb')
  expect(order).not.toContain('at most')
})

test('CWT-1 a pack heavier than its maximum costs no more, and reweighing never raises the price', async () => {
  const shop = await paidByWeight()
  await shop.settle(4_500, 4_500)
  await shop.settleDown()
  expect(await shop.sent()).toEqual([])
  const capped = '19.84 lb at $8.90 / lb, but never more than the price shown when you ordered'
  expect(await (await shop.ana.visit(paths.order(shop.token))).text()).toContain(capped)
  expect(finalMails(shop)[0]?.text).toContain(`${capped}): $160.20`)
  await shop.settle(3_629, 3_629)
  await shop.settle(4_082, 4_082)
  await shop.settleDown()
  expect(await shop.sent()).toEqual([2 * 8_010 - 2 * 7_120])
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('CWT-1 a changed price per pound is shown before it is charged', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db, { slug: SLUG, quantity: 1 })
  shop.db
    .update(offers)
    .set({ poundCents: 1_000 })
    .where(eq(offers.token, offerToken(shop.db, SLUG)))
    .run()
  const refused = await ana.call('POST', '/v1/stripe_validate_payment', { order_token: token })
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('from $8.90 / lb to $10.00 / lb')
  expect(orderOf(shop.db, token).state).toBe('addressed')
})

test('CWT-2 the pounds on the receipt times the price per pound are what was charged', async () => {
  const shop = await paidByWeight()
  await shop.settle(1_504, 1_504) // 3.32 lb each, though together they weigh 6.63
  await shop.settleDown()
  const [mail] = finalMails(shop)
  expect(mail?.text).toContain('6.64 lb at $8.90 / lb): $59.10')
})
