import { expect, test } from 'vitest'
import { faultsOf, tally } from '../support/simulation/invariants.ts'
import { openSeason } from '../support/simulation/season.ts'
import { playDay } from '../support/simulation/visits.ts'

const DAYS = 30
const VISITS_A_DAY = 5

test('SIM-1 thirty days of a busy shop: every evening the books agree with the provider, and nothing is lost', {
  timeout: 240_000,
}, async () => {
  const season = await openSeason(1)
  for (let day = 1; day <= DAYS; day += 1) {
    await playDay(season, VISITS_A_DAY)
    expect(faultsOf(season.shop()), `day ${day}`).toEqual([])
  }
  const { placed, refunds, receipts } = tally(season.shop())
  expect(placed).toBeGreaterThan(DAYS * 2)
  expect(receipts).toBe(placed) // the mail server is up again
  expect(refunds).toBeGreaterThan(3)
  expect(season.crashes()).toBeGreaterThan(2)
})
