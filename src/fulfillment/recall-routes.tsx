import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { Recall } from '#db/schema/index.ts'
import { RecallPage } from '#views/fulfillment/recall-page.tsx'
import { RecallsPage } from '#views/fulfillment/recalls-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import { iso } from '../privacy/iso.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { line, lines, readFields } from '../web/fields.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { type Clerk, clerk } from './clerk.ts'
import { renderCenterPage } from './page.tsx'
import { type LotsFound, lotsToRecall, recallTheseLots } from './recall-lots.ts'
import {
  listRecalls,
  recallAt,
  recallableLots,
  recallCsv,
  recallJson,
  recallView,
  saveDraft,
  sendRecall,
} from './recalls.ts'

export const recallRoutes = new Hono<AppEnv>()

recallRoutes.get(
  paths.recalls.pattern,
  clerk((c, who) => recallsPage(c, who)),
)

type Problem = { status: 404 | 409 | 422; message: string }

function recallsPage(c: Ctx, who: Clerk, problem?: Problem) {
  const { db } = c.var.services
  const rows = listRecalls(db, who.center.id)
  if (!wantsHtml(c)) {
    const listed = rows.map(({ id, reason, createdAt, sentAt, lots, boxes }) => ({
      recall_id: id,
      reason,
      lots: lots.split(','),
      boxes,
      created_at: iso(createdAt),
      sent_at: iso(sentAt),
    }))
    return c.json({ recalls: listed, page: 1, pages: 1, total: rows.length })
  }
  const view = (
    <RecallsPage
      center={who.center}
      recalls={rows}
      lots={recallableLots(db, who.center.id)}
      problem={problem?.message}
    />
  )
  const head = { current: 'recalls' as const, title: 'Recalls', status: problem?.status }
  return renderCenterPage(c, who, head, view)
}

const MAX_LOTS = 100
const MAX_REASON_LENGTH = 500

const newRecall = z.object({
  reason: line(MAX_REASON_LENGTH).refine((typed) => typed !== '', { message: 'why the lots are recalled' }),
})

recallRoutes.post(
  paths.recalls.pattern,
  clerk(async (c, who) => {
    const problem = (status: Problem['status'], message: string) =>
      wantsHtml(c) ? recallsPage(c, who, { status, message }) : c.json({ error: message, message }, status)
    const typed = [c.var.body.lots ?? []].flat().filter((lot) => typeof lot === 'string' && lot.trim() !== '')
    if (typed.length === 0 || typed.length > MAX_LOTS)
      return problem(422, 'Please choose the lots to recall.')
    const read = readFields(newRecall, c.var.body)
    if (!read.ok) return problem(422, read.message)
    const { db, clock, config } = c.var.services
    const facts = { fcId: who.center.id, userId: who.user.id, now: clock.now(), store: config.store.name }
    const made = await durably(db, (tx) => {
      const found = lotsToRecall(tx, who.center.id, typed as string[])
      if (!found.ok) return found
      return {
        ok: true as const,
        id: recallTheseLots(tx, found.lots, { ...facts, reason: read.value.reason }),
      }
    })
    if (!made.ok) return problem(STATUSES[made.code], refusalWords(made))
    const recall = recallAt(db, who.center.id, made.id)
    if (!recall) throw new Error(`recall ${made.id} is gone`)
    const flash = { kind: 'notice' as const, message: 'Recalled. Nothing of these lots can leave anymore.' }
    return reply(c, 200, recallJson(recallView(db, recall)), {
      path: paths.recall(who.center.slug, made.id),
      flash,
    })
  }),
)

type NotFound = Exclude<LotsFound, { ok: true }>

const STATUSES: Record<NotFound['code'], Problem['status']> = { unknown: 404, several: 422, recalled: 409 }

function refusalWords({ code, lot }: NotFound): string {
  const named = `"${lot.slice(0, 40)}"`
  if (code === 'unknown') return `There is no lot ${named} in this center. Nothing was recalled.`
  if (code === 'several')
    return `Several farms have a lot ${named}. Choose it from the list. Nothing was recalled.`
  return `Lot ${named} was recalled before. Nothing was recalled.`
}

type RecallHandler = (c: Ctx, who: Clerk, recall: Recall) => Response | Promise<Response>

/** For paths with `:recallId` under a center. */
const clerkAtRecall = (handler: RecallHandler) =>
  clerk((c, who) => {
    const recall = recallAt(c.var.services.db, who.center.id, rowId(c.req.param('recallId')))
    return recall ? handler(c, who, recall) : refuse(c, 404, 'There is no such recall.')
  })

recallRoutes.get(
  paths.recall.pattern,
  clerkAtRecall((c, who, recall) => recallPage(c, who, recall)),
)

function recallPage(c: Ctx, who: Clerk, recall: Recall, problem?: Problem) {
  const view = recallView(c.var.services.db, recall)
  if (!wantsHtml(c)) return c.json(recallJson(view))
  const page = <RecallPage center={who.center} recall={view} problem={problem?.message} />
  const head = { current: 'recalls' as const, title: `Recall ${recall.id}`, status: problem?.status }
  return renderCenterPage(c, who, head, page)
}

recallRoutes.get(
  paths.recallList.pattern,
  clerkAtRecall((c, _, recall) =>
    c.body(recallCsv(recallView(c.var.services.db, recall)), 200, {
      'Content-Type': 'text/csv; charset=UTF-8',
      'Content-Disposition': `attachment; filename="recall-${recall.id}.csv"`,
      'Cache-Control': 'private, no-store',
    }),
  ),
)

const MAX_SUBJECT_LENGTH = 150
const MAX_MESSAGE_LENGTH = 5_000

const draft = z.object({
  subject: line(MAX_SUBJECT_LENGTH).refine((typed) => typed !== '', { message: 'what the email is about' }),
  message: lines(MAX_MESSAGE_LENGTH).refine((typed) => typed !== '', { message: 'what to tell people' }),
})

const SENT_BEFORE = 'The emails were sent before. Nothing was changed.'

/** Saves the draft. */
recallRoutes.post(
  paths.recall.pattern,
  clerkAtRecall(async (c, who, recall) => {
    const { db } = c.var.services
    const problem = (status: Problem['status'], message: string) =>
      wantsHtml(c)
        ? recallPage(c, who, recall, { status, message })
        : c.json({ error: message, message }, status)
    const read = readFields(draft, c.var.body)
    if (!read.ok) return problem(422, read.message)
    const isSaved = await durably(db, (tx) => saveDraft(tx, recall, read.value))
    if (!isSaved) return problem(409, SENT_BEFORE)
    const now = recallView(db, { ...recall, ...read.value })
    const path = paths.recall(who.center.slug, recall.id)
    return reply(c, 200, recallJson(now), { path, flash: { kind: 'notice', message: 'Draft saved.' } })
  }),
)

recallRoutes.post(
  paths.sendRecall.pattern,
  clerkAtRecall(async (c, who, recall) => {
    const { db, clock } = c.var.services
    const sent = await durably(db, (tx) => sendRecall(tx, recall, clock.now()))
    if (sent === null && wantsHtml(c))
      return recallPage(c, who, recall, { status: 409, message: SENT_BEFORE })
    if (sent === null) return c.json({ error: SENT_BEFORE, message: SENT_BEFORE }, 409)
    const message = sent === 1 ? '1 email is on its way.' : `${sent} emails are on their way.`
    const path = paths.recall(who.center.slug, recall.id)
    return reply(c, 200, { emails: sent }, { path, flash: { kind: 'notice', message } })
  }),
)
