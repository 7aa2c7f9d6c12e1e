import { expect, test } from 'vitest'
import type { Chart } from '#src/reports/report.ts'
import { ReportChart } from '#views/staff/chart.tsx'

const chartOf = (values: number[], more: Partial<Chart> = {}) =>
  String(
    <ReportChart
      chart={{ shape: 'line', key: 'cents', label: 'Revenue', kind: 'cents', ...more }}
      rows={values.map((cents, at) => ({ label: `2026-11-0${at + 1}`, cents }))}
      sentence="Revenue"
    />,
  )

/** The labeled guides from the top down, by where they are. */
const guidesOf = (svg: string) =>
  [...svg.matchAll(/<line class="chart__guide"[^>]* y1="([\d.]+)".*?<text[^>]*>\s*([^<]*?)\s*<\/text>/gs)]
    .map(([, y, words]) => ({ y: Number(y), words }))
    .sort((a, b) => a.y - b.y)

test('ANA-5 a chart of refunds above sales has guides down to the lowest day, each in its place', () => {
  expect(guidesOf(chartOf([0, -12_345, -400]))).toEqual([
    { y: 16, words: '$0' },
    { y: 114, words: '−$100' },
    { y: 212, words: '−$200' },
  ])
})

test('ANA-5 a chart with days above and below zero shows how far both go', () => {
  const guides = guidesOf(chartOf([40_000, -9_000, 12_000]))
  expect(guides.map(({ words }) => words)).toEqual(['$400', '$200', '$0', '−$100'])
  expect(guides.map(({ y }) => y)).toEqual([...guides.map(({ y }) => y)].sort((a, b) => a - b))
})

test('ANA-5 a chart of sales alone keeps its three guides', () => {
  expect(guidesOf(chartOf([10_000, 40_000])).map(({ words }) => words)).toEqual(['$400', '$200', '$0'])
})

test('ANA-5 guides that would lie on one another are left out', () => {
  const words = (values: number[]) => guidesOf(chartOf(values)).map((guide) => guide.words)
  expect(words([4_000_000, -100])).toEqual(['$40,000', '$20,000', '$0'])
  expect(words([100, -4_000_000])).toEqual(['$0', '−$40,000'])
})

test('ANA-5 guides of a chart of no or few sales each have a label of their own', () => {
  const words = (values: number[], more: Partial<Chart> = {}) =>
    guidesOf(chartOf(values, more)).map((guide) => guide.words)
  expect(words([0, 0])).toEqual(['$0'])
  expect(words([500, 0])).toEqual(['$5', '$2.50', '$0'])
  expect(words([30, 0])).toEqual(['$0.40', '$0.20', '$0'])
  expect(words([0, 0], { kind: 'count' })).toEqual(['0'])
  expect(words([1, 0], { kind: 'count' })).toEqual(['1', '0'])
  expect(words([5, 0], { kind: 'count' })).toEqual(['5', '0'])
  expect(words([0, 0], { kind: 'share' })).toEqual(['0.0%'])
})

test('ANA-5 the chart of a single day has a single date, below its dot', () => {
  const daysOf = (svg: string) =>
    [...svg.matchAll(/<text[^>]* x="([\d.]+)"[^>]*>\s*(Nov \d+)/g)].map(([, x, day]) => ({
      x: Number(x),
      day,
    }))
  expect(daysOf(chartOf([500]))).toEqual([{ x: 308, day: 'Nov 1' }])
  expect(chartOf([500])).toContain('<circle class="chart__dot" cx="308"')
  expect(daysOf(chartOf([500, 700])).map(({ day }) => day)).toEqual(['Nov 1', 'Nov 2'])
})
