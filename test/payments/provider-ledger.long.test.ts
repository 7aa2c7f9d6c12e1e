import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { moneyMovements, payments, providerPayouts, providerTransactions } from '#db/schema/index.ts'
import { assertDay, DAY_MS } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { splitOf } from '#src/farm-money/statement-list.ts'
import { paths } from '#src/paths.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { balanceOf } from '#src/payments/money.ts'
import { readProviderLedger } from '#src/payments/read-provider-ledger.ts'
import { signedIn } from '../support/account.ts'
import { booksOf } from '../support/farm-money.ts'
import { paidOrder } from '../support/refunding.ts'
import { RUTH } from '../support/staff.ts'
import type { World } from '../support/world.ts'

const feesOf = ({ db }: Pick<World, 'db'>) =>
  db
    .select({ cents: balanceOf('fees') })
    .from(moneyMovements)
    .get()?.cents

test("FRM-2 the provider's fees enter the money ledger once, as the provider booked them, and reduce the month's remainder", async () => {
  const { shop, paidCents, intentId } = await paidOrder()
  await shop.services.stripe.refunds.create({ payment_intent: intentId, amount: 500 })
  await shop.settleDown()
  await readProviderLedger(shop.services)
  const fee = Math.round(paidCents * 0.029) + 30
  expect(feesOf(shop)).toBe(fee)
  expect(shop.standIn.ledger().feeCents).toBe(fee)
  expect(
    shop.db
      .select()
      .from(providerTransactions)
      .all()
      .map(({ kind, amountCents, feeCents, orderId }) => [kind, amountCents, feeCents, orderId !== null]),
  ).toEqual([
    ['refund', -500, 0, true],
    ['charge', paidCents, fee, true],
  ])

  await readProviderLedger(shop.services)
  expect(feesOf(shop)).toBe(fee)
  expect(await booksOf(shop)).toEqual([])
  const month = dayIn(SHOP_ZONE, shop.clock.now()).slice(0, 7)
  expect(splitOf(shop.db, month).feesCents).toBe(fee)
  const ruth = await signedIn(shop, RUTH)
  expect(await (await ruth.visit(paths.staffStatements({ month }))).text()).toContain('Left after fees')
})

test('FRM-2 a fee booked before its payment is known is assigned to its order later', async () => {
  const { shop, intentId } = await paidOrder()
  const known = eq(payments.intentId, intentId)
  shop.db.update(payments).set({ intentId: 'pi_later' }).where(known).run()
  await readProviderLedger(shop.services)
  expect(feesOf(shop)).toBe(0)
  shop.db.update(payments).set({ intentId }).where(eq(payments.intentId, 'pi_later')).run()
  await readProviderLedger(shop.services)
  expect(feesOf(shop)).toBe(shop.standIn.ledger().feeCents)
})

test('STF-9 payouts are matched to orders, and unmatched transactions are listed', async () => {
  const { shop, order } = await paidOrder()
  await payElsewhere(shop, 1_234)
  const payoutId = shop.standIn.payOut()
  await readProviderLedger(shop.services)
  const { netCents } = shop.db.get<{ netCents: number }>(sql`
    select sum(amount_cents - fee_cents) as netCents from provider_transactions where kind <> 'payout'`)
  expect(shop.db.select().from(providerPayouts).all()).toMatchObject([
    { providerId: payoutId, amountCents: netCents, status: 'paid', isRead: true },
  ])

  const ruth = await signedIn(shop, RUTH)
  const today = new Date(shop.services.wallClock.now()).toISOString().slice(0, 10)
  const answer = await ruth.submit('POST', paths.staffExport('payouts'), { from: today, to: today })
  const rows = (await answer.text())
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(','))
  const named = (kind: string, matched: string) =>
    rows.filter((row) => row[0] === payoutId && row[6] === kind && row[7] === matched)
  expect(named('charge', 'yes').map((row) => row[8])).toEqual([order().identifier])
  expect(named('charge', 'no').map((row) => row[9])).toEqual(['1234'])
  expect(named('payout', 'payout').map((row) => row[11])).toEqual([String(-netCents)])
  expect(rows.reduce((sum, row) => sum + Number(row[11]), 0)).toBe(0)
})

const NO_SUCH_PAYOUT = new Stripe.errors.StripeInvalidRequestError({
  type: 'invalid_request_error',
  code: 'resource_missing',
  message: "No such payout: 'po_of_other_account'",
})

test("STF-9 a payout that the provider doesn't know anymore keeps no later one from being matched", async () => {
  const { shop } = await paidOrder()
  const facts = { amountCents: 100, status: 'paid', arrivalOn: '2026-01-05', createdAt: 1, isAutomatic: true }
  shop.db
    .insert(providerPayouts)
    .values({ ...facts, arrivalOn: assertDay(facts.arrivalOn), providerId: 'po_of_other_account' })
    .run()
  const payoutId = shop.standIn.payOut()
  const { balanceTransactions } = shop.services.stripe
  const list = balanceTransactions.list.bind(balanceTransactions)
  vi.spyOn(balanceTransactions, 'list').mockImplementation((...args) => {
    const [query] = args
    if (query && 'payout' in query && query.payout === 'po_of_other_account') throw NO_SUCH_PAYOUT
    return list(...args)
  })
  await readProviderLedger(shop.services)
  const read = shop.db.select().from(providerPayouts).all()
  expect(read.map(({ providerId, isRead }) => [providerId, isRead])).toEqual([
    ['po_of_other_account', false],
    [payoutId, true],
  ])
})

test('FRM-2 a payment the provider booked differently from us is found the next day', async () => {
  const { shop, order } = await paidOrder()
  await readProviderLedger(shop.services)
  shop.db.update(providerTransactions).set({ amountCents: sql`amount_cents - 1` }).run()
  expect(ledgerProblems(shop.db)).toEqual([])
  shop.pass(2 * DAY_MS)
  await payElsewhere(shop, 5_000)
  await readProviderLedger(shop.services)
  expect(ledgerProblems(shop.db).join()).toContain(`order ${order().identifier}`)
})

/** A payment at the same provider that belongs to no order. */
const payElsewhere = ({ services }: World, amount: number) =>
  services.stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    confirm: true,
  })
