import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { lowerItems } from '#src/payments/lower-items.ts'
import { paidOrder } from '../support/refunding.ts'

test('PAY-14 what packed items cost less goes back to the card, part by part, and the books agree', async () => {
  const { shop, db, order, sent, paidCents } = await paidOrder()
  const lower = (cents: number) => durably(db, (tx) => lowerItems(tx, order(), cents, shop.clock.now()))
  const first = await lower(300)
  const second = await lower(200)
  await shop.settleDown()
  expect(await sent()).toEqual([first.cardCents, second.cardCents])
  expect(first.cardCents + second.cardCents).toBe(500) // no tax or discount on this order
  expect(order().totalCents).toBe(paidCents - 500)
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 items never cost less than nothing, and the delivery stays paid', async () => {
  const { shop, db, order } = await paidOrder()
  await durably(db, (tx) => lowerItems(tx, order(), 9_999_999, shop.clock.now()))
  await shop.settleDown()
  expect(order()).toMatchObject({ itemsCents: 0, totalCents: order().shippingCents })
  expect(ledgerProblems(db)).toEqual([])
})
