import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { BackgroundJobStatus } from '#views/fulfillment/background-job-status.tsx'
import { JobPage } from '#views/fulfillment/job-page.tsx'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { secondFactorDetour } from '../accounts/second-factor-guard.ts'
import { counted } from '../counted.ts'
import { centerBySlug } from '../delivery/centers.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { renderFragment } from '../web/page.tsx'
import { readPress } from '../web/read-press.ts'
import { redirectTo } from '../web/redirect.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { signStream } from '../web/stream-names.ts'
import { readBoardFilters } from './board-filters.ts'
import { clerk } from './clerk.ts'
import {
  CANCELED_WORDS,
  type CenterExport,
  cancelExport,
  clerksExport,
  downloadableExport,
  type ExportDetail,
  exportDetail,
} from './export-detail.ts'
import { exportFile } from './export-file.ts'
import { heavyBoxesOf } from './label-boxes.ts'
import { renderCenterPage } from './page.tsx'
import { type ExportRefusal, requestExport } from './request-export.ts'
import type { NamedBox, Selection } from './select-orders.ts'

export const exportRoutes = new Hono<AppEnv>()

exportRoutes.post(
  paths.exportOrders.pattern,
  clerk(async (c, who) => {
    const selection = readSelection(c)
    if (!selection.ok) return refuse(c, 422, selection.message)
    const { services } = c.var
    const { db, clock } = services
    const outcome = await requestExport(services, who, selection.value, readPress(c))
    if (!outcome.ok) return refuse(c, outcome.code === 'busy' ? 429 : 422, refusalWords(outcome))
    const back = paths.centerOrders(who.center.slug)
    if ('conflicts' in outcome) {
      const { conflicts, named, rest, leftOut } = outcome
      const warning = `${warningWords(conflicts.length, rest)} ${leftOut}`.trimEnd()
      const json = { error: null, warning, job_id: null, rest, ...conflictFacts(conflicts, named) }
      return reply(c, 200, json, { path: back, flash: { kind: 'info', message: warning } })
    }
    const { jobToken, boxCount } = outcome
    if (wantsHtml(c)) return redirectTo(c, paths.job(jobToken))
    const started = clerksExport(db, who.user, jobToken)
    if (!started) throw new Error(`export ${jobToken} is gone`)
    const widget = renderFragment(c, <JobWidget c={c} detail={exportDetail(started, clock.now())} />)
    return c.json({
      error: null,
      warning: null,
      orders_with_wave: [],
      job_id: jobToken,
      count: boxCount,
      widget,
    })
  }),
)

type SelectionRead = { ok: true; value: Selection } | { ok: false; message: string }

/** `select_all=true` with the filters of the list, or tokens; in the address or the body. */
function readSelection(c: Ctx): SelectionRead {
  const { body } = c.var
  const query = c.req.query()
  if (query.select_all === 'true' || body.select_all === 'true' || body.select_all === true) {
    const read = readBoardFilters(query)
    return read.ok ? { ok: true, value: { all: read.filters } } : read
  }
  const listed = [body.order_tokens ?? []].flat()
  const tokens = [...(c.req.queries('order_tokens[]') ?? []), ...listed]
  return { ok: true, value: { tokens: tokens.filter((token) => typeof token === 'string') } }
}

function refusalWords(refusal: ExportRefusal): string {
  switch (refusal.code) {
    case 'nothing_selected':
      return 'Please select at least one order to export.'
    case 'busy':
      return 'Several of your exports are still running. Please wait for one of them.'
    case 'unknown_order':
      return `There is no order "${refusal.token.slice(0, 40)}" in this center. Nothing was exported.`
    case 'all_in_waves':
      return 'All of these orders are already in a wave.'
    case 'cannot_be_packed':
      return `These can't be packed now: ${namesOf(refusal.boxes, refusal.count)}. Nothing was exported.`
  }
}

const namesOf = (stopped: NamedBox[], count: number) => {
  const named = stopped.slice(0, 3).map(({ identifier }) => identifier)
  return count > 3 ? `${named.join(', ')} and ${count - 3} more` : named.join(', ')
}

const warningWords = (count: number, rest: number) => {
  const stays =
    count === 1 ? 'orders is already in a wave. It stays' : 'orders are already in a wave. They stay'
  return `${count} of these ${stays} there, so ${counted(rest, 'is', 'are')} left.`
}

const conflictFacts = (tokens: string[], named: NamedBox[]) => ({
  orders_with_wave: tokens,
  conflicts: named.map(({ token, identifier, name, waveId }) => ({
    order_token: token,
    identifier,
    name,
    packing_wave_id: waveId,
  })),
})

exportRoutes.get(
  paths.job.pattern,
  signedIn((c, user) => {
    const { db, clock } = c.var.services
    const found = clerksExport(db, user, c.req.param('jobId') ?? '')
    const center = found && centerBySlug(db, found.center)
    if (!found || !center) return notFound(c)
    const detour = secondFactorDetour(c, user)
    if (detour) return detour
    const detail = exportDetail(found, clock.now())
    if (!wantsHtml(c)) return c.json(detail)
    const view = (
      <JobPage
        center={center}
        kind={found.kind}
        detail={detail}
        boxCount={found.boxCount}
        heavy={heavyBoxesOf(db, found)}
      >
        <JobWidget c={c} detail={detail} />
      </JobPage>
    )
    return renderCenterPage(c, { user, center }, JOB_HEADS[found.kind], view)
  }),
)

const JOB_HEADS = {
  export: { current: 'orders', title: 'Export' },
  labels: { current: 'waves', title: 'Labels' },
} as const

/** The widget of a job, which follows it by the page's socket. */
function JobWidget({ c, detail }: { c: Ctx; detail: ExportDetail }) {
  const name = { purpose: 'job', subject: detail.job_id } as const
  const signedName = signStream(c.var.services.config, name, c.var.visitor.sessionHash)
  return <BackgroundJobStatus detail={detail} stream={{ signedName }} />
}

exportRoutes.post(
  paths.cancelJob.pattern,
  signedIn(async (c, user) => {
    const { services } = c.var
    const found = clerksExport(services.db, user, c.req.param('jobId') ?? '')
    if (!found) return notFound(c)
    const detour = secondFactorDetour(c, user)
    if (detour) return detour
    if (!(await cancelExport(services, found))) return refuse(c, 409, TOO_LATE[found.kind])
    return reply(c, 200, { message: CANCELED_WORDS[found.kind] }, { path: paths.job(found.token) })
  }),
)

const TOO_LATE = {
  export: "Its wave is already made, so it can't be canceled anymore.",
  labels: 'This job has ended.',
}

exportRoutes.get(
  paths.download.pattern,
  signedIn(async (c, user) => {
    const { db, clock, config } = c.var.services
    const fileToken = c.req.param('fileToken') ?? ''
    const found = downloadableExport(db, user, fileToken, clock.now())
    const detour = found && secondFactorDetour(c, user)
    if (detour) return detour
    const file = found && exportFile(config, fileToken)
    const opened = file && (await open(file).catch(() => null))
    if (!found || !opened) return notFound(c)
    const { size } = await opened.stat()
    const bytes = Readable.toWeb(opened.createReadStream()) as ReadableStream
    return c.body(bytes, 200, downloadHeaders(found, size))
  }),
)

const downloadHeaders = ({ waveId }: CenterExport, bytes: number) => ({
  'Content-Type': 'application/zip',
  'Content-Length': String(bytes),
  'Content-Disposition': `attachment; filename="wave-${waveId}.zip"`,
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
})
