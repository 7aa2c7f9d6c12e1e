import { Hono } from 'hono'
import { ReportsPage } from '#views/staff/reports-page.tsx'
import { type Ctx, staff } from '../accounts/guards.ts'
import { analyticsQueue } from '../analytics/queue.ts'
import { csvFile, csvHeaders } from '../csv.ts'
import { parseDay } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { paths } from '../paths.ts'
import { REPORTS } from '../reports/index.ts'
import { catchUp, waitingOrders } from '../reports/keep-sums.ts'
import { MAX_DAYS, PERIODS, type Range, rangeOf } from '../reports/range.ts'
import type { Report, ReportData } from '../reports/report.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { wantsHtml } from '../web/respond.ts'
import { unknownOption } from '../web/unknown-option.ts'
import { renderDesk } from './page.tsx'

export const reportRoutes = new Hono<AppEnv>()

/** What a request adds up itself; more waits for the schedule. */
const ORDERS_AT_READ = 200

reportRoutes.get(
  paths.staffReports.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const query = c.req.query()
    const report = REPORTS.find(({ id }) => id === (query.report ?? REPORTS[0]?.id))
    if (!report) return notFound(c)
    const now = clock.now()
    const today = dayIn(SHOP_ZONE, now)
    const refused = refusedPeriod(query.by)
    const asked = rangeOf(query, today, report.isAhead)
    const range = asked ?? rangeOf({}, today, report.isAhead)
    if (!range) return notFound(c)
    const problem = asked ? refused : BAD_RANGE
    if (problem !== null && !wantsHtml(c))
      return c.json({ errors: { [asked ? 'by' : 'from']: problem }, error: problem }, 422)
    await analyticsQueue(c.var.services).flush()
    await catchUp(c.var.services, ORDERS_AT_READ)
    const data = report.read(db, range, now)
    if (query.format === 'csv' && problem === null) return csvOf(c, report, range, data)
    const waiting = waitingOrders(db)
    if (!wantsHtml(c)) return c.json(jsonOf(report, range, data, waiting))
    const typed = asked
      ? null
      : { from: parseDay(query.from ?? '') ?? '', to: parseDay(query.to ?? '') ?? '' }
    const kept = asked && (query.from || query.to) ? { from: range.from, to: range.to } : null
    const view = <ReportsPage {...{ reports: REPORTS, report, data, range, kept, waiting, problem, typed }} />
    const status = problem === null ? undefined : 422
    return renderDesk(c, user, { current: 'reports', title: report.title, status }, view)
  }),
)

const BAD_RANGE = `Please choose two dates, the first before the second, at most ${MAX_DAYS} days apart.`

const refusedPeriod = (by: string | undefined): string | null =>
  by && !PERIODS.some((period) => period === by) ? unknownOption('period', by, PERIODS) : null

const jsonOf = (
  { id, title }: Report,
  range: Range,
  { sentence, rows, total }: ReportData,
  waiting: number,
) => ({
  report: id,
  title,
  ...range,
  sentence,
  rows,
  total_row: total ?? null,
  waiting,
  total: rows.length,
  page: 1,
  pages: 1,
})

/** Money in cents and shares as fractions, as the JSON has them. */
function csvOf(c: Ctx, { id }: Report, { from, to }: Range, { columns, rows, total }: ReportData): Response {
  const lines = [...rows, ...(total ? [total] : [])].map((row) => columns.map(({ key }) => row[key] ?? ''))
  const text = csvFile(
    columns.map(({ key }) => key),
    lines,
  )
  return c.body(text, 200, csvHeaders(`${id}-${from}-${to}`))
}
