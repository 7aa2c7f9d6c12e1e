import { expect, test } from 'vitest'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { orderOf, paymentStatus, prepareToPay, readyToPay } from '../support/buying.ts'
import { world } from '../support/world.ts'

test('PAY-12 a paid order is completed: stock sold, day booked, one receipt', async () => {
  const { db, shopper, settleDown, standIn } = await world()
  const ana = await shopper()
  const token = await readyToPay(ana, db)
  const { clientSecret, amount_cents } = await prepareToPay(ana, token)
  const confirmed = await ana.confirm(clientSecret)
  expect(confirmed.status).toBe(200)
  await settleDown()

  const order = orderOf(db, token)
  expect(order.state).toBe('paid')
  expect(order.totalCents).toBe(amount_cents)
  expect(await paymentStatus(ana, token)).toBe('succeeded')
  expect(ledgerProblems(db)).toEqual([])
  const confirmation = await ana.visit(`/order/${token}/confirmation`)
  expect(await confirmation.text()).toContain(order.identifier)
  expect(standIn.ledger()).toBeTruthy()
})
