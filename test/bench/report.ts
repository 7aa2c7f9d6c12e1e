import { isGoal, isMet, slownessOf } from './bars.ts'
import { type ComparedRow, compareFigures, compareRows, ratio } from './compare.ts'
import type { Run } from './history.ts'
import { costOf, quietCore, type Row } from './measured.ts'

/** A report as data, for the terminal and for the page. */
export type Report = { title: string; heads: string[]; notes: string[]; tables: Table[] }

export type Table = { title: string; columns: string[]; lines: string[][] }

const ROW_COLUMNS = [
  '',
  'a second',
  'before',
  'new/old',
  'p50 ms',
  'p99 ms',
  'max ms',
  'kB',
  'CPU ms',
  'before',
  'new/old',
  'quiet core',
  'of its yardstick',
  'before',
  'new/old',
]
const FIGURE_COLUMNS = ['', 'now', 'before', 'new/old']
const BAR_COLUMNS = ['', 'measured', 'as judged', 'bar', 'goal', '', 'before, as judged', 'new/old']

export const NOTES = [
  'CPU ms: processor time of the server for one answer; beside sales, without what the sales took. None is told where they took nearly all that the machine had to give.',
  'Quiet core: answers a second that one core could give to this alone.',
  'Of its yardstick: CPU ms divided by that of the yardstick, which ran in turns with it. Its new/old is the one to trust when machines or their neighbors differ.',
]

export function reportOf(run: Run, before: Run | null): Report {
  const shops = [...new Set([...run.rows, ...run.figures].map(({ shop }) => shop))]
  return {
    title: 'Benchmark',
    heads: [
      `This run:       ${headOf(run)}`,
      `The run before: ${before ? headOf(before) : 'none of this form'}`,
    ],
    notes: [...(run.notes ?? []), ...NOTES, judgedNote(run)],
    tables: [
      barTable(run, before),
      ...shops.flatMap((shop) => [rowTable(shop, run, before), figureTable(shop, run, before)]),
    ].filter(({ lines }) => lines.length > 0),
  }
}

const judgedNote = (run: Run) =>
  `As judged: what it would be on the machine where the bars were set. This one took ${short(slownessOf(run))} times as long for a bare query, in the middle of this run's.`

const headOf = ({ startedAt, commit, form, machine }: Run) =>
  `${startedAt.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, ${form}, ${machine}`

function barTable(run: Run, before: Run | null): Table {
  const lines = run.bars.map((bar) => {
    const old = before?.bars.find(({ name }) => name === bar.name)
    const within = (figure: number) => `${bar.isLeast ? '≥' : '≤'} ${withUnit(figure, bar.unit)}`
    return [
      bar.name,
      withUnit(bar.measured, bar.unit),
      withUnit(bar.judged, bar.unit),
      within(bar.reach),
      within(bar.goal),
      isGoal(bar) ? 'goal' : isMet(bar) ? 'reached' : 'MISSED',
      old ? withUnit(old.judged, old.unit) : '',
      times(ratio(bar.judged, old?.judged)),
    ]
  })
  return { title: 'Bars', columns: BAR_COLUMNS, lines }
}

function rowTable(shop: string, run: Run, before: Run | null): Table {
  const rows = compareRows(run, before).filter(({ row }) => row.shop === shop)
  return { title: shop, columns: ROW_COLUMNS, lines: rows.map(rowLine) }
}

function rowLine({ row, before, rate, cpu, cost }: ComparedRow): string[] {
  const { measured } = row
  return [
    nameOf(row),
    short(measured.rps),
    before ? short(before.measured.rps) : '',
    times(rate),
    ...[measured.p50, measured.p99, measured.max].map(orNothing),
    measured.bytes ? (measured.bytes / 1000).toFixed(1) : '',
    orNothing(measured.cpu),
    before ? orNothing(before.measured.cpu) : '',
    times(cpu),
    measured.cpu ? short(quietCore(measured)) : '',
    row.yardstick ? `${short(costOf(row))} × ${row.yardstick.name}` : '',
    before?.yardstick ? `${short(costOf(before))} ×` : '',
    times(cost),
  ]
}

const nameOf = ({ name, isBesideSales }: Row) => (isBesideSales ? `${name}  + ten sales a second` : name)

function figureTable(shop: string, run: Run, before: Run | null): Table {
  const lines = compareFigures(run, before)
    .filter(({ figure }) => figure.shop === shop)
    .map(({ figure, before, ratio }) => [
      figure.name,
      withUnit(figure.value, figure.unit),
      before ? withUnit(before.value, before.unit) : '',
      times(ratio),
    ])
  return { title: `${shop}: single figures`, columns: FIGURE_COLUMNS, lines }
}

const withUnit = (figure: number, unit: string) =>
  unit === '/s' ? `${short(figure)}/s` : `${short(figure)} ${unit}`.trim()

const times = (figure: number | null) => (figure === null ? '' : `×${figure.toFixed(2)}`)

const orNothing = (figure: number) => (figure === 0 ? '' : short(figure))

/** Three digits, already more than a measurement is good for. */
export const short = (figure: number): string =>
  figure >= 100
    ? Math.round(figure).toLocaleString('en-US')
    : figure.toFixed(figure >= 10 ? 1 : figure >= 1 ? 2 : 3)
