import { at, listOf } from './columns.ts'
import type { ListingIndex, Row } from './listing-index.ts'

/** Rank and row as one number, because numbers sort without a comparator. */
export const sortKey = (rank: number, row: Row) => rank * MAX_ROWS + row

const MAX_ROWS = 2 ** 24

const rowOfKey = (key: number): Row => key - Math.floor(key / MAX_ROWS) * MAX_ROWS

/** Rows ordered at a time. */
const STEP = 1_000

export function* orderRows({ rows, rowsOfAnimal, animals }: ListingIndex, keys: number[]): Generator<void> {
  const sorted = new Float64Array(keys).sort()
  for (let place = 0; place < sorted.length; place++) {
    if (place % STEP === 0) yield
    const row = rowOfKey(at(sorted, place))
    rows.push(row)
    listOf(rowsOfAnimal, animals.valueAt(row)).push(row)
  }
}
