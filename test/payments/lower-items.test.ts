import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { orderLines } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { lowerItems } from '#src/payments/lower-items.ts'
import { paidOrder } from '../support/refunding.ts'

type Paid = Awaited<ReturnType<typeof paidOrder>>

/** Lowers the line's and the order's price together, as weighing does. */
function lower({ db, shop, order }: Paid, cents: number) {
  const lineCents = sql`max(0, coalesce(packed_cents, quantity * price_cents) - ${cents})`
  return durably(db, (tx) => {
    tx.update(orderLines).set({ packedCents: lineCents }).where(eq(orderLines.orderId, order().id)).run()
    return lowerItems(tx, order(), cents, shop.clock.now())
  })
}

test('PAY-14 each price reduction at packing is refunded to the card, and the ledger balances', async () => {
  const paid = await paidOrder()
  const { shop, db, order, sent, paidCents } = paid
  const first = await lower(paid, 300)
  const second = await lower(paid, 200)
  await shop.settleDown()
  expect(await sent()).toEqual([first.cardCents, second.cardCents])
  expect(first.cardCents + second.cardCents).toBe(500) // no tax or discount on this order
  expect(order().totalCents).toBe(paidCents - 500)
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 item prices never go below zero, and delivery stays paid', async () => {
  const paid = await paidOrder()
  const { shop, db, order } = paid
  await lower(paid, 9_999_999)
  await shop.settleDown()
  expect(order()).toMatchObject({ itemsCents: 0, totalCents: order().shippingCents })
  expect(ledgerProblems(db)).toEqual([])
})
