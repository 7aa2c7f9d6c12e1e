import { expect, test } from 'vitest'
import { barsOf } from './bars.ts'
import { FORMAT, type Run } from './history.ts'
import type { Figure, Measured, Row } from './measured.ts'
import { reportOf } from './report.ts'
import { pageOfReport } from './report-page.ts'
import { textOfReport } from './report-text.ts'

const measured = (cpu: number, rps: number): Measured => ({
  rps,
  p50: 1,
  p99: 2,
  max: 3,
  count: 100,
  cpu,
  failed: 0,
  bytes: 16_600,
})

function run(commit: string, cpu: number, yardstickCpu: number, statements: number): Run {
  const rows: Row[] = [
    {
      shop: '10,000 offers',
      name: 'listing',
      isBesideSales: true,
      measured: measured(cpu, 1_000 / cpu),
      yardstick: { name: 'bare query', measured: measured(yardstickCpu, 1_000 / yardstickCpu) },
    },
  ]
  const figures: Figure[] = [
    { shop: '10,000 offers', name: 'statements a shopper', value: statements, unit: '' },
  ]
  const bars = barsOf({ rows, figures })
  return {
    format: FORMAT,
    startedAt: '2026-11-23T12:00:00.000Z',
    commit,
    machine: '2 × a <quick> core',
    form: 'full',
    rows,
    figures,
    bars,
  }
}

const now = run('abc1234', 1, 0.2, 180)
const before = run('def5678', 4, 0.4, 360)

test('SPD-1 SPD-5 a report shows each row as a ratio to its baseline, next to the previous run', () => {
  const text = textOfReport(reportOf(now, before))
  const listing = text.split('\n').find((line) => line.startsWith('listing')) ?? ''
  // Four times the rate; half of that is the machine, by its baseline.
  expect(listing.split(/\s{2,}/)).toEqual(
    expect.arrayContaining(['1,000', '250', '×4.00', '×0.25', '5.00 × bare query', '10.0 ×', '×0.50']),
  )
  expect(text).toContain('commit abc1234')
  expect(text).toContain('commit def5678')
})

test('SPD-5 a first run has no previous run and says so', () => {
  const text = textOfReport(reportOf(now, null))
  expect(text).toContain('The run before: none of this form')
  expect(text).not.toContain('×4.00')
})

test('SPD-5 missed bars are marked', () => {
  const bars = reportOf(now, before).tables.find(({ title }) => title === 'Bars')
  expect(bars?.lines).toEqual([
    ['statements a shopper', '180', '180', '≤ 200', '≤ 120', 'reached', '360', '×0.50'],
  ])
  expect(reportOf(before, now).tables[0]?.lines[0]).toContain('MISSED')
})

test("SPD-5 a report's page is self-contained, and escapes names", () => {
  const page = pageOfReport(reportOf(now, before))
  expect(page).toContain('2 × a &lt;quick&gt; core')
  expect(page).toContain('<th scope="row">listing')
  expect(page).not.toMatch(/<script|<link|src=|url\(|@import/)
})
