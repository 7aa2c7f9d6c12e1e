import { expect, test } from 'vitest'
import { compareFigures, compareRows, ratio } from './compare.ts'
import { FORMAT, type Run } from './history.ts'
import type { Row } from './measured.ts'

const zero = { rps: 0, p50: 0, p99: 0, max: 0, count: 0, cpu: 0, failed: 0, bytes: 0 }

const run = (rows: Row[], value = 1): Run => ({
  format: FORMAT,
  startedAt: '',
  commit: '',
  machine: '',
  form: 'full',
  rows,
  figures: [{ shop: 'one', name: 'memory', value, unit: 'MB' }],
  bars: [],
})

const row = (shop: string, isBesideSales: boolean, cpu: number): Row => ({
  shop,
  name: 'listing',
  isBesideSales,
  measured: { ...zero, cpu, rps: 10 },
})

test('SPD-5 a row is compared with the row of the same shop and the same sales setting', () => {
  const before = run([row('one', false, 1), row('one', true, 2), row('two', true, 4)])
  const compared = compareRows(run([row('one', true, 1), row('two', true, 1), row('three', true, 1)]), before)
  expect(compared.map(({ cpu }) => cpu)).toEqual([0.5, 0.25, null])
})

test('SPD-5 a zero or missing value has no ratio', () => {
  expect([ratio(1, 0), ratio(0, 1), ratio(1, undefined), ratio(3, 2)]).toEqual([null, null, null, 1.5])
  expect(compareFigures(run([], 90), run([], 120))[0]?.ratio).toBe(0.75)
  expect(compareFigures(run([], 90), null)[0]?.ratio).toBeNull()
})
