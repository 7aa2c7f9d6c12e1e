import { expect, test } from 'vitest'
import { faultsOf, tally } from '../support/simulation/invariants.ts'
import { moneyFaults } from '../support/simulation/money.ts'
import { openSeason } from '../support/simulation/season.ts'
import { playDay } from '../support/simulation/visits.ts'

/** `npm run proof` simulates half a year, and requires that every rare event occurred. */
const DAYS = 12
const VISITS_A_DAY = 8

test("SIM-1 FRM-2 over days of a busy shop the farms', shop's, tax and fee totals equal the ledger, books, stock and lots balance nightly, and nothing ships illegally", {
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
  // The mail server is up again. A company gets one receipt for all its gift boxes.
  expect(receipts).toBe(placed - giftBoxes)
  expect(refunds).toBeGreaterThan(3)
  expect(season.crashes()).toBeGreaterThan(0)
  expect(shipped).toBeGreaterThan(0)
  const { cheaperEdits, dearerEdits, moves, dearerMoves, cancels } = told
  expect(cheaperEdits + dearerEdits + moves + dearerMoves + cancels).toBeGreaterThan(2)
})
