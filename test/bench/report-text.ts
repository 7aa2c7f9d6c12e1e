import type { Report, Table } from './report.ts'

const isFigure = (cell: string) => /^[×≥≤\d]/.test(cell)

/** For the terminal. */
export const textOfReport = ({ title, heads, notes, tables }: Report): string =>
  [title, heads.join('\n'), ...tables.map(textOfTable), notes.join('\n')].join('\n\n')

function textOfTable({ title, columns, lines }: Table): string {
  const widths = columns.map((head, column) =>
    Math.max(...[head, ...lines.map((line) => line[column] ?? '')].map((cell) => cell.length)),
  )
  const isRight = columns.map(
    (_, column) => column > 0 && lines.every((line) => line[column] === '' || isFigure(line[column] ?? '')),
  )
  const pad = (cell: string, column: number) =>
    isRight[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return [[title.toUpperCase()], columns, ...lines]
    .map((line) => (line.length === 1 ? line : line.map(pad)).join('  ').trimEnd())
    .join('\n')
}
