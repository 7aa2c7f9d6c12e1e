import { type Day, formatDay } from '#src/day.ts'
import { exactPounds, formatCents, groupDigits, shortCents } from '#src/money.ts'
import type { Cell, Chart, Column, Row } from '#src/reports/report.ts'

const [WIDTH, HEIGHT] = [720, 240]
const EDGE = { left: 8, right: 112, top: 16, bottom: 28 }
const BARS_SHOWN = 12
const BAR_HEIGHT = 28
const LABEL_WIDTH = 200

export function shown(cell: Cell | undefined, kind: Column['kind']): string {
  if (cell === null || cell === undefined) return '–'
  if (kind === 'cents') return formatCents(Number(cell))
  if (kind === 'share') return `${(Number(cell) * 100).toFixed(1)}%`
  if (kind === 'grams') return `${exactPounds(Number(cell))} lb`
  if (kind === 'count') return signed(Number(cell))
  return String(cell)
}

const signed = (count: number) => (count < 0 ? '-' : '') + groupDigits(String(Math.abs(count)))

const brief = (value: number, kind: Column['kind']) =>
  kind === 'cents' ? shortCents(Math.round(value / 100) * 100) : shown(value, kind)

/** Exact: half of $5 is $2.50. */
const guideLabel = (value: number, kind: Column['kind']) =>
  kind === 'cents' ? shortCents(value) : shown(value, kind)

/** Of a day 'Oct 27'; the table has the whole date. */
const labelOf = (row: Row | undefined): string => {
  const label = String(row?.label ?? '')
  return /^\d{4}-\d\d-\d\d$/.test(label) ? formatDay(label as Day, 'date') : label
}

type ChartProps = { chart: Chart; rows: Row[]; sentence: string }

/** Drawn here, so that it works without scripts and prints. The table below has the same numbers. */
export const ReportChart = ({ chart, rows, sentence }: ChartProps) =>
  chart.shape === 'line' ? (
    <LineChart chart={chart} rows={rows} sentence={sentence} />
  ) : (
    <BarChart chart={chart} rows={rows} sentence={sentence} />
  )

function LineChart({ chart, rows, sentence }: ChartProps) {
  const values = rows.map((row) => Number(row[chart.key] ?? 0))
  const before = chart.before ?? []
  const lowest = Math.min(...values, ...before, 0)
  const highest = Math.max(...values, ...before, 0)
  const min = lowest < 0 ? -niceMax(-lowest) : 0
  const max = highest === 0 && min < 0 ? 0 : niceMax(highest)
  const x = (at: number, of: number) =>
    EDGE.left + (of < 2 ? 0.5 : at / (of - 1)) * (WIDTH - EDGE.left - EDGE.right)
  const y = (value: number) =>
    HEIGHT - EDGE.bottom - ((value - min) / (max - min || 1)) * (HEIGHT - EDGE.top - EDGE.bottom)
  const points = (line: number[]) =>
    line.map((value, at) => `${x(at, line.length).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  const last = values.at(-1) ?? 0
  return (
    <svg class="chart chart--line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={sentence}>
      {guidesOf(min, max, y)
        .filter((guide) => (lowest < 0 || highest > 0 ? canLabel(guide, chart.kind) : guide === 0))
        .map((guide) => (
          <>
            <line class="chart__guide" x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(guide)} y2={y(guide)} />
            <text class="chart__text" x={WIDTH - EDGE.right + 8} y={y(guide) + 4}>
              {guideLabel(guide, chart.kind)}
            </text>
          </>
        ))}
      {before.length > 0 && <polyline class="chart__before" points={points(before)} />}
      {values.length > 1 && <polyline class="chart__line" points={points(values)} />}
      {values.length > 0 && (
        <circle class="chart__dot" cx={x(values.length - 1, values.length)} cy={y(last)} r="4" />
      )}
      {rows.length === 1 ? (
        <text class="chart__text" text-anchor="middle" x={x(0, 1)} y={HEIGHT - 8}>
          {labelOf(rows[0])}
        </text>
      ) : (
        <>
          <text class="chart__text" x={EDGE.left} y={HEIGHT - 8}>
            {labelOf(rows[0])}
          </text>
          <text class="chart__text chart__text--end" x={WIDTH - EDGE.right} y={HEIGHT - 8}>
            {labelOf(rows.at(-1))}
          </text>
        </>
      )}
    </svg>
  )
}

/** Between two labels, which are larger on a phone. */
const GUIDE_GAP = 20

/** Zero first, then what has room next to it: refunds can exceed sales by far, or by a few cents. */
function guidesOf(min: number, max: number, y: (value: number) => number): number[] {
  const guides: number[] = []
  for (const guide of [0, max, min, max > 0 ? max / 2 : min / 2])
    if (guides.every((other) => Math.abs(y(other) - y(guide)) >= GUIDE_GAP)) guides.push(guide)
  return guides
}

/** There is no half a pack, and no half a cent. */
const canLabel = (guide: number, kind: Column['kind']) => kind === 'share' || Number.isInteger(guide)

function BarChart({ chart, rows, sentence }: ChartProps) {
  const bars = rows.slice(0, BARS_SHOWN)
  const max = Math.max(...bars.map((row) => Number(row[chart.key] ?? 0)), 0) || 1
  const height = bars.length * BAR_HEIGHT
  const room = WIDTH - LABEL_WIDTH - EDGE.right
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={sentence}>
      {bars.map((row, at) => {
        const width = Math.max(1, (Math.max(0, Number(row[chart.key] ?? 0)) / max) * room)
        const middle = at * BAR_HEIGHT + BAR_HEIGHT / 2
        return (
          <>
            <text class="chart__text chart__text--end" x={LABEL_WIDTH - 12} y={middle + 4}>
              {labelOf(row).slice(0, 26)}
            </text>
            <rect
              class="chart__bar"
              x={LABEL_WIDTH}
              y={middle - 8}
              width={width.toFixed(1)}
              height="16"
              rx="2"
            />
            <text class="chart__text" x={LABEL_WIDTH + width + 8} y={middle + 4}>
              {row[chart.key] === null ? '–' : brief(Number(row[chart.key]), chart.kind)}
            </text>
          </>
        )
      })}
    </svg>
  )
}

/** The next round number, so that the guides have short labels. */
function niceMax(max: number): number {
  if (max <= 0) return 1
  const step = 10 ** Math.floor(Math.log10(max))
  return [1, 2, 4, 5, 10].map((times) => times * step).find((round) => round >= max) ?? max
}
