import type { Db } from '#db/client.ts'
import type { Instant } from '../day.ts'
import type { Range } from './range.ts'

/** `share` is a fraction of one. */
export type Column = {
  key: string
  label: string
  kind: 'text' | 'day' | 'count' | 'cents' | 'grams' | 'share'
}

export type Cell = string | number | null

export type Row = Record<string, Cell>

/** A line over the rows' periods, or a bar per row. `before`: the same of the period before. */
export type Chart = {
  shape: 'line' | 'bars'
  key: string
  label: string
  kind: Column['kind']
  before?: number[]
}

export type ReportData = {
  /** What to see at a glance, in a sentence. */
  sentence: string
  columns: Column[]
  rows: Row[]
  total?: Row
  chart?: Chart
  note?: string
}

export type Report = {
  id: string
  title: string
  /** A range means nothing to it. */
  isOfAllTime?: boolean
  /** Of days to come, unless others are asked for. */
  isAhead?: boolean
  read(db: Db, range: Range, now: Instant): ReportData
}

export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

export const sumOf = (rows: readonly Row[], key: string): number =>
  rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)

/** The sums of the named columns, for the table's last row. */
export const totalOf = (rows: readonly Row[], keys: readonly string[], label = 'Total'): Row =>
  Object.fromEntries([['label', label], ...keys.map((key) => [key, sumOf(rows, key)] as const)])
