import type { Run } from './history.ts'
import { costOf, type Figure, type Row } from './measured.ts'

/** New over old; null if either is missing or zero. */
export const ratio = (now: number | undefined, before: number | undefined): number | null =>
  now && before ? now / before : null

export type ComparedRow = {
  row: Row
  before: Row | null
  /** More is better. */
  rate: number | null
  /** Less is better, as for `cost`. */
  cpu: number | null
  /** Relative to the baseline in each run, so that a slower machine doesn't look like a slower shop. */
  cost: number | null
}

export type ComparedFigure = { figure: Figure; before: Figure | null; ratio: number | null }

export const compareRows = (run: Run, before: Run | null): ComparedRow[] =>
  run.rows.map((row) => {
    const old = before?.rows.find((one) => isSameRow(one, row)) ?? null
    return {
      row,
      before: old,
      rate: ratio(row.measured.rps, old?.measured.rps),
      cpu: ratio(row.measured.cpu, old?.measured.cpu),
      cost: ratio(costOf(row), old ? costOf(old) : undefined),
    }
  })

export const compareFigures = (run: Run, before: Run | null): ComparedFigure[] =>
  run.figures.map((figure) => {
    const old = before?.figures.find(({ shop, name }) => shop === figure.shop && name === figure.name) ?? null
    return { figure, before: old, ratio: ratio(figure.value, old?.value) }
  })

const isSameRow = (one: Row, other: Row) =>
  one.shop === other.shop &&
  one.name === other.name &&
  (one.isBesideSales ?? false) === (other.isBesideSales ?? false)
