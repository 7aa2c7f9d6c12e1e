import { expect, test } from 'vitest'
import { assertDay } from '#src/day.ts'
import { BOX_SIZES, parcelGrams, planPackaging } from '#src/shipping/packaging.ts'

const plan = (pounds: number, shipOn: string, arrivalOn: string) =>
  planPackaging({
    grams: Math.round(pounds * 453.59237),
    shipOn: assertDay(shipOn),
    arrivalOn: assertDay(arrivalOn),
  })

const poundsOf = (grams: number) => Math.round((grams / 453.59237) * 2) / 2

test("FUL-9 dry ice follows the source's table in summer, and is less in cooler months", () => {
  const ice = (pounds: number, shipOn: string, arrivalOn: string) =>
    poundsOf(plan(pounds, shipOn, arrivalOn).dryIceGrams)
  expect(ice(10, '2026-07-06', '2026-07-07')).toBe(10)
  expect(ice(10, '2026-07-06', '2026-07-08')).toBe(15)
  expect(ice(30, '2026-07-06', '2026-07-08')).toBe(30)
  expect(ice(10, '2026-07-06', '2026-07-09')).toBe(20)
  expect(ice(10, '2026-10-05', '2026-10-06')).toBe(9)
  expect(ice(10, '2026-12-07', '2026-12-08')).toBe(7.5)
  expect(ice(0.3, '2026-07-06', '2026-07-07')).toBe(6)
})

test('FUL-9 more food or a longer trip never means a smaller box or less ice', () => {
  for (const arrivalOn of ['2026-07-07', '2026-07-08', '2026-07-09']) {
    let before = plan(0.1, '2026-07-06', arrivalOn)
    for (let pounds = 1; pounds <= 60; pounds += 0.5) {
      const now = plan(pounds, '2026-07-06', arrivalOn)
      expect(now.dryIceGrams).toBeGreaterThanOrEqual(before.dryIceGrams)
      expect(BOX_SIZES[now.boxSize].maxGrams).toBeGreaterThanOrEqual(BOX_SIZES[before.boxSize].maxGrams)
      expect(parcelGrams(pounds * 453, now)).toBeGreaterThan(pounds * 453 + now.dryIceGrams)
      before = now
    }
  }
})
