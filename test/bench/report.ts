import { type Bar, isMet } from './bars.ts'
import type { Measured } from './load.ts'

/** One line of the table: what was measured, beside what. */
export type Row = { name: string; measured: Measured; yardstick?: { name: string; measured: Measured } }

export function table(rows: Row[]): string {
  const head = ['', 'a second', 'p50 ms', 'p99 ms', 'max ms', 'kB', 'of its yardstick']
  return aligned([head, ...rows.map(cells)])
}

export function barTable(bars: Bar[]): string {
  const lines = bars.map((bar) => [
    `bar ${bar.number}`,
    bar.name,
    `${short(bar.measured)} ${bar.unit}`,
    `${bar.least ? 'at least' : 'at most'} ${bar.floor} ${bar.unit}`,
    isMet(bar) ? 'ok' : 'BELOW',
  ])
  return aligned(lines)
}

function cells({ name, measured, yardstick }: Row): string[] {
  const { rps, p50, p99, max, bytes } = measured
  const ratio = yardstick ? `${((100 * rps) / yardstick.measured.rps).toFixed(0)} % of ${yardstick.name}` : ''
  return [name, short(rps), short(p50), short(p99), short(max), bytes ? (bytes / 1000).toFixed(1) : '', ratio]
}

function aligned(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  const pad = (cell: string, column: number) => {
    const width = widths[column] ?? 0
    return /^[\d.,]/.test(cell) && column > 0 && column < 6 ? cell.padStart(width) : cell.padEnd(width)
  }
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}

const short = (figure: number) =>
  figure >= 100 ? Math.round(figure).toLocaleString('en-US') : figure.toFixed(figure >= 10 ? 1 : 2)
