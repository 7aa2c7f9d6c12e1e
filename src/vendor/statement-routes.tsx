import { Hono } from 'hono'
import type { Period } from '#db/schema/index.ts'
import { FarmStatementPage, FarmStatementsPage } from '#views/vendor/statements-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { statementJson } from '../farm-money/json.ts'
import { parsePeriod, periodTitle } from '../farm-money/periods.ts'
import { sendStatementCsv } from '../farm-money/send-csv.ts'
import { periodsOf } from '../farm-money/statement-list.ts'
import { viewJson, viewStatement } from '../farm-money/statement-view.ts'
import { statementOf } from '../farm-money/statements.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { wantsHtml } from '../web/respond.ts'
import { type Farmer, farmer } from './farmer.ts'
import { renderFarmPage } from './page.tsx'

export const statementRoutes = new Hono<AppEnv>()

const MONTHS_PER_PAGE = 24

statementRoutes.get(
  paths.farmStatements.pattern,
  farmer((c, who) => {
    const { db } = c.var.services
    const { farm } = who
    const periods = periodsOf(db, farm.id)
    const page = pageNumber(c.req.query())
    const pages = Math.max(1, Math.ceil(periods.length / MONTHS_PER_PAGE))
    if (page > pages) return notFound(c)
    const from = (page - 1) * MONTHS_PER_PAGE
    const statements = periods
      .slice(from, from + MONTHS_PER_PAGE)
      .map((period) => statementOf(db, farm.id, period))
    if (!wantsHtml(c))
      return c.json({
        farm: farm.slug,
        statements: statements.map(statementJson),
        total: periods.length,
        page,
        pages,
      })
    const view = <FarmStatementsPage {...{ farm, statements, page, pages }} />
    return renderFarmPage(c, who, { title: 'Statements' }, view)
  }),
)

/** 404 for what is no month, like for another farm's. */
const farmerAtStatement = (handler: (c: Ctx, who: Farmer, period: Period) => Response | Promise<Response>) =>
  farmer((c, who) => {
    const period = parsePeriod(c.req.param('period'))
    return period ? handler(c, who, period) : notFound(c)
  })

statementRoutes.get(
  paths.farmStatement.pattern,
  farmerAtStatement((c, who, period) => {
    const view = viewStatement(c.var.services.db, who.farm.id, period, pageNumber(c.req.query()))
    if (view.page > view.pages) return notFound(c)
    if (!wantsHtml(c)) return c.json(viewJson(who.farm.slug, view))
    const page = <FarmStatementPage farm={who.farm} view={view} />
    return renderFarmPage(c, who, { title: `Statement for ${periodTitle(period)}` }, page)
  }),
)

statementRoutes.get(
  paths.farmStatementCsv.pattern,
  farmerAtStatement((c, { farm }, period) => sendStatementCsv(c, farm, period)),
)
