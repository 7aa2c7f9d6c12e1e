import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { staffFlags, stock } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { reconcileRefunds } from '#src/payments/reconcile-refunds.ts'
import { resolveRefund, retryRefund } from '#src/payments/refund-resolution.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { paymentStatus } from '../support/buying.ts'
import { add, editableBox } from '../support/editing.ts'
import { loweredPrice, orderToPay, paidOrder, refusedPayment } from '../support/refunding.ts'
import { solveOnPage } from '../support/staff.ts'

const DAY = 24 * 3600_000

test('PAY-14 a refund that the bank returns is owed again, and is reported to staff and customer', async () => {
  const { shop, db, paidCents, ...order } = await refusedPayment('pm_card_refundFail')
  await shop.settleDown()
  expect(order.refunds()).toMatchObject([
    { cause: 'payment_refused', status: 'failed', failure: 'expired_or_canceled_card' },
  ])
  expect(order.ledger()).toEqual([
    ['charge', paidCents],
    ['refund', paidCents],
    ['refund_failed', paidCents],
  ])
  const [refund] = order.refunds()
  expect(order.flags()).toContainEqual(
    expect.objectContaining({ kind: 'refund_failed', subjectId: refund?.id }),
  )
  expect(order.mails().filter((subject) => /didn't go through/.test(subject))).toHaveLength(1)
  expect(ledgerProblems(db)).toEqual([])
})

test.each(['check', 'store_credit'] as const)(
  'PAY-14 a failed refund can be paid by %s instead, only once',
  async (resolution) => {
    const { shop, db, paidCents, ...order } = await refusedPayment('pm_card_refundFail')
    await shop.settleDown()
    const [refund] = order.refunds()
    const resolve = () =>
      durably(db, (tx) => resolveRefund(tx, refund?.id ?? 0, resolution, shop.clock.now()))
    expect(await resolve()).toEqual({ ok: true })
    expect(await resolve()).toEqual({ ok: false, code: 'resolved_before' })
    await shop.settleDown()
    expect(order.ledger().at(-1)).toEqual(['refund_replaced', paidCents])
    expect(order.mails().filter((subject) => /is taken care of/.test(subject))).toHaveLength(1)
    expect(ledgerProblems(db)).toEqual([])
  },
)

test.each(['refund_by_check', 'refund_as_credit'] as const)(
  "PAY-14 PAY-15 a failed refund can't be replaced by %s while a dispute has withdrawn the whole payment",
  async (action) => {
    const box = await editableBox({ shares: 3 })
    const { shop } = box
    const [payment] = box.payments()
    expect(await box.confirm(add(box.share, 2))).toMatchObject({ status: 200 }) // one less
    const id = shop.standIn.bank.dispute(payment?.intentId ?? '') // before its refund is sent
    await shop.settleDown()
    expect(box.refunds()).toMatchObject([{ status: 'failed', failure: 'charge_disputed' }])
    await shop.services.stripe.disputes.close(id)
    await shop.settleDown()
    const { status, flag } = await solveOnPage(shop, 'refund_failed', action, 'Sent')
    expect([status, flag?.resolvedAt]).toEqual([409, null])
    expect(box.ledger().map(([kind]) => kind)).toEqual(['charge', 'dispute_withdrawn'])
    expect((await solveOnPage(shop, 'refund_failed', 'dismiss', 'The bank gave it')).flag?.resolvedAt).toBe(
      shop.clock.now(),
    )
    expect(box.problems()).toEqual([])
  },
)

test('PAY-14 a refund is pending until the bank has it, and counts as paid out', async () => {
  const { shop, db, ana, token, ...order } = await refusedPayment('pm_card_pendingRefund')
  await paymentStatus(ana, token) // the poll settles it
  await runDueJobs(shop.services)
  expect(order.refunds()).toMatchObject([{ status: 'pending' }])
  expect(order.ledger().map(([kind]) => kind)).toEqual(['charge', 'refund'])
  expect(ledgerProblems(db)).toEqual([])
  await shop.settleDown()
  expect(order.refunds()).toMatchObject([{ status: 'succeeded' }])
})

test('PAY-14 a partial refund whose response was lost is not repeated after its idempotency key expired', async () => {
  const { shop, db, lower, ...order } = await loweredPrice()
  shop.standIn.control.webhooks({ drop: 1 })
  loseAnswers(shop)
  await lower()
  await shop.settleDown()
  expect([await order.sent(), order.refunds()[0]?.status]).toEqual([[1_200], 'asked'])
  shop.standIn.control.clear()
  shop.pass(25 * 3600_000)
  await shop.settleDown()
  expect([await order.sent(), order.refunds()[0]?.status]).toEqual([[1_200], 'succeeded'])
  expect(order.ledger().filter(([kind]) => kind === 'refund')).toEqual([['refund', 1_200]])
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 a full refund whose response was lost completes, and nobody is asked to pay it again', async () => {
  const { shop, db, paidCents, ...order } = await refusedPayment()
  loseAnswers(shop)
  await shop.settleDown()
  shop.standIn.control.clear()
  shop.pass(25 * 3600_000)
  await shop.settleDown()
  expect([await order.sent(), order.refunds()[0]?.status]).toEqual([[paidCents], 'succeeded'])
  expect(order.flags().map(({ kind }) => kind)).toEqual(['payment_mismatch'])
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 a webhook that arrives before the response changes nothing twice', async () => {
  const { shop, db, lower, ...order } = await loweredPrice()
  const { refunds } = shop.services.stripe
  const create = refunds.create.bind(refunds)
  refunds.create = (async (...args: Parameters<typeof create>) => {
    const answer = await create(...args)
    await shop.standIn.deliverDue()
    return answer
  }) as typeof create
  await lower()
  await shop.settleDown()
  expect(order.refunds()).toMatchObject([{ status: 'succeeded', amountCents: 1_200 }])
  expect(order.ledger().filter(([kind]) => kind === 'refund')).toHaveLength(1)
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 a partial dashboard refund is booked, and the customer is mailed once', async () => {
  const { shop, db, intentId, paidCents, ...order } = await paidOrder()
  await shop.services.stripe.refunds.create({ payment_intent: intentId, amount: 500 })
  await shop.settleDown()
  await reconcileRefunds(shop.services)
  await shop.settleDown()
  expect(order.refunds()).toMatchObject([{ cause: 'dashboard', status: 'succeeded', amountCents: 500 }])
  expect(order.ledger()).toEqual([
    ['charge', paidCents],
    ['refund', 500],
  ])
  expect(order.order().state).toBe('paid')
  expect(order.mails().filter((subject) => /We've refunded \$5\.00/.test(subject))).toHaveLength(1)
  expect(ledgerProblems(db)).toEqual([])
})

test("PAY-14 an order fully refunded in the dashboard doesn't ship, and its units are back in stock", async () => {
  const { shop, db, ana, token, intentId, pay, ...order } = await orderToPay()
  const onHand = () => db.select().from(stock).all()
  const before = onHand()
  await pay()
  await shop.settleDown()
  expect(onHand()).not.toEqual(before)
  await shop.services.stripe.refunds.create({ payment_intent: intentId })
  await shop.settleDown()
  expect(order.order().state).toBe('refunded')
  expect(onHand()).toEqual(before)
  expect(order.payment()?.status).toBe('refunded')
  expect(order.flags()).toMatchObject([{ kind: 'refunded_in_dashboard' }])
  expect(await (await ana.visit(`/account/orders/${token}`)).text()).toContain('4242')
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 a box whose first payment was fully refunded in the dashboard is flagged before it ships for the rest', async () => {
  const box = await editableBox({ isKept: true })
  await box.confirm(add(box.roast.token, 2))
  await box.shop.settleDown()
  const [first, extra] = box.payments()
  await box.shop.services.stripe.refunds.create({ payment_intent: first!.intentId! })
  await box.shop.settleDown()
  expect(box.payments().map(({ status }) => status)).toEqual(['refunded', 'succeeded'])
  const flags = () =>
    box.db
      .select()
      .from(staffFlags)
      .where(and(eq(staffFlags.orderId, box.order().id), isNull(staffFlags.resolvedAt)))
      .all()
  const left = formatCents(extra!.receivedCents)
  expect(flags()).toMatchObject([
    {
      kind: 'refunded_in_dashboard',
      detail: `A payment of ${formatCents(first!.receivedCents)} was refunded in the provider's dashboard. Only ${left} still pays for this box, and it ships.`,
    },
  ])
  expect([box.order().state, box.problems()]).toEqual(['paid', []])

  const solved = await solveOnPage(box.shop, 'refunded_in_dashboard', 'refund_order', 'She canceled.')
  expect(solved.status).toBe(303)
  await box.shop.settleDown()
  expect([box.order().state, flags(), box.problems()]).toEqual(['canceled', [], []])
})

test('PAY-14 an order whose charge and dashboard refund arrive together is placed and refunded', async () => {
  const { shop, db, pay, intentId, ...order } = await orderToPay()
  shop.standIn.control.webhooks({ drop: 1 })
  await pay()
  shop.standIn.control.clear()
  await shop.services.stripe.refunds.create({ payment_intent: intentId })
  await shop.settleDown()
  expect(order.order().state).toBe('refunded')
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 dashboard refunds count against what we owe', async () => {
  const { shop, db, lower, intentId, ...order } = await loweredPrice()
  shop.standIn.control.fault({ kind: 'error', method: 'POST', path: '/v1/refunds' })
  await lower()
  await shop.settleDown()
  shop.standIn.control.clear()
  await shop.services.stripe.refunds.create({ payment_intent: intentId, amount: 700 })
  shop.pass(3600_000)
  await shop.settleDown()
  expect(await order.sent()).toEqual([700, 500])
  expect(order.refunds().map(({ cause, amountCents }) => [cause, amountCents])).toEqual([
    ['price_lowered', 500],
    ['price_lowered', 700],
  ])
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 a refund we owe is covered if the dashboard refunded the whole payment', async () => {
  const { shop, db, lower, intentId, ...order } = await loweredPrice()
  shop.standIn.control.fault({ kind: 'error', method: 'POST', path: '/v1/refunds' })
  await lower()
  await shop.settleDown()
  shop.standIn.control.clear()
  await shop.services.stripe.refunds.create({ payment_intent: intentId })
  shop.pass(3600_000)
  await shop.settleDown()
  expect(order.refunds()[0]).toMatchObject({ status: 'failed', resolution: 'covered' })
  expect(order.flags().map(({ kind }) => kind)).toEqual(['refunded_in_dashboard'])
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 a failed refund that staff repeat in the dashboard is no longer owed', async () => {
  const { shop, db, intentId, ...order } = await refusedPayment('pm_card_refundFail')
  await shop.settleDown()
  shop.standIn.control.webhooks({ hold: true }) // the second one fails, too, but later
  await shop.services.stripe.refunds.create({ payment_intent: intentId })
  await reconcileRefunds(shop.services)
  expect(order.refunds().map(({ status, resolution }) => [status, resolution])).toEqual([
    ['failed', 'retried'],
    ['succeeded', null],
  ])
  expect(order.flags().find(({ kind }) => kind === 'refund_failed')?.resolvedAt).not.toBeNull()
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 a dashboard refund that failed and was repeated there counts once', async () => {
  const { shop, db, intentId, ...order } = await paidOrder('pm_card_refundFail')
  for (let tries = 0; tries < 2; tries += 1) {
    await shop.services.stripe.refunds.create({ payment_intent: intentId, amount: 1_000 })
    await shop.settleDown()
    expect(ledgerProblems(db)).toEqual([])
  }
  expect(order.refunds().map(({ amountCents, resolution }) => [amountCents, resolution])).toEqual([
    [1_000, 'retried'],
    [1_000, null],
  ])
})

test('PAY-14 a dashboard refund larger than the failed ones covers them, oldest first', async () => {
  const { shop, db, paidCents, intentId, ...order } = await refusedPayment('pm_card_refundFail')
  const refundInDashboard = (amount: number) =>
    shop.services.stripe.refunds.create({ payment_intent: intentId, amount })
  const rows = () =>
    order.refunds().map(({ amountCents, status, resolution }) => [amountCents, status, resolution])
  await shop.settleDown()
  await refundInDashboard(2_000)
  await shop.settleDown()
  expect(rows()).toEqual([
    [paidCents - 2_000, 'failed', null],
    [2_000, 'failed', null],
  ])

  shop.standIn.control.webhooks({ hold: true }) // this one fails, too, but later
  await refundInDashboard(paidCents - 1_500)
  await reconcileRefunds(shop.services)
  const covered = [
    [paidCents - 2_000, 'failed', 'covered'],
    [1_500, 'failed', null],
    [500, 'failed', 'covered'],
  ]
  expect(rows()).toEqual([...covered, [paidCents - 1_500, 'succeeded', null]])
  expect(ledgerProblems(db)).toEqual([])

  shop.standIn.control.clear()
  await shop.settleDown()
  await reconcileRefunds(shop.services)
  expect(rows()).toEqual([...covered, [paidCents - 1_500, 'failed', null]])
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 a refund the provider refuses is flagged, and can be retried', async () => {
  const { shop, db, lower, intentId, ...order } = await loweredPrice()
  const dispute = shop.standIn.bank.dispute(intentId)
  await lower()
  await shop.settleDown()
  const [refund] = order.refunds()
  expect(refund).toMatchObject({ status: 'failed', failure: 'charge_disputed', providerId: null })
  expect(order.flags().map(({ kind }) => kind)).toContain('refund_failed')
  await shop.services.stripe.disputes.update(dispute, {
    evidence: { uncategorized_text: 'winning_evidence' },
  })
  expect(await durably(db, (tx) => retryRefund(tx, refund?.id ?? 0, shop.clock.now()))).toEqual({ ok: true })
  await shop.settleDown()
  expect(await order.sent()).toEqual([1_200])
  expect(order.refunds().map(({ status, resolution }) => [status, resolution])).toEqual([
    ['failed', 'retried'],
    ['succeeded', null],
  ])
  expect(ledgerProblems(db)).toEqual([])
})

test('PAY-14 the hourly job finds refunds whose webhooks were lost', async () => {
  const { shop, db, intentId, ...order } = await paidOrder('pm_card_refundFail')
  shop.standIn.control.webhooks({ drop: 1 })
  await shop.services.stripe.refunds.create({ payment_intent: intentId, amount: 300 })
  await reconcileRefunds(shop.services)
  expect(order.refunds()).toMatchObject([{ cause: 'dashboard', status: 'succeeded', amountCents: 300 }])
  await shop.standIn.deliverDue() // the bank returns it
  shop.pass(10 * DAY)
  await reconcileRefunds(shop.services)
  expect(order.refunds()).toMatchObject([{ status: 'failed' }])
  expect(order.flags()).toMatchObject([{ kind: 'refund_failed' }])
  expect(ledgerProblems(db)).toEqual([])
})

/** The provider does the work, but its responses are lost. */
function loseAnswers({ standIn }: Awaited<ReturnType<typeof orderToPay>>['shop']) {
  standIn.control.fault({ kind: 'error', method: 'POST', path: '/v1/refunds', when: 'after', times: 2 })
}
