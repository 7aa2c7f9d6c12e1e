import { stringify } from 'csv-stringify/sync'

/**
 * Every CSV file of the shop, as spreadsheets read it: UTF-8 with its mark, CRLF, and no cell of text that would run as
 * a formula, or start a row by a bare carriage return. A negative number stays a number.
 */
const OPTIONS = { escape_formulas: true, record_delimiter: 'windows', quoted_match: /\r/ } as const
const BYTE_ORDER_MARK = '\ufeff'

type Cell = string | number | null | undefined

/** Rows without the head, for files that are written piece by piece. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0 ? '' : stringify(rows as Cell[][], OPTIONS)

/** The beginning of a file. */
export const csvHead = (columns: readonly string[]): string => BYTE_ORDER_MARK + csvRows([columns])

export const csvFile = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  csvHead(columns) + csvRows(rows)

/** For one person, so no cache keeps it. */
export const csvHeaders = (fileName: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${fileName}.csv"`,
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
})
