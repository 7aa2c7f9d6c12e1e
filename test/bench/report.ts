import { type Bar, isMet } from './bars.ts'
import type { Measured } from './load.ts'

/** One line of the table: what was measured, beside what. */
export type Row = { name: string; measured: Measured; yardstick?: { name: string; measured: Measured } }

export function table(rows: Row[]): string {
  const head = [
    '',
    'a second',
    'p50 ms',
    'p99 ms',
    'max ms',
    'kB',
    'cpu ms',
    'a quiet core',
    'beside its yardstick, by cpu',
  ]
  return aligned([head, ...rows.map(cells)])
}

export function barTable(bars: Bar[]): string {
  const lines = bars.map((bar) => [
    `bar ${bar.number}`,
    bar.name,
    `${short(bar.measured)} ${bar.unit}`,
    bar.quiet === null ? '' : `(a quiet core: ${short(bar.quiet)})`,
    `${bar.least ? 'at least' : 'at most'} ${bar.floor} ${bar.unit}`,
    isMet(bar) ? 'ok' : 'BELOW',
  ])
  return aligned(lines)
}

/** What one core could answer in a second if nobody else used it. */
export const quietCore = ({ cpu, rps }: Measured) => (cpu > 0 ? 1000 / cpu : rps)

function cells({ name, measured, yardstick }: Row): string[] {
  const { rps, p50, p99, max, bytes, cpu } = measured
  const share = yardstick ? (100 * quietCore(measured)) / quietCore(yardstick.measured) : 0
  const beside = yardstick
    ? `${short(share)} % of ${yardstick.name} (${short(quietCore(yardstick.measured))})`
    : ''
  return [
    name,
    short(rps),
    short(p50),
    short(p99),
    short(max),
    bytes ? (bytes / 1000).toFixed(1) : '',
    cpu.toFixed(3),
    short(quietCore(measured)),
    beside,
  ]
}

function aligned(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  const pad = (cell: string, column: number) => {
    const width = widths[column] ?? 0
    return /^[\d.,]/.test(cell) && column > 0 && column < 8 ? cell.padStart(width) : cell.padEnd(width)
  }
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}

const short = (figure: number) =>
  figure >= 100 ? Math.round(figure).toLocaleString('en-US') : figure.toFixed(figure >= 10 ? 1 : 2)
