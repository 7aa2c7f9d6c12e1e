import { CsvError, parse } from 'csv-parse/sync'
import type { GiftRecipient } from '#db/schema/index.ts'
import { lineEndsIn } from '../../catalog/import/csv.ts'
import { parseDay } from '../../day.ts'
import { line, lines } from '../../web/fields.ts'
import { COLUMN_NAMES, COLUMNS, MAX_RECIPIENTS, OTHER_NAMES } from './rules.ts'

export type ReadLine = { line: number; recipient: GiftRecipient }
export type LineProblem = { line: number; message: string }

export type ReadRecipients = { lines: ReadLine[]; problems: LineProblem[] }

/** Pasted from a spreadsheet, cells are separated by tabs; where the comma is the decimal mark, it saves semicolons. */
const SEPARATORS = { '\t': 'tabs', ',': 'commas', ';': 'semicolons' }
type Separator = keyof typeof SEPARATORS

function separatorOf(text: string): Separator {
  const [head = ''] = text.split(/[\r\n]/, 1)
  if (head.includes('\t')) return '\t'
  return head.includes(';') && !head.includes(',') ? ';' : ','
}

/** From a file, or pasted. Every problem is named, by its line. */
export function readRecipients(text: string): ReadRecipients {
  if (text.includes('\ufffd'))
    return { lines: [], problems: [{ line: 1, message: 'Please save the file as UTF-8.' }] }
  const separator = separatorOf(text)
  const rows = parseRows(text, separator)
  if (!Array.isArray(rows)) return { lines: [], problems: [rows] }
  const [head, ...body] = rows
  if (!head) return { lines: [], problems: [{ line: 1, message: 'The file is empty.' }] }
  const names = head.cells.map(columnName)
  const problems = headProblems(head.line, names)
  if (problems.length > 0) return { lines: [], problems }
  if (body.length > MAX_RECIPIENTS)
    return {
      lines: [],
      problems: [
        { line: MAX_RECIPIENTS + 2, message: `A gift goes to at most ${MAX_RECIPIENTS} addresses.` },
      ],
    }
  const lines = body.map(({ line, cells }) => ({ line, recipient: recipientOf(names, cells) }))
  return {
    lines,
    problems: [
      ...body.flatMap((row) => widthProblem(row, names.length, SEPARATORS[separator])),
      ...lines.flatMap(lineProblems),
    ],
  }
}

function columnName(cell: string): string {
  const name = cell.trim().toLowerCase().replace(/\s+/g, '_')
  return Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? name) : name
}

const UNREADABLE = 'We can’t read this line. Please check the quotes around its cells.'

type Row = { line: number; cells: string[] }

function parseRows(text: string, delimiter: Separator): Row[] | LineProblem {
  const rows: Row[] = []
  try {
    parse(text.replace(/\r\n?/g, '\n'), {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      skip_empty_lines: true,
      to: MAX_RECIPIENTS + 2,
      on_record: (cells: string[], { lines }) => {
        rows.push({ line: lines - lineEndsIn(cells), cells })
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { line: Number(error.lines ?? 1), message: UNREADABLE }
  }
  return rows
}

function headProblems(line: number, names: string[]): LineProblem[] {
  return [
    ...names
      .filter((name) => !COLUMN_NAMES.includes(name))
      .map((name) => `We know no column “${name}”. The columns are ${COLUMN_NAMES.join(', ')}.`),
    ...names
      .filter((name, at) => names.indexOf(name) !== at)
      .map((name) => `The column ${name} appears twice.`),
    ...COLUMNS.filter(({ name, isRequired }) => isRequired && !names.includes(name)).map(
      ({ name }) => `The column ${name} is missing.`,
    ),
  ].map((message) => ({ line, message }))
}

/** An unquoted comma in a message would cut it. */
const widthProblem = ({ line, cells }: Row, columns: number, separators: string): LineProblem[] =>
  cells.length > columns
    ? [
        {
          line,
          message: `This line has ${cells.length} cells, and the header row ${columns}. Put quotes around ${separators}.`,
        },
      ]
    : []

function recipientOf(names: string[], cells: string[]): GiftRecipient {
  const cellsByKey = COLUMNS.map(({ name, key }) => [key, cells[names.indexOf(name)]?.trim() ?? ''])
  const typed = Object.fromEntries(cellsByKey) as GiftRecipient
  return { ...typed, zip: wholeZip(typed.zip), deliverOn: isoDay(typed.deliverOn) }
}

/** Spreadsheets drop the zeros that a ZIP code begins with; the last four digits of a long one are the carrier's. */
const wholeZip = (typed: string): string =>
  /^\d{3,4}$/.test(typed) ? typed.padStart(5, '0') : typed.replace(/^(\d{5})-?\d{4}$/, '$1')

/** '12/18/2026' as '2026-12-18' */
function isoDay(typed: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? []
  return month && day && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed
}

function lineProblems({ line: at, recipient }: ReadLine): LineProblem[] {
  const unfit = COLUMNS.flatMap(({ name, key, max, isRequired }) => {
    const value = recipient[key]
    if (isRequired && value === '') return [`${name} is missing.`]
    const read = (key === 'message' ? lines(max) : line(max)).safeParse(value)
    return read.success ? [] : [`${name}: ${read.error.issues[0]?.message}.`]
  })
  const { deliverOn } = recipient
  const isNoDay = deliverOn !== '' && deliverOn.length <= 10 && parseDay(deliverOn) === null
  return [...unfit, ...(isNoDay ? ['deliver_on must be a date like 2026-12-18.'] : [])].map((message) => ({
    line: at,
    message,
  }))
}
