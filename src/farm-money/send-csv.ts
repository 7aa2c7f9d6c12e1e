import type { Farm, Period } from '#db/schema/index.ts'
import type { Ctx } from '../accounts/guards.ts'
import { csvHeaders } from '../csv.ts'
import { statementCsv } from './statement-csv.ts'
import { allLinesOf } from './statement-lines.ts'

/** All lines of a statement, in its order. */
export const sendStatementCsv = (c: Ctx, { id, slug }: Farm, period: Period): Response =>
  c.body(statementCsv(allLinesOf(c.var.services.db, id, period)), 200, csvHeaders(`${slug}-${period}`))
