import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { giftCards } from '#db/schema/index.ts'
import { makeWave } from '#src/fulfillment/waves.ts'
import { formatCents } from '#src/money.ts'
import { settleWeights } from '#src/payments/packed-weights.ts'
import { spentGiftCents } from '#src/pricing/gift-cards.ts'
import { issueGiftCard } from '#src/pricing/issue-gift-card.ts'
import { signedIn } from '../support/account.ts'
import { expectOk } from '../support/buying.ts'
import { CENTER, DALE } from '../support/clerks.ts'
import { add, editableBox } from '../support/editing.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

const GIFT_CENTS = 6_000
const LEFT_CENTS = 2_000

/** A gift card paid part of the box. Staff refunded all but $20.00, which the gift card still pays. */
async function refundedBox(slug?: string) {
  const shop = await world()
  const { db, clock, services } = shop
  const wish = { cents: GIFT_CENTS, reason: 'A present', press: 'issue' }
  const card = await durably(db, (tx) => issueGiftCard(tx, services.config, wish, null, clock.now()))
  const box = await editableBox({ shop, shares: 3, slug, codes: [card?.code ?? ''] })
  const { totalCents, giftCents } = box.order()
  const paidCents = (totalCents ?? 0) + (giftCents ?? 0)
  const ruth = await signedIn(shop, RUTH)
  const refund = { amount_cents: paidCents - LEFT_CENTS, reason: 'Late', press: 'refund' }
  await expectOk(ruth.call('POST', `/staff/orders/${box.token}/refund`, refund))
  await shop.settleDown()
  return {
    ...box,
    paid: { totalCents, giftCents },
    leftCents: () => spentGiftCents(db, box.order().id),
    balanceCents: () => db.select().from(giftCards).where(eq(giftCards.id, card!.id)).get()?.balanceCents,
  }
}

test('ORD-2 the timeline lists what staff refunded to the gift card, once', async () => {
  const box = await refundedBox()
  const cents = GIFT_CENTS - LEFT_CENTS
  const page = async () => (await box.ana.visit(`/account/orders/${box.token}`)).text()
  const entry = `Refunded ${formatCents(cents)}`
  expect(await page()).toContain(entry)
  box.shop.pass(1_000)
  await expectOk(box.ana.call('POST', `/account/orders/${box.token}/cancel`))
  const canceled = await page()
  expect(canceled.split(entry)).toHaveLength(2)
  expect(canceled).toContain(`You get back ${formatCents(LEFT_CENTS)} to your gift card or store credit.`)
  expect(canceled).not.toContain(`Refunded ${formatCents(LEFT_CENTS)}`)
})

test('ORD-4 the order’s page says what canceling a partly refunded box still brings back', async () => {
  const box = await refundedBox()
  const page = await (await box.ana.visit(`/account/orders/${box.token}`)).text()
  expect(page).toContain(`and get the remaining ${formatCents(LEFT_CENTS)} back`)
})

test('ORD-7 an edit can lower a partly refunded box by what its gift card still pays, and no more', async () => {
  const box = await refundedBox()
  const refused = await box.confirm(add(box.share, 2))
  expect(refused).toMatchObject({
    status: 409,
    message: 'Part of this order was refunded, so it can’t get that much cheaper. Please email us.',
  })
  expect(box.order()).toMatchObject(box.paid)
  const items = [...add(box.share, 2), ...add(box.roast.token, 1)]
  const { difference_cents: cents } = await box.preview(items)
  expect(await box.confirm(items)).toMatchObject({ status: 200, difference_cents: cents })
  await box.shop.settleDown()
  expect(box.leftCents()).toBe(LEFT_CENTS + cents)
  expect(box.balanceCents()).toBe(GIFT_CENTS - LEFT_CENTS - cents)
  expect(box.problems()).toEqual([])
})

test('FUL-13 shorting a partly refunded box returns all that was left', async () => {
  const box = await refundedBox()
  const { shop, db, order } = box
  const waveId = await durably(db, (tx) => makeWave(tx, 1, sql`select ${order().id}`, shop.clock.now()))
  const dale = await signedIn(shop, DALE)
  const short = { order_token: box.token, bid_item_token: box.share, quantity: '1', reason: 'Torn' }
  await expectOk(dale.call('POST', `${CENTER}/packing_waves/${waveId}/short`, short))
  await shop.settleDown()
  expect(box.lines().map(({ quantity }) => quantity)).toEqual([2])
  expect([box.leftCents(), box.balanceCents()]).toEqual([0, GIFT_CENTS])
  expect(box.problems()).toEqual([])
})

test('CWT-2 weighing a partly refunded box returns all that was left', async () => {
  const box = await refundedBox('demo-by-weight')
  const [line] = box.lines()
  const weights = new Map([[line!.offerId, [2_000, 2_000, 2_000]]]) // less than half of what was paid
  await durably(box.db, (tx) => settleWeights(tx, box.order(), weights, box.shop.clock.now()))
  await box.shop.settleDown()
  expect(box.lines()).toMatchObject([{ packedGrams: 6_000 }])
  expect([box.leftCents(), box.balanceCents()]).toEqual([0, GIFT_CENTS])
  expect(box.problems()).toEqual([])
})
