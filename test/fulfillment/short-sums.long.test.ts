import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DurableTx, durably } from '#db/client.ts'
import {
  boxShorts,
  giftCardEntries,
  giftCards,
  type Order,
  orderGiftCards,
  orderLines,
  orders,
  payments,
  type WaveLine,
} from '#db/schema/index.ts'
import { shortBox } from '#src/fulfillment/short-box.ts'
import { waveBoxesByToken } from '#src/fulfillment/wave-boxes.ts'
import { waveAt } from '#src/fulfillment/waves.ts'
import { orderById } from '#src/orders/orders.ts'
import { waveShop } from '../support/waves.ts'

/** Carries the result out of a transaction that is rolled back. */
class RolledBack<Value> extends Error {
  constructor(readonly value: Value) {
    super('rolled back')
  }
}

const share = fc.integer({ min: 0, max: 100 })
const paidSums = fc.record({ promotions: share, rewards: share, shipping: share, tax: share, gift: share })
const shorts = fc.array(fc.record({ line: fc.nat(), quantity: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 6,
})

/** Gives an order discounts, tax and a gift card, each a percentage of its maximum, and charges the rest. */
function payOtherwise(tx: DurableTx, order: Order, shares: Record<string, number>) {
  const part = (of: number, name: string) => Math.floor((of * (shares[name] ?? 0)) / 100)
  const itemsCents = order.itemsCents ?? 0
  const promotionsCents = part(itemsCents, 'promotions')
  const rewardsCents = part(itemsCents - promotionsCents, 'rewards')
  const shippingCents = part(4_000, 'shipping')
  const goodsCents = itemsCents - promotionsCents - rewardsCents
  const taxCents = part(Math.floor(goodsCents / 10), 'tax')
  const dueCents = goodsCents + shippingCents + taxCents
  const giftCents = part(dueCents, 'gift')
  const totalCents = dueCents - giftCents
  const sums = { promotionsCents, rewardsCents, shippingCents, taxCents, giftCents, totalCents }
  tx.update(orders).set(sums).where(eq(orders.id, order.id)).run()
  tx.update(payments)
    .set({ amountCents: totalCents, receivedCents: totalCents })
    .where(eq(payments.orderId, order.id))
    .run()
  tx.delete(orderGiftCards).where(eq(orderGiftCards.orderId, order.id)).run()
  const card = { codeHash: 'of this test', balanceCents: 0, initialCents: dueCents, createdAt: 0 }
  const { id: giftCardId } = tx.insert(giftCards).values(card).returning({ id: giftCards.id }).get()
  if (giftCents > 0) {
    tx.insert(orderGiftCards).values({ orderId: order.id, giftCardId, spentCents: giftCents }).run()
    const spent = { orderId: order.id, giftCardId, cause: 'spent', cents: -giftCents } as const
    tx.insert(giftCardEntries)
      .values({ ...spent, reference: `of order ${order.id}`, at: 0 })
      .run()
  }
  return dueCents
}

const goodsOf = (tx: DurableTx, orderId: number) =>
  tx
    .select({ cents: sql<number>`coalesce(sum(quantity * price_cents), 0)` })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .get()?.cents

test('FUL-13 with any mix of discounts, tax and gift card, refund plus remainder equal the amount paid', async () => {
  const { shop, boxes } = await waveShop()
  const wave = waveAt(shop.db, 1, 1)!
  const press = { userId: 1, now: shop.clock.now() }
  await fc.assert(
    fc.asyncProperty(fc.nat(boxes.length - 1), paidSums, shorts, async (nth, shares, missing) => {
      const box = boxes[nth]!
      const shorted = durably(shop.db, (tx) => {
        const paid = payOtherwise(tx, orderById(tx, box.id), shares)
        for (const { line, quantity } of missing) {
          const lines: WaveLine[] = waveBoxesByToken(tx, wave.id, [box.token])[0]?.lines ?? []
          const offerToken = lines[line % lines.length]?.bid_item_token ?? ''
          shortBox(tx, wave, { orderToken: box.token, offerToken, quantity, reason: 'Torn' }, press)
        }
        const rows = tx.select().from(boxShorts).where(eq(boxShorts.orderId, box.id)).all()
        const [back] = tx.select().from(giftCards).where(eq(giftCards.codeHash, 'of this test')).all()
        throw new RolledBack({ paid, rows, back, after: orderById(tx, box.id), goods: goodsOf(tx, box.id) })
      })
      const result = await shorted.then(
        () => expect.unreachable(),
        (error: unknown) => (error instanceof RolledBack ? error.value : Promise.reject(error)),
      )
      const { paid, rows, back, after, goods } = result
      const cents = (name: 'cardCents' | 'giftCents') =>
        rows.reduce((sum: number, row: typeof boxShorts.$inferSelect) => sum + row[name], 0)
      expect((after.totalCents ?? 0) + (after.giftCents ?? 0) + cents('cardCents') + cents('giftCents')).toBe(
        paid,
      )
      expect([after.itemsCents, back.balanceCents]).toEqual([goods, cents('giftCents')])
      const sums = [
        after.totalCents,
        after.giftCents,
        after.taxCents,
        after.promotionsCents,
        after.rewardsCents,
      ]
      for (const sum of sums) expect(sum).toBeGreaterThanOrEqual(0)
      for (const { cardCents, giftCents } of rows)
        expect(Math.min(cardCents, giftCents)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 60 },
  )
})
