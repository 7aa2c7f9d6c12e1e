import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import { ExportsPage } from '#views/staff/exports-page.tsx'
import { actorOf } from '../accounts/actor.ts'
import { staff } from '../accounts/guards.ts'
import { recordAction } from '../audit/audit.ts'
import { addDays } from '../day.ts'
import { dayIn, instantOf, SHOP_ZONE } from '../delivery/zones.ts'
import { paths } from '../paths.ts'
import { MAX_DAYS, rangeOf } from '../reports/range.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { wantsHtml } from '../web/respond.ts'
import { exportCsv } from './export-csv.ts'
import { EXPORT_KINDS } from './export-kinds.ts'
import { renderDesk } from './page.tsx'

export const exportRoutes = new Hono<AppEnv>()

exportRoutes.get(
  paths.staffExports.pattern,
  staff((c, user) => {
    const kinds = EXPORT_KINDS.map(({ id, title, about, columns }) => ({ id, title, about, columns }))
    if (!wantsHtml(c)) return c.json({ exports: kinds, total: kinds.length, page: 1, pages: 1 })
    const range = rangeOf({}, dayIn(SHOP_ZONE, c.var.services.clock.now()))
    if (!range) return notFound(c)
    return renderDesk(
      c,
      user,
      { current: 'reports', title: 'Exports' },
      <ExportsPage kinds={kinds} range={range} />,
    )
  }),
)

/** A POST, because it records who took what. The file is streamed and never stored. */
exportRoutes.post(
  paths.staffExport.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const kind = EXPORT_KINDS.find(({ id }) => id === c.req.param('handle'))
    if (!kind) return notFound(c)
    const now = clock.now()
    const [from, to] = [c.var.body.from, c.var.body.to].map((sent) => (typeof sent === 'string' ? sent : ''))
    const range = from && to ? rangeOf({ from, to }, dayIn(SHOP_ZONE, now)) : null
    if (!range) return refuse(c, 422, `Please choose two dates, at most ${MAX_DAYS} days apart.`)
    const subject = { kind: 'export', token: kind.id, label: kind.title }
    const detail = { from: range.from, to: range.to }
    await durably(db, (tx) =>
      recordAction(tx, { actor: actorOf(user), verb: 'export.downloaded', subject, detail, now }),
    )
    const span = {
      since: instantOf(range.from, 0, SHOP_ZONE),
      until: instantOf(addDays(range.to, 1), 0, SHOP_ZONE),
    }
    const stream = Readable.toWeb(Readable.from(encoded(exportCsv(db, kind, span)))) as ReadableStream
    return c.body(stream, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${kind.id}-${range.from}-${range.to}.csv"`,
    })
  }),
)

async function* encoded(parts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}
