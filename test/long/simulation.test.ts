import { expect, test } from 'vitest'
import { faultsOf, tally } from '../support/simulation/invariants.ts'
import { openSeason } from '../support/simulation/season.ts'
import { playDay } from '../support/simulation/visits.ts'

/** `npm run proof` plays half a year, and asks that nothing rare was missing from it. */
const DAYS = 12
const VISITS_A_DAY = 5

test('SIM-1 days of a busy shop: every evening its books, stock and lots are whole, and nothing ships that may not', {
  timeout: 240_000,
}, async () => {
  const season = await openSeason(8)
  for (let day = 1; day <= DAYS; day += 1) {
    await playDay(season, VISITS_A_DAY)
    expect(faultsOf(season.shop()), `day ${day}`).toEqual([])
  }
  const { placed, refunds, receipts, shipped, delivered, weighed } = tally(season.shop())
  expect(placed).toBeGreaterThan(DAYS * 2)
  expect(receipts).toBe(placed) // the mail server is up again
  expect(refunds).toBeGreaterThan(3)
  expect(season.crashes()).toBeGreaterThan(0)
  expect(Math.min(shipped, delivered, weighed)).toBeGreaterThan(0)
})
