import { csvFile } from '../csv.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { exactPounds } from '../money.ts'
import { ENTRY_WORDS } from './entry-words.ts'
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

export const statementCsv = (lines: readonly StatementLine[]): string => csvFile(COLUMNS, lines.map(cells))

const cells = (line: StatementLine) => [
  line.id,
  dayIn(SHOP_ZONE, line.at),
  line.order,
  ENTRY_WORDS[line.kind],
  line.variety,
  line.offer,
  line.lots,
  line.units,
  exactPounds(line.grams),
  ...[line.soldCents, line.feeCents, line.soldCents - line.feeCents].map(dollars),
  line.adjusts,
]

/** A number, so that a spreadsheet can add up the column; the sign is no formula. */
const dollars = (cents: number): number => cents / 100
