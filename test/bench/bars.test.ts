import { expect, test } from 'vitest'
import { barsOf, isGoal, isMet, REFERENCE_QUERY_MS, slownessOf } from './bars.ts'
import { SOLD } from './measure-pages.ts'
import { WHOLE_SHOPPER } from './measure-shoppers.ts'
import { lessSales, type Measured, type Row } from './measured.ts'

const USUAL = '10,000 offers'

const measured = (cpu: number, more: Partial<Measured> = {}): Measured => ({
  rps: 100,
  p50: 1,
  p99: 2,
  max: 3,
  count: 100,
  cpu,
  failed: 0,
  bytes: 1_000,
  ...more,
})

/** A row whose baseline's bare queries took `slowness` times as long as on the machine where the bars were set. */
const row = (name: string, cpu: number, slowness: number, isBesideSales = false): Row => ({
  shop: USUAL,
  name,
  isBesideSales,
  measured: measured(cpu),
  yardstick: { name: 'bare query', measured: measured(REFERENCE_QUERY_MS * slowness) },
})

const barNamed = (name: string, rows: Row[]) => barsOf({ rows, figures: [] }).find((bar) => bar.name === name)

test("SPD-5 a bar is judged by the same run's bare queries, so a slow machine doesn't look like a slow shop", () => {
  const bar = 'whole shopper, processor time'
  expect(barNamed(bar, [row(WHOLE_SHOPPER, 30, 3)])?.judged).toBeCloseTo(10)
  const [slow, quick] = [3, 1].map((slowness) => barNamed(bar, [row(WHOLE_SHOPPER, 30, slowness)]))
  expect([slow && isMet(slow), quick && isMet(quick)]).toEqual([true, false])
})

test("SPD-5 one outlier baseline doesn't move the bars", () => {
  const rows = [1, 2, 2, 2, 9].map((slowness) => row('cart', 3, slowness))
  expect(slownessOf({ rows })).toBeCloseTo(2)
  expect(slownessOf({ rows: [] })).toBe(1)
})

test('SPD-5 a page measured during sales gets the part of a core that ten sales a second leave', () => {
  const rows = [row('listing', 0.5, 1, true), { shop: USUAL, name: SOLD, measured: measured(20) }]
  expect(barNamed('listing, br, beside ten sales a second', rows)?.judged).toBeCloseTo(1_600)
  const atHalfSpeed = [row('listing', 1, 2, true), { shop: USUAL, name: SOLD, measured: measured(40) }]
  expect(barNamed('listing, br, beside ten sales a second', atHalfSpeed)?.judged).toBeCloseTo(1_600)
})

test("SPD-5 a page isn't judged if sales took nearly all of the time", () => {
  const busy = measured(5, { count: 100 })
  expect(lessSales(busy, 5, 40).cpu).toBeCloseTo(3)
  expect(lessSales(busy, 11, 40).cpu).toBe(0)
  const rows = [row('listing', 0, 1, true), { shop: USUAL, name: SOLD, measured: measured(40) }]
  expect(barNamed('listing, br, beside ten sales a second', rows)).toBeUndefined()
})

test("SPD-5 a listing measured without sales isn't judged, nor is anything that wasn't measured", () => {
  expect(barsOf({ rows: [row('listing', 0.5, 1)], figures: [] })).toEqual([])
})

test("SPD-5 statements and memory don't depend on the machine's speed", () => {
  const figures = [{ shop: USUAL, name: 'statements a shopper', value: 180, unit: '' }]
  const [bar] = barsOf({ rows: [row('cart', 3, 4)], figures })
  expect(bar).toMatchObject({ measured: 180, judged: 180, reach: 200 })
  expect([bar && isMet(bar), bar && isGoal(bar)]).toEqual([true, false])
})
