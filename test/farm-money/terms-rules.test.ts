import { expect, test } from 'vitest'
import { missing, NOTHING, partsOf } from '#src/farm-money/farm-shares.ts'
import { nextPeriod, parsePeriod, periodOf, periodTitle } from '#src/farm-money/periods.ts'
import { valueOfPacks, valueOfWeight } from '#src/farm-money/terms-rules.ts'
import { basisPointsTyped } from '#src/staff/typed-numbers.ts'

const commission = (basisPoints: number) => ({ id: 1, kind: 'commission' as const, basisPoints, cents: null })
const bought = (kind: 'pack' | 'pound', cents: number) => ({ id: 2, kind, basisPoints: null, cents })
const TWO = { units: 2, unitGrams: 454, goodsCents: 2_999 }

test('FRM-1 a commission rounds half up to cents, and its reversal is the same amount', () => {
  expect(valueOfPacks(commission(1_750), TWO)).toEqual({ soldCents: 2_999, feeCents: 525 })
  const back = valueOfPacks(commission(1_750), { units: -2, unitGrams: 454, goodsCents: -2_999 })
  expect(back).toEqual({ soldCents: -2_999, feeCents: -525 })
  expect(valueOfPacks(commission(0), TWO)).toEqual({ soldCents: 2_999, feeCents: 0 })
  expect(valueOfPacks(commission(10_000), TWO)).toEqual({ soldCents: 2_999, feeCents: 2_999 })
})

test('FRM-1 at a purchase price, the farm is paid per pack or per pound, whatever shoppers pay', () => {
  expect(valueOfPacks(bought('pack', 800), TWO)).toEqual({ soldCents: 1_600, feeCents: 0 })
  expect(valueOfPacks(bought('pound', 650), TWO)).toEqual({ soldCents: 1_300, feeCents: 0 })
  expect(valueOfPacks(null, TWO)).toEqual({ soldCents: 0, feeCents: 0 })
})

test('FRM-1 actual weights change the value at a pound price or commission, but not at a price per pack', () => {
  const lighter = { ...TWO, goodsCents: -400, packedGrams: 680 }
  expect(valueOfWeight(bought('pound', 650), lighter)).toEqual({ soldCents: -325, feeCents: 0 })
  expect(valueOfWeight(commission(2_000), lighter)).toEqual({ soldCents: -400, feeCents: -80 })
  expect(valueOfWeight(bought('pack', 800), lighter)).toEqual({ soldCents: 0, feeCents: 0 })
})

test('FRM-2 canceling an unshipped box reverses the whole sale and leaves short and weight entries alone', () => {
  const posted = {
    sold: { units: 3, grams: 1_362, goodsCents: 4_500, soldCents: 4_500, feeCents: 900 },
    short: { units: -1, grams: -454, goodsCents: -1_500, soldCents: -1_500, feeCents: -300 },
    weight: { units: 0, grams: -20, goodsCents: -60, soldCents: -60, feeCents: -12 },
    given: NOTHING,
  }
  const offer = {
    offerId: 1,
    quantity: 2,
    atMostCents: 3_000,
    packedGrams: 888,
    packedCents: 2_940,
    shortUnits: 1,
    shortCents: 1_500,
    givenUnits: 0,
  }
  const facts = { farmId: 1, weightGrams: 454, priceCents: 1_500 }
  const sharing = { offer, facts, terms: commission(2_000), posted }
  expect(partsOf({ ...sharing, isTakenBack: false })).toEqual(posted)
  const ended = partsOf({ ...sharing, isTakenBack: true })
  expect([ended.short, ended.weight]).toEqual([posted.short, posted.weight])
  const back = missing(ended.sold, posted.sold, false)
  expect(back).toEqual({ units: -2, grams: -888, goodsCents: -2_940, soldCents: -2_940, feeCents: -588 })
  // The pack got heavier in the catalog since; the sale stays the same.
  const heavier = partsOf({ ...sharing, facts: { ...facts, weightGrams: 500 }, isTakenBack: false })
  expect(heavier).toEqual(posted)
})

test('FRM-2 months follow the shop’s time zone', () => {
  expect(periodOf(Date.parse('2026-12-01T04:59:59Z'))).toBe('2026-11') // still November in New York
  expect(periodOf(Date.parse('2026-12-01T05:00:00Z'))).toBe('2026-12')
  expect([nextPeriod('2026-12'), nextPeriod('2026-09')]).toEqual(['2027-01', '2026-10'])
  expect([parsePeriod('2026-13'), parsePeriod('2026-1'), parsePeriod(), parsePeriod('2026-02')]).toEqual([
    null,
    null,
    null,
    '2026-02',
  ])
  expect(periodTitle('2026-02')).toBe('February 2026')
})

test('FRM-1 parses percentages the way people type them and rejects anything else', () => {
  expect(['20', '17.5%', '17.25 %', '100'].map(basisPointsTyped)).toEqual([2_000, 1_750, 1_725, 10_000])
  expect(['', '-1', '20.123', 'all'].map(basisPointsTyped)).toEqual(Array(4).fill(null))
})
