import { CsvError, parse } from 'csv-parse/sync'
import { FARM, isColumn, LISTS, OFFER, REQUIRED, STOCK, VARIETY } from './csv-columns.ts'
import { type Entries, type Entry, MAX_ENTRIES } from './entries.ts'
import type { Problem } from './problems.ts'

const EMPTY_LIST = '-'

type Row = { line: number; cells: string[] }

/** Each row holds one offer with its variety and farm. */
export function csvEntries(text: string): { entries: Entries; problems: Problem[] } {
  if (hasSemicolons(text)) return { entries: noEntries(), problems: [SEMICOLONS] }
  const rows = parseRows(text)
  if (!Array.isArray(rows)) return { entries: noEntries(), problems: [rows] }
  const [header, ...body] = rows
  if (!header) return { entries: noEntries(), problems: [{ line: 1, reason: 'the file is empty' }] }
  const names = header.cells.map((name) => name.trim().toLowerCase())
  const fatal = [...headerProblems(header, names), ...tooManyRows(body)]
  if (fatal.length > 0) return { entries: noEntries(), problems: fatal }
  return { entries: toEntries(names, body), problems: bodyProblems(body, names.length) }
}

const SEMICOLONS: Problem = { line: 1, reason: 'the columns must be separated by commas, not semicolons' }

/** Spreadsheets write them where the comma is the decimal mark. */
function hasSemicolons(text: string): boolean {
  const [header = ''] = text.split(/[\r\n]/, 1)
  return header.includes(';') && !header.includes(',')
}

const noEntries = (): Entries => ({ farms: [], varieties: [], offers: [], bundles: [] })

/** Normalizes line ends first: csv-parse counts a CRLF inside quotes as two lines. */
function parseRows(text: string): Row[] | Problem {
  const rows: Row[] = []
  try {
    parse(text.replace(/\r\n?/g, '\n'), {
      bom: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      skip_empty_lines: true,
      to: MAX_ENTRIES + 2,
      on_record: (cells: string[], { lines }) => {
        rows.push({ line: lines - lineEndsIn(cells), cells })
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { line: Number(error.lines ?? 1), reason: `not valid CSV: ${WORDS[error.code] ?? UNREADABLE}` }
  }
  return rows
}

/** The parser's own words are for programmers. */
const WORDS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark (") opens a cell and no other closes it',
  CSV_INVALID_CLOSING_QUOTE: 'after the quotation mark (") that closes a cell, a comma must follow',
  INVALID_OPENING_QUOTE: 'a quotation mark (") inside a cell must be doubled, and the whole cell quoted',
}

const UNREADABLE = 'please save the file as CSV again'

export const lineEndsIn = (cells: string[]) =>
  cells.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

function headerProblems({ line }: Row, names: string[]): Problem[] {
  return [
    ...names.filter((name) => !isColumn(name)).map((name) => `“${name}” is not a catalog column`),
    ...names
      .filter((name, at) => names.indexOf(name) !== at)
      .map((name) => `the column “${name}” appears twice`),
    ...REQUIRED.filter((name) => !names.includes(name)).map((name) => `the column ${name} is missing`),
  ].map((reason) => ({ line, reason }))
}

const tooManyRows = (body: Row[]): Problem[] =>
  body
    .slice(MAX_ENTRIES, MAX_ENTRIES + 1)
    .map(({ line }) => ({ line, reason: `more than ${MAX_ENTRIES} rows` }))

const bodyProblems = (body: Row[], columns: number): Problem[] =>
  body
    .filter(({ cells }) => cells.length !== columns)
    .map(({ line, cells }) => ({
      line,
      reason: `${cells.length} cells, but the header has ${columns} columns`,
    }))

function toEntries(names: string[], body: Row[]): Entries {
  const offerColumns = new Map(OFFER)
  for (const name of names) if (STOCK.test(name)) offerColumns.set(name, name.replace('_', '.'))
  return {
    farms: entriesOf(names, body, FARM).filter(({ given }) => given.slug !== undefined),
    varieties: entriesOf(names, body, VARIETY),
    offers: entriesOf(names, body, offerColumns),
    bundles: [],
  }
}

function entriesOf(names: string[], body: Row[], fields: ReadonlyMap<string, string>): Entry[] {
  const columns = new Map([...fields].map(([column, name]) => [name, column]))
  const targets = names.flatMap((name, at) => {
    const path = fields.get(name)
    return path === undefined ? [] : [{ at, path: path.split('.'), isList: LISTS.has(name) }]
  })
  return body.map(({ line, cells }) => {
    const given: Record<string, unknown> = {}
    for (const { at, path, isList } of targets) put(given, path, cells[at]?.trim() ?? '', isList)
    return { line, given, columns, isBroken: cells.length !== names.length }
  })
}

function put(given: Record<string, unknown>, [name = '', inner]: string[], cell: string, isList: boolean) {
  if (cell === '') return
  if (inner === undefined) given[name] = isList ? itemsOf(cell) : cell
  else given[name] = { ...(given[name] as object | undefined), [inner]: cell }
}

const itemsOf = (cell: string) =>
  cell === EMPTY_LIST
    ? []
    : cell
        .split('|')
        .map((item) => item.trim())
        .filter((item) => item !== '')
