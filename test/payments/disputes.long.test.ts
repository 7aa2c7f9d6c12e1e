import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Db, durably } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { advanceOrder } from '#src/orders/advance-order.ts'
import { releaseFromReview } from '#src/orders/review.ts'
import { disputesOf } from '#src/payments/dispute-rows.ts'
import { settleDispute } from '#src/payments/disputes.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { reconcileRefunds } from '#src/payments/reconcile-refunds.ts'
import { signedIn } from '../support/account.ts'
import { orderToPay, paidOrder } from '../support/refunding.ts'
import { RUTH } from '../support/staff.ts'

const DAY = 24 * 3600_000

test('PAY-15 a dispute is booked in the ledger, and its box is held for staff until evidence is due', async () => {
  const { shop, db, paidCents, ...order } = await paidOrder('pm_card_createDispute')
  expect(order.order().state).toBe('review')
  expect(order.ledger()).toEqual([
    ['charge', paidCents],
    ['dispute_withdrawn', paidCents],
  ])
  const [dispute] = disputesOf(db, order.order().id)
  expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', withdrawnCents: paidCents })
  const [flag] = order.flags()
  expect(flag).toMatchObject({ kind: 'dispute', resolvedAt: null, dueAt: dispute?.evidenceDueAt })
  expect(flag?.dueAt).toBeGreaterThan(shop.clock.now() - DAY)
  expect(ledgerProblems(db)).toEqual([])
})

test("PAY-15 the flag and its page show the same evidence day, in the back office's time zone", async () => {
  const { shop, db, intentId, paidCents, ...order } = await paidOrder()
  const evidenceDueAt = Date.parse('2026-12-02T04:18:00Z')
  const facts = { amountCents: paidCents, reason: 'fraudulent', status: 'needs_response', transfers: [] }
  const openedAt = shop.clock.now()
  await durably(db, (tx) =>
    settleDispute(tx, { id: 'dp_1', intentId, evidenceDueAt, openedAt, ...facts }, openedAt),
  )
  const [flag] = order.flags()
  expect(flag?.detail).toContain('Evidence is due by Tuesday, December 1.')
  const ruth = await signedIn(shop, RUTH)
  const page = await (await ruth.visit(`/staff/flags/${flag?.id}`)).text()
  expect(page).toContain('<dd>Tuesday, December 1, 11:18 pm EST</dd>')
})

test.each([
  ['winning_evidence', 'won', ['dispute_withdrawn', 'dispute_reinstated']],
  ['losing_evidence', 'lost', ['dispute_withdrawn']],
])('PAY-15 %s closes the dispute and the flag of a shipped box as %s', async (text, status, movements) => {
  const { shop, db, intentId, ...order } = await paidOrder()
  await shipBox(db, order.order)
  const id = shop.standIn.bank.dispute(intentId)
  await shop.settleDown()
  await shop.services.stripe.disputes.update(id, { evidence: { uncategorized_text: text } })
  await shop.settleDown()
  expect(disputesOf(db, order.order().id)).toMatchObject([{ status, closedAt: shop.clock.now() }])
  expect(order.ledger().map(([kind]) => kind)).toEqual(['charge', ...movements])
  expect(order.flags()).toMatchObject([{ kind: 'dispute', resolution: `The dispute is closed: ${status}.` }])
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-15 the flag of a held box stays open when its dispute closes', async () => {
  const { shop, db, intentId, ...order } = await paidOrder()
  const id = shop.standIn.bank.dispute(intentId)
  await shop.settleDown()
  await shop.services.stripe.disputes.close(id)
  await shop.settleDown()
  expect(disputesOf(db, order.order().id)).toMatchObject([{ status: 'lost' }])
  expect([order.order().state, order.flags()[0]?.resolvedAt]).toEqual(['review', null])
})

test('PAY-15 an inquiry is flagged with its due date, and no money moves', async () => {
  const { db, paidCents, ...order } = await paidOrder('pm_card_createDisputeInquiry')
  expect(order.ledger()).toEqual([['charge', paidCents]])
  expect(order.flags()).toMatchObject([{ kind: 'dispute' }])
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-15 a dispute can follow a refund', async () => {
  const { shop, db, intentId, paidCents, ...order } = await paidOrder()
  await shop.services.stripe.refunds.create({ payment_intent: intentId, amount: 500 })
  await shop.settleDown()
  shop.standIn.bank.dispute(intentId)
  await shop.settleDown()
  expect(order.ledger()).toEqual([
    ['charge', paidCents],
    ['refund', 500],
    ['dispute_withdrawn', paidCents],
  ])
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-15 a fraud warning flags the order and holds its box, once', async () => {
  const { shop, db, ...order } = await paidOrder('pm_card_createIssuerFraudRecord')
  expect(order.flags()).toMatchObject([{ kind: 'fraud_warning' }])
  expect(order.order().state).toBe('review')
  await durably(db, (tx) => releaseFromReview(tx, order.order(), shop.clock.now()))
  await reconcileRefunds(shop.services) // fetches the same warning again
  expect(order.order().state).toBe('paid')
})

test('PAY-15 a shipped box is not recalled', async () => {
  const { shop, db, intentId, ...order } = await paidOrder()
  await shipBox(db, order.order)
  shop.standIn.bank.warnOfFraud(intentId)
  await shop.settleDown()
  expect([order.order().state, order.flags().length]).toEqual(['shipped', 1])
})

test("PAY-15 a dispute that arrives before its charge's event places the order and holds its box", async () => {
  const { shop, db, pay, intentId, ...order } = await orderToPay()
  shop.standIn.control.webhooks({ drop: 1 })
  await pay()
  shop.standIn.control.clear()
  shop.standIn.bank.dispute(intentId)
  await shop.settleDown()
  expect(order.order()).toMatchObject({ state: 'review', placedAt: shop.clock.now() })
  expect(ledgerProblems(db)).toEqual([])
})

test("PAY-14 PAY-15 a refund that the hourly job can't book doesn't keep it from booking disputes", async () => {
  const { shop, db, intentId, ...order } = await paidOrder()
  shop.standIn.control.webhooks({ drop: 1 })
  await shop.services.stripe.refunds.create({ payment_intent: intentId, amount: 500 })
  shop.standIn.bank.dispute(intentId)
  db.run(sql`create trigger bug before insert on refunds begin select raise(abort, 'a bug'); end`)
  await reconcileRefunds(shop.services)
  expect([order.refunds(), disputesOf(db, order.order().id)]).toMatchObject([[], [{ reason: 'fraudulent' }]])
  expect(order.order().state).toBe('review')
})

test('PAY-15 the hourly job finds disputes and warnings whose webhooks were lost', async () => {
  const { shop, db, intentId, ...order } = await paidOrder()
  shop.standIn.control.webhooks({ drop: 1 })
  shop.standIn.bank.warnOfFraud(intentId)
  const id = shop.standIn.bank.dispute(intentId)
  await reconcileRefunds(shop.services)
  expect(
    order
      .flags()
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['dispute', 'fraud_warning'])
  await shop.services.stripe.disputes.close(id)
  shop.pass(60 * DAY)
  await reconcileRefunds(shop.services)
  expect(disputesOf(db, order.order().id)).toMatchObject([{ status: 'lost' }])
  expect(ledgerProblems(db)).toEqual([])
})

async function shipBox(db: Db, order: () => Order) {
  for (const state of ['in_wave', 'shipped'] as const)
    await durably(db, (tx) => advanceOrder(tx, order(), { state, updatedAt: order().updatedAt }))
}
