import { expect, test } from 'vitest'
import { faultsOf, tally } from '../support/simulation/invariants.ts'
import { moneyFaults } from '../support/simulation/money.ts'
import { openSeason } from '../support/simulation/season.ts'
import { playDay } from '../support/simulation/visits.ts'

/** `npm run proof` plays half a year, and asks that nothing rare was missing from it. */
const DAYS = 12
const VISITS_A_DAY = 8

test('SIM-1 FRM-2 days of a busy shop: farms, shop, tax and fees equal the money ledger, every evening its books, stock and lots are whole, and nothing ships that may not', {
  timeout: 240_000,
}, async () => {
  const season = await openSeason(3)
  for (let day = 1; day <= DAYS; day += 1) {
    await playDay(season, VISITS_A_DAY)
    expect(faultsOf(season.shop()), `day ${day}`).toEqual([])
    expect(await moneyFaults(season.shop()), `day ${day}`).toEqual([])
  }
  const told = tally(season.shop())
  const { placed, refunds, receipts, giftBoxes, shipped } = told
  expect(placed).toBeGreaterThan(DAYS * 2)
  // The mail server is up again. A company has one receipt for all its gift boxes.
  expect(receipts).toBe(placed - giftBoxes)
  expect(refunds).toBeGreaterThan(3)
  expect(season.crashes()).toBeGreaterThan(0)
  expect(shipped).toBeGreaterThan(0)
  const { cheaperEdits, dearerEdits, moves, dearerMoves, cancels } = told
  expect(cheaperEdits + dearerEdits + moves + dearerMoves + cancels).toBeGreaterThan(2)
})
