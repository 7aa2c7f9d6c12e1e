import { csvFile } from '../csv.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { exactPounds } from '../money.ts'
import { CARRIED_WORDS, ENTRY_WORDS } from './entry-words.ts'
import type { StatementLine } from './statement-lines.ts'

const COLUMNS = [
  'line',
  'date',
  'order',
  'what',
  'cut',
  'pack',
  'lots',
  'packs',
  'pounds',
  'sold',
  'fee',
  'owed',
  'for_month',
]

/** What is carried over comes first, so that the column `owed` adds up to what is owed. */
export const statementCsv = (lines: readonly StatementLine[], carriedCents: number): string =>
  csvFile(COLUMNS, [...(carriedCents === 0 ? [] : [carriedCells(carriedCents)]), ...lines.map(cells)])

const carriedCells = (cents: number) =>
  COLUMNS.map((column) => (column === 'what' ? CARRIED_WORDS : column === 'owed' ? dollars(cents) : ''))

const cells = (line: StatementLine) => [
  line.id,
  dayIn(SHOP_ZONE, line.at),
  line.order,
  ENTRY_WORDS[line.kind],
  line.variety,
  line.offer,
  line.lots,
  line.units,
  Number(exactPounds(line.grams)),
  ...[line.soldCents, line.feeCents, line.soldCents - line.feeCents].map(dollars),
  line.adjusts,
]

/** A number, as pounds are, so that a spreadsheet can add up the column; the sign is no formula. */
const dollars = (cents: number): number => cents / 100
