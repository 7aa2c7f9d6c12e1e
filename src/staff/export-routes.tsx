import { open } from 'node:fs/promises'
import { Hono } from 'hono'
import { type Db, durably } from '#db/client.ts'
import { farms, fulfillmentCenters, type User } from '#db/schema/index.ts'
import { StaffExportPage } from '#views/staff/export-page.tsx'
import { ExportsPage } from '#views/staff/exports-page.tsx'
import { actorOf } from '../accounts/actor.ts'
import { type Ctx, staff } from '../accounts/guards.ts'
import { recordAction } from '../audit/audit.ts'
import { csvHeaders } from '../csv.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { exportFile } from '../fulfillment/export-file.ts'
import { paths } from '../paths.ts'
import { MAX_DAYS, type Range, rangeOf } from '../reports/range.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { readPress } from '../web/read-press.ts'
import { redirectTo } from '../web/redirect.ts'
import { wantsHtml } from '../web/respond.ts'
import { csvStream, webStream } from './csv-stream.ts'
import { exportCsv, extentOf } from './export-csv.ts'
import { staffExportDetail } from './export-detail.ts'
import {
  LONG_EXPORT_ROWS,
  MAX_UNDER_WAY,
  namedScope,
  ownExport,
  ownExports,
  requestStaffExport,
  spanOf,
} from './export-job.ts'
import type { ExportKind } from './export-kinds.ts'
import { EXPORT_KINDS } from './exports.ts'
import { renderDesk } from './page.tsx'

export const exportRoutes = new Hono<AppEnv>()

exportRoutes.get(
  paths.staffExports.pattern,
  staff((c, user) => exportsPage(c, user)),
)

type Problem = { status: 422 | 429; message: string }

function exportsPage(c: Ctx, user: User, problem?: Problem) {
  const { db, clock, random } = c.var.services
  const now = clock.now()
  const kinds = EXPORT_KINDS.map(({ id, title, about, columns, scopes }) => ({
    id,
    title,
    about,
    columns,
    scopes,
  }))
  const jobs = ownExports(db, user, now).map(staffExportDetail)
  if (!wantsHtml(c)) return c.json({ exports: kinds, jobs, total: kinds.length, page: 1, pages: 1 })
  const range = rangeOf({}, dayIn(SHOP_ZONE, now))
  if (!range) return notFound(c)
  const refused = problem ? { action: c.req.path, fields: c.var.body } : null
  const forms = kinds.map((kind) => ({ ...kind, press: random.token() }))
  const shown = { kinds: forms, jobs, range, places: placesOf(db), problem: problem?.message, refused }
  const head = { current: 'reports' as const, title: 'Exports', status: problem?.status }
  return renderDesk(c, user, head, <ExportsPage {...shown} />)
}

/** Scripts get the message; a form gets the list with it. */
const refuseExport = (c: Ctx, user: User, problem: Problem) =>
  wantsHtml(c) ? exportsPage(c, user, problem) : refuse(c, problem.status, problem.message)

const BAD_RANGE = `Please choose two dates, the first before the second, at most ${MAX_DAYS} days apart.`
const TOO_NARROW = 'This export can’t be narrowed to that center or farm.'

const placesOf = (db: Db) => {
  const named = (table: typeof farms | typeof fulfillmentCenters) =>
    db.select({ slug: table.slug, name: table.name }).from(table).orderBy(table.name).all()
  return { center: named(fulfillmentCenters), farm: named(farms) }
}

/** A POST, because it records who took what. A short export is streamed at once, a long one becomes a job. */
exportRoutes.post(
  paths.staffExport.pattern,
  staff(async (c, user) => {
    const { db } = c.var.services
    const kind = EXPORT_KINDS.find(({ id }) => id === c.req.param('handle'))
    if (!kind) return notFound(c)
    const range = rangeAsked(c)
    if (!range) return refuseExport(c, user, { status: 422, message: BAD_RANGE })
    const named = { center: sent(c, 'center') || null, farm: sent(c, 'farm') || null }
    const scope = namedScope(db, named)
    const isTooNarrow = (['center', 'farm'] as const).some((one) => named[one] && !kind.scopes.includes(one))
    if (!scope || isTooNarrow) return refuseExport(c, user, { status: 422, message: TOO_NARROW })
    const span = spanOf(range.from, range.to)
    const extent = extentOf(db, kind, span)
    if (extent.rows > LONG_EXPORT_ROWS) return startJob(c, user, { kind, range, named, rows: extent.rows })
    await durably(db, (tx) => recordAction(tx, actionOf(c, user, kind, range, named)))
    const csv = exportCsv(db, kind, { span, scope, extent })
    return c.body(csvStream(csv), 200, csvHeaders(fileName(kind.id, range)))
  }),
)

function rangeAsked(c: Ctx): Range | null {
  const [from, to] = [sent(c, 'from'), sent(c, 'to')]
  return from && to ? rangeOf({ from, to }, dayIn(SHOP_ZONE, c.var.services.clock.now())) : null
}

function sent(c: Ctx, name: string): string {
  const value = c.var.body[name]
  return typeof value === 'string' ? value : ''
}

type Named = { center: string | null; farm: string | null }
type Asked = { kind: ExportKind; range: Range; named: Named; rows: number }

const actionOf = (c: Ctx, user: User, kind: ExportKind, { from, to }: Range, named: Named) => ({
  actor: actorOf(user),
  verb: 'export.downloaded' as const,
  subject: { kind: 'export', token: kind.id, label: kind.title },
  detail: {
    from,
    to,
    ...(named.center && { center: named.center }),
    ...(named.farm && { farm: named.farm }),
  },
  now: c.var.services.clock.now(),
})

async function startJob(c: Ctx, user: User, { kind, range, named, rows }: Asked): Promise<Response> {
  const { services } = c.var
  const asked = { kind: kind.id, fromDay: range.from, toDay: range.to, ...named, rowCount: rows }
  const made = await durably(services.db, (tx) => {
    const made = requestStaffExport(tx, services, user, asked, readPress(c))
    if (made?.isNew) recordAction(tx, actionOf(c, user, kind, range, named))
    return made
  })
  const tooMany = `You have ${MAX_UNDER_WAY} exports under way. Please wait for one of them.`
  if (!made) return refuseExport(c, user, { status: 429, message: tooMany })
  const { token } = made
  if (wantsHtml(c)) return redirectTo(c, paths.staffExportJob(token))
  const row = ownExport(services.db, user, token, services.clock.now())
  return row ? c.json(staffExportDetail(row), 202) : notFound(c)
}

/** How far a long export is. */
exportRoutes.get(
  paths.staffExportJob.pattern,
  staff((c, user) => {
    const { db, clock } = c.var.services
    const row = ownExport(db, user, c.req.param('exportToken') ?? '', clock.now())
    if (!row) return notFound(c)
    const detail = staffExportDetail(row)
    if (!wantsHtml(c)) return c.json(detail)
    const title = EXPORT_KINDS.find(({ id }) => id === row.kind)?.title ?? 'Export'
    const view = <StaffExportPage {...{ title, detail }} />
    return renderDesk(c, user, { current: 'reports', title }, view)
  }),
)

exportRoutes.get(
  paths.staffExportFile.pattern,
  staff(async (c, user) => {
    const { db, clock, config } = c.var.services
    const row = ownExport(db, user, c.req.param('exportToken') ?? '', clock.now())
    const file = row?.state === 'complete' ? exportFile(config, row.token, 'csv') : null
    const opened = file && (await open(file).catch(() => null))
    if (!row || !opened) return notFound(c)
    const { size } = await opened.stat()
    const range = { from: row.fromDay, to: row.toDay }
    return c.body(webStream(opened.createReadStream()), 200, {
      ...csvHeaders(fileName(row.kind, range)),
      'Content-Length': String(size),
    })
  }),
)

const fileName = (kind: string, { from, to }: Pick<Range, 'from' | 'to'>) => `${kind}-${from}-${to}`
