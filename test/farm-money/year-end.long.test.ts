import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { moneyMovements } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { leftToPay, recordPayout } from '#src/farm-money/payouts.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { addFarmEntry } from '#src/farm-money/post-order.ts'
import { allLinesOf } from '#src/farm-money/statement-lines.ts'
import { splitOf } from '#src/farm-money/statement-list.ts'
import { closeStatement, statementOf } from '#src/farm-money/statements.ts'
import { addTerms, latestTermsId, termsInForce } from '#src/farm-money/terms.ts'
import { closeMonths, farmOfOrder } from '../support/farm-money.ts'
import { paidOrder } from '../support/refunding.ts'

/** New York turns its clocks back on Nov 1, 2026, and forward on Mar 14, 2027. */
const MONTH_STARTS = {
  '2026-11': '2026-11-01T04:00:00Z',
  '2026-12': '2026-12-01T05:00:00Z',
  '2027-01': '2027-01-01T05:00:00Z',
  '2027-03': '2027-03-01T05:00:00Z',
  '2027-04': '2027-04-01T04:00:00Z',
}

async function farmWithSale() {
  const paid = await paidOrder()
  await postOrders(paid.shop.services)
  const { id: orderId } = paid.order()
  const { id: farmId } = farmOfOrder(paid.db, orderId)
  const claim = { orderId, kind: 'claim', units: 0, grams: 0, goodsCents: 0, feeCents: 0 } as const
  const enter = (soldCents: number, at: number) =>
    durably(paid.db, (tx) => addFarmEntry(tx, farmId, { ...claim, soldCents }, at))
  return { ...paid, orderId, farmId, enter }
}

test('FRM-2 a sale a second before midnight in New York is the old month’s, at every change of the clocks', async () => {
  const { db, farmId, orderId, enter } = await farmWithSale()
  const ofMonth = (month: string) =>
    [statementOf(db, farmId, month).claimCents, splitOf(db, month).feesCents] as const
  for (const [month, start] of Object.entries(MONTH_STARTS)) {
    const before = [statementOf(db, farmId, month).claimCents, splitOf(db, month).feesCents] as const
    for (const [at, cents] of [
      [Date.parse(start) - 1, 7],
      [Date.parse(start), 100],
    ] as const) {
      await enter(cents, at)
      db.insert(moneyMovements)
        .values({ orderId, kind: 'fee', amountCents: cents, at, reference: `fee:${at}` })
        .run()
    }
    expect(ofMonth(month), month).toEqual(before.map((cents) => cents + 100))
  }
})

test('FRM-2 FRM-3 the year’s last month can be closed and paid from New York’s midnight on, and what follows is January’s', async () => {
  const { db, shop, farmId, enter } = await farmWithSale()
  const newYear = Date.parse('2027-01-01T05:00:00Z')
  await enter(5_000, newYear - 1)
  shop.pass(newYear - 1 - shop.clock.now())
  await closeMonths(shop)
  const { log } = shop.services
  const close = (now: number) =>
    durably(db, (tx) => {
      const seenCents = statementOf(tx, farmId, '2026-12').owedCents
      return closeStatement(tx, farmId, '2026-12', { seenCents, now, log })
    })
  expect(await close(newYear - 1)).toEqual({ ok: false, code: 'not_over' })
  const closed = await close(newYear)
  if (!closed.ok) throw new Error(closed.code)
  const statementId = closed.statement.closed?.id ?? 0
  const payout = { statementId, cents: leftToPay(db, statementId), reference: 'ACH', key: 'first' }
  const pay = (now: number) =>
    durably(db, (tx) => recordPayout(tx, { ...payout, paidOn: assertDay('2027-01-01') }, now))
  expect(await pay(newYear - 1)).toEqual({ ok: false, code: 'future' })
  expect(await pay(newYear)).toMatchObject({ ok: true, isNew: true })

  await enter(-300, newYear - 1)
  expect(allLinesOf(db, farmId, '2027-01')).toMatchObject([{ soldCents: -300, adjusts: '2026-12' }])
})

test('FRM-1 terms from New Year’s Day cover what is paid from New York’s midnight on', async () => {
  const { db, shop, farmId } = await farmWithSale()
  const newYear = Date.parse('2027-01-01T05:00:00Z')
  const terms = { farmId, offerId: null, kind: 'commission', basisPoints: 3_300, cents: null } as const
  await durably(db, (tx) =>
    addTerms(
      tx,
      { ...terms, startsOn: assertDay('2027-01-01') },
      latestTermsId(tx, farmId),
      shop.clock.now(),
    ),
  )
  const share = (at: number) => termsInForce(db, farmId, 0, at)?.basisPoints
  expect([share(newYear - 1) === 3_300, share(newYear)]).toEqual([false, 3_300])
})
