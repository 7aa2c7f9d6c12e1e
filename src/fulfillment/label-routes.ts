import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { durably } from '#db/client.ts'
import type { Ctx } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import { joinZpl } from '../shipping/label-files.ts'
import { filesOf } from '../shipping/labels.ts'
import { voidLabels } from '../shipping/void-labels.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { readPress } from '../web/read-press.ts'
import { reply } from '../web/respond.ts'
import { clerkAtWave } from './clerk-at-wave.ts'
import { labelOrdersOf } from './label-boxes.ts'
import { type Parcel, waveParcels, waveParcelsByToken } from './parcels.ts'
import { type LabelsRefusal, requestLabels } from './request-labels.ts'
import { recordClerk } from './trail.ts'
import { stoppedBoxes, waveStates } from './wave-states.ts'
import type { Wave } from './waves.ts'

export const labelRoutes = new Hono<AppEnv>()

labelRoutes.post(
  paths.buyLabels.pattern,
  clerkAtWave(async (c, who, wave) => {
    const tokens = readTokens(c)
    const chosen = tokens.length > 0 ? tokens : null
    const asked = await requestLabels(c.var.services, who, wave, chosen, readPress(c))
    if (!asked.ok) return refuse(c, STATUSES[asked.code], refusalWords(asked))
    return reply(c, 200, { job_id: asked.token, count: asked.boxCount }, { path: paths.job(asked.token) })
  }),
)

const readTokens = (c: Ctx): string[] =>
  [...(c.req.queries('order_tokens[]') ?? []), ...[c.var.body.order_tokens ?? []].flat()].map(String)

const STATUSES: Record<LabelsRefusal['code'], ContentfulStatusCode> = {
  nothing_to_send: 422,
  busy: 429,
  void_wave: 409,
  unknown_order: 404,
  unplanned: 422,
  removed: 409,
}

function refusalWords(refusal: LabelsRefusal): string {
  switch (refusal.code) {
    case 'nothing_to_send':
      return 'No box of this wave is waiting to be sent.'
    case 'busy':
      return 'Several of your jobs are still running. Please wait for one of them.'
    case 'void_wave':
      return 'This wave is void. No label was bought.'
    case 'unknown_order':
      return `There is no box of the order "${refusal.token.slice(0, 40)}" in this wave. No label was bought.`
    case 'unplanned':
      return `Please choose box and dry ice first: ${namesOf(refusal.parcels)}.`
    case 'removed':
      return `Not in this wave anymore: ${namesOf(refusal.parcels)}. No label was bought.`
  }
}

const MAX_NAMED = 3

const namesOf = (parcels: Parcel[]) => {
  const named = parcels.slice(0, MAX_NAMED).map(({ identifier }) => identifier)
  return parcels.length > MAX_NAMED
    ? `${named.join(', ')} and ${parcels.length - MAX_NAMED} more`
    : named.join(', ')
}

type Printed = { files: Buffer[]; none: string }

/** `?order=` for one box, `?job=` for those whose labels one job bought; else all of the wave. In pick order. */
function labelsToPrint(c: Ctx, wave: Wave, format: 'PDF' | 'ZPL'): Printed {
  const { db } = c.var.services
  const { order, job } = c.req.query()
  const tokens = order !== undefined ? [order] : job !== undefined ? labelOrdersOf(db, wave.id, job) : null
  const found = tokens ? waveParcelsByToken(db, wave.id, tokens) : waveParcels(db, wave.id)
  const stopped = new Set(stoppedBoxes(waveStates(db, wave.id)).map(({ orderId }) => orderId))
  const here = found.filter(({ endedAt }) => endedAt === null)
  const parcels = here.filter(({ orderId }) => !stopped.has(orderId))
  const orderIds = parcels.map(({ orderId }) => orderId)
  return {
    files: filesOf(db, orderIds, format),
    none: noneWords(here, parcels),
  }
}

function noneWords(here: Parcel[], parcels: Parcel[]): string {
  if (parcels.some(({ isUnsent }) => isUnsent)) return NOT_SENT
  return parcels.length === 0 && here.length > 0 ? STOPPED : NO_LABELS
}

const NO_LABELS = 'No label of this wave has been bought yet.'
const STOPPED = 'This box is stopped, so its label is no longer good. Take it out of the wave.'
const NOT_SENT = 'The carrier hasn’t sent these labels yet. Please get them on the wave’s page.'

labelRoutes.get(
  paths.labelsPdf.pattern,
  clerkAtWave(async (c, _, wave) => {
    const { files, none } = labelsToPrint(c, wave, 'PDF')
    if (files.length === 0) return refuse(c, 404, none)
    const { joinPdfs } = await import('../shipping/join-pdfs.ts')
    const bytes = await joinPdfs(files)
    return c.body(new Uint8Array(bytes).buffer, 200, {
      ...headers(`inline; filename="wave-${wave.id}-labels.pdf"`),
      'Content-Type': 'application/pdf',
    })
  }),
)

labelRoutes.get(
  paths.labelsZpl.pattern,
  clerkAtWave((c, _, wave) => {
    const { files, none } = labelsToPrint(c, wave, 'ZPL')
    if (files.length === 0) return refuse(c, 404, none)
    return c.body(joinZpl(files), 200, {
      ...headers(`attachment; filename="wave-${wave.id}-labels.zpl"`),
      'Content-Type': 'application/octet-stream',
    })
  }),
)

const headers = (disposition: string) => ({
  'Content-Disposition': disposition,
  'Cache-Control': 'private, no-store',
})

labelRoutes.post(
  paths.voidLabels.pattern,
  clerkAtWave(async (c, who, wave) => {
    const { db, clock } = c.var.services
    const tokens = readTokens(c)
    if (tokens.length === 0) return refuse(c, 422, 'Please select at least one box.')
    const now = clock.now()
    const seen = c.var.body.seen_label
    const voided = await durably(db, (tx) => {
      const chosen = waveParcelsByToken(tx, wave.id, tokens)
      const refusal = refusalToVoid(chosen, tokens, seen === undefined ? null : String(seen))
      if (refusal) return refusal
      const ids = chosen.map(({ orderId }) => orderId)
      const count = voidLabels(tx, ids, now)
      const detail = { labels: count, orders: chosen.map(({ identifier }) => identifier) }
      const facts = { id: wave.id, name: `Wave ${wave.id}`, detail, now }
      if (count > 0) recordClerk(tx, who, { kind: 'wave', verb: 'wave.labels_voided', ...facts })
      return { ok: true as const, count }
    })
    if (!voided.ok) return refuse(c, voided.status, voided.message)
    const { count } = voided
    if (count === 0) return refuse(c, 409, 'There is no label to void.')
    const message = count === 1 ? '1 label is void.' : `${count} labels are void.`
    const path = paths.wave(who.center.slug, wave.id)
    return reply(c, 200, { message, count }, { path, flash: { kind: 'notice', message } })
  }),
)

/** `seen`: the ID of the label that a box's page showed, in case a colleague has bought another since. */
function refusalToVoid(chosen: Parcel[], tokens: string[], seen: string | null) {
  const refusal = (status: 404 | 409, message: string) => ({ ok: false as const, status, message })
  const unknown = tokens.find((token) => !chosen.some((parcel) => parcel.token === token))
  if (unknown !== undefined) return refusal(404, `There is no box of the order "${unknown.slice(0, 40)}".`)
  const removed = chosen.filter(({ endedAt }) => endedAt !== null)
  if (removed.length > 0)
    return refusal(409, `Not in this wave anymore: ${namesOf(removed)}. No label was voided.`)
  const shipped = chosen.filter(({ orderState }) => orderState === 'shipped' || orderState === 'delivered')
  if (shipped.length > 0) return refusal(409, `Already shipped: ${namesOf(shipped)}. No label was voided.`)
  const changed = chosen.filter(({ label }) => seen !== null && label !== null && String(label.id) !== seen)
  return changed.length > 0
    ? refusal(409, `There is another label now: ${namesOf(changed)}. No label was voided.`)
    : null
}
