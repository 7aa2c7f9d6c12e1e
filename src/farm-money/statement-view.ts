import type { Db } from '#db/client.ts'
import type { FarmPayout, Period } from '#db/schema/index.ts'
import { lineJson, payoutJson, statementJson } from './json.ts'
import { payoutsOf } from './payouts.ts'
import { LINES_PER_PAGE, lineCount, linesOf, type StatementLine } from './statement-lines.ts'
import { type Statement, statementOf } from './statements.ts'

export type StatementView = {
  statement: Statement
  lines: StatementLine[]
  payouts: FarmPayout[]
  total: number
  page: number
  pages: number
}

/** A page of a farm's statement. */
export function viewStatement(db: Db, farmId: number, period: Period, page: number): StatementView {
  const statement = statementOf(db, farmId, period)
  const total = lineCount(db, farmId, period)
  return {
    statement,
    lines: linesOf(db, farmId, period, page),
    payouts: statement.closed ? payoutsOf(db, statement.closed.id) : [],
    total,
    page,
    pages: Math.max(1, Math.ceil(total / LINES_PER_PAGE)),
  }
}

export const viewJson = (farm: string, { statement, lines, payouts, total, page, pages }: StatementView) => ({
  farm,
  ...statementJson(statement),
  lines: lines.map(lineJson),
  payouts: payouts.map(payoutJson),
  total,
  page,
  pages,
})
