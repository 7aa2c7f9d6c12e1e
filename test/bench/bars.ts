import { afterChange } from './after-change.ts'
import { APART, BESIDE_SIGN_INS } from './measure-accounts.ts'
import { BOARD, EXPORT } from './measure-center.ts'
import { P99_RATIO } from './measure-ingest.ts'
import { STAND_STILL, STATEMENTS } from './measure-inside.ts'
import { MACHINE } from './measure-machine.ts'
import { MEMORY } from './measure-memory.ts'
import { SOLD } from './measure-pages.ts'
import { ORDER_STATEMENTS, PLACED_BY_EIGHT } from './measure-placing.ts'
import { WHOLE_SHOPPER } from './measure-shoppers.ts'
import { SOCKET_MEMORY } from './measure-sockets.ts'
import { COLD_START } from './measure-start.ts'
import { type Findings, type Measured, quietCore } from './measured.ts'
import { PAGE } from './pages.ts'
import { MANY_OFFERS, shopName, USUAL_OFFERS } from './plan.ts'
import { SALES_A_SECOND } from './sales-process.ts'

/**
 * The bars hold for a machine on which a bare query takes this much of a core, about 5,000 a second, as measured where
 * they were set. Other machines' measurements are scaled by their own bare query.
 */
export const REFERENCE_QUERY_MS = 0.2

export type Bar = {
  name: string
  unit: string
  /** Whether more is better. */
  isLeast: boolean
  reach: number
  goal: number
  /** As measured. */
  measured: number
  /** Scaled to the machine where the bars were set. */
  judged: number
}

/** `slowness`: how many times slower this machine was in this run than the one where the bars were set. */
type Run = Findings & { slowness: number }

type Wanted = Pick<Bar, 'name' | 'unit' | 'isLeast' | 'reach' | 'goal'> & {
  /** Whether it depends on the machine's speed. */
  isTimed: boolean
  /** undefined: not measured in this run */
  measure(run: Run): number | undefined
}

const USUAL = shopName({ offers: USUAL_OFFERS, orders: 0 })
const MANY = shopName({ offers: MANY_OFFERS, orders: 0 })

const WANTED: Wanted[] = [
  rate('listing, br, beside ten sales a second', 1_600, 2_800, besideSales(PAGE.listing)),
  rate('product, br, beside ten sales a second', 2_000, 2_800, besideSales(PAGE.product)),
  rate('search, br, beside ten sales a second', 700, 2_500, besideSales(PAGE.search)),
  rate('autocomplete, br, beside ten sales a second', 700, 6_000, besideSales(PAGE.autocomplete)),
  time(
    'home at 100,000 offers, after a change of stock',
    3,
    1.5,
    part('cpu', row(MANY, afterChange(PAGE.home))),
  ),
  time(BOARD, 50, 25, part('p50', row(USUAL, BOARD))),
  { ...time(EXPORT, 10, 5, figure(USUAL, EXPORT)), unit: 's' },
  time('longest stand-still of the loop at 100,000 offers', 5, 2, figure(MANY, STAND_STILL)),
  time('whole shopper, processor time', 12, 8, part('cpu', row(USUAL, WHOLE_SHOPPER))),
  rate('whole shoppers, eight at once', 80, 125, quiet(row(USUAL, WHOLE_SHOPPER))),
  rate('durable orders, eight at once', 1_800, 2_500, part('rps', row(USUAL, PLACED_BY_EIGHT))),
  count('statements a shopper', 200, 120, figure(USUAL, STATEMENTS)),
  count('statements an order', 45, 30, figure(USUAL, ORDER_STATEMENTS)),
  { ...time('cold start to ready', 0.5, 0.4, figure(USUAL, COLD_START)), unit: 's' },
  { ...count(MEMORY, 150, 120, figure(USUAL, MEMORY)), unit: 'MB' },
  { ...count(SOCKET_MEMORY, 150, 120, figure(USUAL, SOCKET_MEMORY)), unit: 'MB' },
  time('listing beside 50 sign-ins a second, p99', 30, 8, part('p99', row(USUAL, BESIDE_SIGN_INS))),
  { ...count(P99_RATIO, 1.2, 1.05, figure(USUAL, P99_RATIO)), unit: '×' },
  ...['sign-in, wrong password', 'magic link', 'reset link'].map((call) => ({
    ...count(`${call}: ${APART}`, 10, 5, figure(USUAL, `${call}: ${APART}`)),
    unit: '%',
  })),
]

/** The bars for what this run measured. */
export function barsOf(findings: Findings): Bar[] {
  const slowness = slownessOf(findings)
  const run = { ...findings, slowness }
  return WANTED.flatMap(({ measure, isTimed, ...bar }) => {
    const measured = measure(run)
    if (measured === undefined) return []
    const factor = isTimed ? slowness : 1
    return [{ ...bar, measured, judged: bar.isLeast ? measured * factor : measured / factor }]
  })
}

export const isMet = ({ judged, reach, isLeast }: Bar): boolean =>
  isLeast ? judged >= reach : judged <= reach

export const isGoal = ({ judged, goal, isLeast }: Bar): boolean => (isLeast ? judged >= goal : judged <= goal)

/** The median of the bare queries that alternated with the pages; 1 if there were none. */
export function slownessOf({ rows }: Pick<Findings, 'rows'>): number {
  const beside = rows.flatMap(({ yardstick }) =>
    yardstick?.name === 'bare query' ? [yardstick.measured.cpu] : [],
  )
  const alone = rows.flatMap(({ shop, name, measured }) =>
    shop === MACHINE && name === 'bare query' ? [measured.cpu] : [],
  )
  const times = [...beside, ...alone].filter((cpu) => cpu > 0).sort((a, b) => a - b)
  const middle = times[times.length >> 1]
  return middle ? middle / REFERENCE_QUERY_MS : 1
}

type Find<T> = (run: Run) => T | undefined

function row(shop: string, name: string, isBesideSales = false): Find<Measured> {
  return ({ rows }) =>
    rows.find((one) => one.shop === shop && one.name === name && !!one.isBesideSales === isBesideSales)
      ?.measured
}

function figure(shop: string, name: string): Find<number> {
  return ({ figures }) => figures.find((one) => one.shop === shop && one.name === name)?.value
}

function part(name: 'p50' | 'p99' | 'cpu' | 'rps', find: Find<Measured>): Find<number> {
  return (run) => find(run)?.[name]
}

function quiet(find: Find<Measured>): Find<number> {
  return (run) => {
    const measured = find(run)
    return measured && quietCore(measured)
  }
}

/**
 * What a core can answer per second while ten sales take their part. On a slow machine they take a larger part, so
 * theirs is scaled to the machine where the bars were set.
 */
function besideSales(name: string): Find<number> {
  return (run) => {
    const page = row(USUAL, name, true)(run)
    const sale = row(USUAL, SOLD)(run)
    if (!page?.cpu || !sale) return undefined
    const part = (SALES_A_SECOND * sale.cpu) / run.slowness / 1000
    return quietCore(page) * Math.max(0, 1 - part)
  }
}

function rate(name: string, reach: number, goal: number, measure: Wanted['measure']): Wanted {
  return { name, unit: '/s', isLeast: true, reach, goal, isTimed: true, measure }
}

function time(name: string, reach: number, goal: number, measure: Wanted['measure']): Wanted {
  return { name, unit: 'ms', isLeast: false, reach, goal, isTimed: true, measure }
}

function count(name: string, reach: number, goal: number, measure: Wanted['measure']): Wanted {
  return { name, unit: '', isLeast: false, reach, goal, isTimed: false, measure }
}
