import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { moneyMovements, type OrderState, orders, shipDays, stock, stockMovements } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { activeConsent } from '#src/orders/recurring.ts'
import { disputesOf } from '#src/payments/dispute-rows.ts'
import { settleDispute } from '#src/payments/disputes.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { usableCards } from '#src/pricing/gift-cards.ts'
import { signedIn } from '../support/account.ts'
import { orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { coverByGift, makeRecurring } from '../support/paying-by-card.ts'
import { loweredPrice, orderToPay, paidOrder } from '../support/refunding.ts'
import { openFlag, openFlags, quiet, RUTH, solveOnPage } from '../support/staff.ts'
import { world } from '../support/world.ts'

const WHY = 'Her bank says the card was stolen.'

type Paid = Awaited<ReturnType<typeof paidOrder>>

const solve = ({ shop }: Paid, kind: 'fraud_warning' | 'dispute') =>
  solveOnPage(shop, kind, 'refund_order', WHY)

async function warned(paid: Paid) {
  paid.shop.standIn.bank.warnOfFraud(paid.intentId)
  await paid.shop.settleDown()
  return paid
}

/** What the order holds: its units by the stock ledger, and its ship day's bookings. */
function taken({ db, order }: Paid) {
  const { id, fcId, shipOn } = order()
  const units = db.select().from(stockMovements).where(eq(stockMovements.orderId, id)).all()
  const [day] = db
    .select()
    .from(shipDays)
    .where(and(eq(shipDays.fcId, fcId ?? 0), eq(shipDays.shipOn, shipOn ?? assertDay('2026-01-01'))))
    .all()
  return { units: units.reduce((sum, { delta }) => sum - delta, 0), booked: day?.booked }
}

const onHand = ({ db }: Paid) => db.select().from(stock).all()

test('STF-1 PAY-15 canceling a suspected fraud order returns its money, units and ship day', async () => {
  const paid = await orderToPay()
  const before = onHand(paid)
  await paid.pay()
  await paid.shop.settleDown()
  await warned(paid)
  const { units, booked = 0 } = taken(paid)
  expect([units > 0, onHand(paid)]).not.toEqual([true, before])

  const { status, page } = await solve(paid, 'fraud_warning')
  expect(status).toBe(303)
  expect(page).toContain('Canceled and refunded by Ruth Abernathy')
  expect([paid.order().state, paid.payment()?.status]).toEqual(['canceled', 'refunded'])
  expect(taken(paid)).toEqual({ units: 0, booked: booked - 1 })
  expect(onHand(paid)).toEqual(before)
  expect(ledgerProblems(paid.db)).toEqual([]) // while the refund is still owed

  await paid.shop.settleDown()
  expect(await paid.sent()).toEqual([paid.paidCents])
  expect(paid.ledger()).toEqual([
    ['charge', paid.paidCents],
    ['refund', paid.paidCents],
  ])
  expect(paid.mails().filter((subject) => /was canceled$/.test(subject))).toHaveLength(1)
  expect(ledgerProblems(paid.db)).toEqual([])
})

test('STF-1 an order refund needs a reason, and only one of two flags can make it', async () => {
  const paid = await warned(quiet(await paidOrder('pm_card_createDisputeInquiry')))
  const silent = await solveOnPage(paid.shop, 'fraud_warning', 'refund_order')
  expect([silent.status, paid.order().state]).toEqual([422, 'review'])

  expect((await solve(paid, 'fraud_warning')).status).toBe(303)
  const second = await solve(paid, 'dispute')
  expect(second.status).toBe(409)
  expect(second.page).not.toContain('Canceled and refunded by')
  await paid.shop.settleDown()
  expect(await paid.sent()).toEqual([paid.paidCents])
})

test('STF-1 an inquiry is answered by a refund, and its flag stays open until the bank is done', async () => {
  const paid = quiet(await paidOrder('pm_card_createDisputeInquiry'))
  const { id } = openFlag(paid.shop, 'dispute')
  const { status, page } = await solve(paid, 'dispute')
  expect([status, paid.order().state, openFlag(paid.shop, 'dispute').id]).toEqual([303, 'canceled', id])
  expect(page).not.toContain('value="refund_order"')
  const ruth = await signedIn(paid.shop, RUTH)
  const again = await ruth.call('POST', `/staff/flags/${id}/resolve`, {
    action: 'refund_order',
    resolution: WHY,
  })
  expect(again.status).toBe(409)
  await paid.shop.settleDown()
  expect(await paid.sent()).toEqual([paid.paidCents])
  expect(ledgerProblems(paid.db)).toEqual([])
})

test('STF-1 PAY-15 disputed money is not refunded; once the dispute is lost, the box can be canceled', async () => {
  const paid = quiet(await paidOrder())
  const dispute = paid.shop.standIn.bank.dispute(paid.intentId)
  await paid.shop.settleDown()
  const early = await solve(paid, 'dispute')
  expect([early.status, paid.order().state, paid.refunds()]).toEqual([409, 'review', []])

  await paid.shop.services.stripe.disputes.close(dispute)
  await paid.shop.settleDown()
  expect((await solve(paid, 'dispute')).status).toBe(303)
  await paid.shop.settleDown()
  expect([paid.order().state, taken(paid).units, openFlags(paid.shop, 'dispute')]).toEqual([
    'canceled',
    0,
    [],
  ])
  expect(await paid.sent()).toEqual([])
  expect(ledgerProblems(paid.db)).toEqual([])
})

test('STF-1 PAY-15 a dispute takes no more than is left, and what it returns is refunded to the card', async () => {
  const paid = quiet(await paidOrder())
  await paid.shop.services.stripe.refunds.create({ payment_intent: paid.intentId, amount: 1_000 })
  await paid.shop.settleDown()
  const dispute = paid.shop.standIn.bank.dispute(paid.intentId)
  await paid.shop.settleDown()
  await paid.shop.services.stripe.disputes.close(dispute)
  await paid.shop.settleDown()
  await solve(paid, 'dispute')
  await paid.shop.settleDown()
  expect([paid.order().state, await paid.sent()]).toEqual(['canceled', [1_000]])
  expect(ledgerProblems(paid.db)).toEqual([])

  const [known] = disputesOf(paid.db, paid.order().id)
  const [withdrawn] = paid.db
    .select()
    .from(moneyMovements)
    .where(and(eq(moneyMovements.orderId, paid.order().id), eq(moneyMovements.kind, 'dispute_withdrawn')))
    .all()
  const won = {
    id: dispute,
    intentId: paid.intentId,
    amountCents: paid.paidCents,
    reason: 'fraudulent',
    status: 'won',
    evidenceDueAt: null,
    openedAt: known?.openedAt ?? 0,
    transfers: [
      { id: withdrawn?.reference ?? '', cents: -paid.paidCents },
      { id: 'txn_back', cents: paid.paidCents },
    ],
  }
  for (let delivery = 0; delivery < 2; delivery += 1)
    await durably(paid.db, (tx) => settleDispute(tx, won, paid.shop.clock.now()))
  expect(paid.refunds().at(-1)).toMatchObject({
    cause: 'staff',
    amountCents: paid.paidCents - 1_000,
    status: 'owed',
  })
  expect(ledgerProblems(paid.db)).toEqual([])
})

test('STF-1 nothing is refunded for a shipped box if a dispute took all of it', async () => {
  const paid = quiet(await paidOrder())
  paid.db.update(orders).set({ state: 'delivered' }).where(eq(orders.id, paid.order().id)).run()
  const dispute = paid.shop.standIn.bank.dispute(paid.intentId)
  await warned(paid)
  await paid.shop.services.stripe.disputes.close(dispute)
  await paid.shop.settleDown()
  const { status } = await solve(paid, 'fraud_warning')
  expect([status, paid.order().state, paid.payment()?.status]).toEqual([409, 'delivered', 'succeeded'])
})

test.each<[OrderState, OrderState]>([
  ['shipped', 'shipped'],
  ['delivered', 'refunded'],
])('STF-1 a box that is %s is refunded, and its units and ship day stay taken', async (from, to) => {
  const paid = quiet(await paidOrder())
  paid.db.update(orders).set({ state: from }).where(eq(orders.id, paid.order().id)).run()
  await warned(paid)
  const before = taken(paid)
  expect((await solve(paid, 'fraud_warning')).status).toBe(303)
  await paid.shop.settleDown()
  expect([paid.order().state, taken(paid), await paid.sent()]).toEqual([to, before, [paid.paidCents]])
  expect(ledgerProblems(paid.db)).toEqual([])
  expect(paid.mails().filter((subject) => /^We're refunding your order/.test(subject))).toHaveLength(1)
})

test('STF-1 only what is left is refunded, and returned refunds are owed again', async () => {
  const paid = await warned(quiet(await paidOrder('pm_card_refundFail')))
  await paid.shop.services.stripe.refunds.create({ payment_intent: paid.intentId, amount: 500 })
  await paid.shop.settleDown()
  await solve(paid, 'fraud_warning')
  await paid.shop.settleDown()
  expect(await paid.sent()).toEqual([500, paid.paidCents - 500])
  expect(openFlags(paid.shop, 'refund_failed')).toHaveLength(2)
  expect(ledgerProblems(paid.db)).toEqual([])
})

test('STF-1 PAY-14 dashboard refunds made in between count against everything owed', async () => {
  const paid = quiet(await loweredPrice())
  paid.shop.standIn.control.fault({ kind: 'error', method: 'POST', path: '/v1/refunds' })
  await paid.lower()
  await warned(paid)
  await solve(paid, 'fraud_warning')
  await paid.shop.settleDown()
  expect(paid.refunds().map(({ status }) => status)).toEqual(['asked', 'asked'])
  paid.shop.standIn.control.clear()
  const amount = paid.paidCents - 395
  await paid.shop.services.stripe.refunds.create({ payment_intent: paid.intentId, amount })
  paid.shop.pass(3600_000)
  await paid.shop.settleDown()
  expect(await paid.sent()).toEqual([amount, 395])
  expect(openFlags(paid.shop, 'refund_failed')).toEqual([])
  expect(ledgerProblems(paid.db)).toEqual([])
})

test.each<OrderState>(['paid', 'shipped'])(
  'STF-1 refunding a box that is %s returns its gift balance, and ends its recurring order',
  async (state) => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    await makeRecurring(ana, token)
    await coverByGift(shop, token, 2_500)
    const { clientSecret, paymentIntentId, amount_cents } = await prepareToPay(ana, token)
    await ana.confirm(clientSecret)
    await shop.settleDown()
    const order = () => orderOf(shop.db, token)
    shop.db.update(orders).set({ state }).where(eq(orders.id, order().id)).run()
    const balance = () => usableCards(shop.db, order().id, shop.clock.now())[0]?.availableCents
    expect([balance(), activeConsent(shop.db, order()) === null]).toEqual([0, false])

    shop.standIn.bank.warnOfFraud(paymentIntentId)
    await shop.settleDown()
    expect((await solveOnPage(shop, 'fraud_warning', 'refund_order', WHY)).status).toBe(303)
    await shop.settleDown()
    expect([balance(), activeConsent(shop.db, order())]).toEqual([2_500, null])
    const { data } = await shop.services.stripe.refunds.list({ payment_intent: paymentIntentId })
    expect(data.map(({ amount }) => amount)).toEqual([amount_cents])
    expect(ledgerProblems(shop.db)).toEqual([])
  },
)
