import { Hono } from 'hono'
import { StatementsPage } from '#views/staff/statements-page.tsx'
import { staff } from '../accounts/guards.ts'
import { farmStatementJson, splitJson } from '../farm-money/json.ts'
import { unpostedCount } from '../farm-money/post.ts'
import { sendStatementCsv } from '../farm-money/send-csv.ts'
import { allPeriods, dueStatements, splitOf, statementsOfMonth } from '../farm-money/statement-list.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { wantsHtml } from '../web/respond.ts'
import { staffAtStatement } from './at-farm.ts'
import { renderDesk } from './page.tsx'
import { filterStatements, readStatementFilters } from './statement-filters.ts'
import { renderStatement } from './statement-page.tsx'

export const statementRoutes = new Hono<AppEnv>()

statementRoutes.get(
  paths.staffStatements.pattern,
  staff((c, user) => {
    const { db, clock } = c.var.services
    const read = readStatementFilters(c.req.query(), clock.now())
    if (!read.ok) return refuse(c, 422, read.message)
    const { filters } = read
    const rows = filterStatements(statementsOfMonth(db, filters.month), filters)
    const months = allPeriods(db)
    const due = dueStatements(db)
    const split = splitOf(db, filters.month)
    if (!wantsHtml(c))
      return c.json({
        month: filters.month,
        months,
        statements: rows.map(farmStatementJson),
        to_pay: due.map(({ slug, period, owedCents, paidCents }) => ({
          farm: slug,
          month: period,
          left_cents: owedCents - paidCents,
        })),
        split: splitJson(split),
        total: rows.length,
        page: 1,
        pages: 1,
      })
    const view = <StatementsPage {...{ rows, months, due, split, filters }} waiting={unpostedCount(db)} />
    return renderDesk(c, user, { current: 'statements', title: 'Farm statements' }, view)
  }),
)

statementRoutes.get(
  paths.staffStatement.pattern,
  staffAtStatement((c, user, of) => renderStatement(c, user, of)),
)

statementRoutes.get(
  paths.staffStatementCsv.pattern,
  staffAtStatement((c, _, { farm, period }) => sendStatementCsv(c, farm, period)),
)
