import type { Farm, Period } from '#db/schema/index.ts'
import type { Ctx } from '../accounts/guards.ts'
import { csvHeaders } from '../csv.ts'
import { statementCsv } from './statement-csv.ts'
import { allLinesOf } from './statement-lines.ts'
import { statementOf } from './statements.ts'

/** All lines of a statement, in its order. */
export function sendStatementCsv(c: Ctx, { id, slug }: Farm, period: Period): Response {
  const { db } = c.var.services
  const { carriedCents } = statementOf(db, id, period)
  return c.body(statementCsv(allLinesOf(db, id, period), carriedCents), 200, csvHeaders(`${slug}-${period}`))
}
