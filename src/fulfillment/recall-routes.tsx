import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { Recall } from '#db/schema/index.ts'
import { RecallsPage } from '#views/fulfillment/recalls-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { csvHeaders } from '../csv.ts'
import { paths } from '../paths.ts'
import { iso } from '../privacy/iso.ts'
import type { AppEnv } from '../web/env.ts'
import { line, lines, readFields } from '../web/fields.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { type Clerk, clerk } from './clerk.ts'
import { renderCenterPage } from './page.tsx'
import { CASE_LABELS, caseFields } from './recall-case-routes.ts'
import { type LotsFound, lotsToRecall, recallTheseLots } from './recall-lots.ts'
import { clerkAtRecall, type RecallProblem, refuseRecall, renderRecall } from './recall-page.tsx'
import {
  listRecalls,
  recallAt,
  recallableLots,
  recallCsv,
  recallJson,
  recallView,
  sameRecall,
  saveDraft,
  sendRecall,
} from './recalls.ts'
import { recordClerk } from './trail.ts'

export const recallRoutes = new Hono<AppEnv>()

recallRoutes.get(
  paths.recalls.pattern,
  clerk((c, who) => recallsPage(c, who)),
)

function recallsPage(c: Ctx, who: Clerk, problem?: RecallProblem) {
  const { db } = c.var.services
  const rows = listRecalls(db, who.center.id)
  if (!wantsHtml(c)) {
    const listed = rows.map(({ id, reason, recallClass, createdAt, sentAt, lots, boxes }) => ({
      recall_id: id,
      reason,
      recall_class: recallClass,
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
      problem={problem}
      typed={problem ? c.var.body : null}
    />
  )
  const head = { current: 'recalls' as const, title: 'Recalls', status: problem?.status }
  return renderCenterPage(c, who, head, view)
}

const MAX_LOTS = 100
const MAX_REASON_LENGTH = 500

const newRecall = z.object({
  reason: line(MAX_REASON_LENGTH).refine((typed) => typed !== '', {
    message: 'say why the lots are recalled',
  }),
  ...caseFields,
})

recallRoutes.post(
  paths.recalls.pattern,
  clerk(async (c, who) => {
    const problem = (status: RecallProblem['status'], message: string, earlier?: number | null) =>
      wantsHtml(c)
        ? recallsPage(c, who, { status, message, earlier })
        : c.json({ error: message, message, ...(earlier && { recall_id: earlier }) }, status)
    const typed = [c.var.body.lots ?? []].flat().filter((lot) => typeof lot === 'string' && lot.trim() !== '')
    if (typed.length === 0 || typed.length > MAX_LOTS)
      return problem(422, 'Please choose the lots to recall.')
    const read = readFields(newRecall, c.var.body, { reason: '“Why”', ...CASE_LABELS })
    if (!read.ok) return problem(422, read.message)
    const { db, clock, config, random } = c.var.services
    const { reason, recall_class, case_number: caseNumber } = read.value
    const facts = {
      ...{ fcId: who.center.id, userId: who.user.id, now: clock.now(), store: config.store.name },
      tokenOf: () => random.token(),
      ...{ reason, recallClass: recall_class ?? null, caseNumber },
    }
    const made = await durably(db, (tx) => {
      const found = lotsToRecall(tx, who.center.id, typed as string[])
      if (!found.ok) {
        const same = found.code === 'recalled' ? sameRecall(tx, facts, typed as string[]) : null
        return same === null ? found : { ok: true as const, id: same }
      }
      const id = recallTheseLots(tx, found, facts)
      const lots = [...new Set([...found.lots, ...found.labels].map(({ code }) => code))]
      recordClerk(tx, who, {
        ...{ kind: 'recall', verb: 'recall.started', id, name: `Recall ${id}`, now: facts.now },
        ...{ detail: { lots, class: facts.recallClass, case: caseNumber }, reason },
      })
      return { ok: true as const, id }
    })
    if (!made.ok) {
      const earlier = made.code === 'recalled' ? made.recallId : null
      return problem(STATUSES[made.code], refusalWords(made), earlier)
    }
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

const STATUSES: Record<NotFound['code'], RecallProblem['status']> = {
  unknown: 404,
  several: 422,
  recalled: 409,
}

function refusalWords({ code, lot }: NotFound): string {
  const named = `"${lot.slice(0, 40)}"`
  if (code === 'unknown') return `There is no lot ${named} in this center. Nothing was recalled.`
  if (code === 'several')
    return `Several farms have a lot ${named}. Choose it from the list. Nothing was recalled.`
  return `Lot ${named} was recalled before. Nothing was recalled.`
}

recallRoutes.get(
  paths.recall.pattern,
  clerkAtRecall((c, who, recall) => renderRecall(c, who, recall)),
)

recallRoutes.get(
  paths.recallList.pattern,
  clerkAtRecall((c, _, recall) =>
    c.body(recallCsv(recallView(c.var.services.db, recall)), 200, csvHeaders(`recall-${recall.id}`)),
  ),
)

const MAX_SUBJECT_LENGTH = 150
const MAX_MESSAGE_LENGTH = 5_000

const draft = z.object({
  subject: line(MAX_SUBJECT_LENGTH).refine((typed) => typed !== '', {
    message: 'say what the email is about',
  }),
  message: lines(MAX_MESSAGE_LENGTH).refine((typed) => typed !== '', { message: 'say what to tell people' }),
  version: line(40),
})

const DRAFT_LABELS = { subject: '“Subject”', message: '“Message”' }

const DRAFT_REFUSALS = {
  sent: { status: 409, message: 'The emails were sent before. Nothing was changed.' },
  stale: {
    status: 409,
    message:
      'A colleague changed this email after you opened this page. Nothing was saved or sent. Saving or sending yours again replaces your colleague’s.',
    isStale: true,
  },
} as const

/** Saves the draft. */
recallRoutes.post(
  paths.recall.pattern,
  clerkAtRecall(async (c, who, recall) => {
    const { db } = c.var.services
    const read = readFields(draft, c.var.body, DRAFT_LABELS)
    if (!read.ok) return refuseRecall(c, who, recall, { status: 422, message: read.message })
    const { version, ...typed } = read.value
    const outcome = await durably(db, (tx) => saveDraft(tx, recall, typed, version))
    if (outcome !== 'saved') return refuseDraft(c, who, recall, outcome)
    const now = recallView(db, { ...recall, ...typed })
    const path = paths.recall(who.center.slug, recall.id)
    return reply(c, 200, recallJson(now), { path, flash: { kind: 'notice', message: 'Draft saved.' } })
  }),
)

/** With the draft or the email as it is now. */
const refuseDraft = (c: Ctx, who: Clerk, recall: Recall, why: 'sent' | 'stale') =>
  refuseRecall(c, who, recallAt(c.var.services.db, who.center.id, recall.id) ?? recall, DRAFT_REFUSALS[why])

/** The page sends the email with what its form says; scripts may send the saved draft. */
const draftToSend = (c: Ctx) =>
  c.var.body.subject === undefined && c.var.body.message === undefined
    ? ({ ok: true, value: null } as const)
    : readFields(draft, c.var.body, DRAFT_LABELS)

function sentWords(emails: number): string {
  if (emails === 0) return 'There was nobody to email, so nothing was sent.'
  return emails === 1 ? '1 email is on its way.' : `${emails} emails are on their way.`
}

recallRoutes.post(
  paths.sendRecall.pattern,
  clerkAtRecall(async (c, who, recall) => {
    const read = draftToSend(c)
    if (!read.ok) return refuseRecall(c, who, recall, { status: 422, message: read.message })
    const { db, clock } = c.var.services
    const now = clock.now()
    const sent = await durably(db, (tx) => {
      const saved = read.value ? saveDraft(tx, recall, read.value, read.value.version) : 'saved'
      if (saved !== 'saved') return saved
      const emails = sendRecall(tx, recall, now)
      const facts = { id: recall.id, name: `Recall ${recall.id}`, now }
      if (emails) recordClerk(tx, who, { kind: 'recall', verb: 'recall.sent', ...facts, detail: { emails } })
      return emails ?? 'sent'
    })
    if (typeof sent === 'string') return refuseDraft(c, who, recall, sent)
    const message = sentWords(sent)
    const path = paths.recall(who.center.slug, recall.id)
    return reply(c, 200, { emails: sent }, { path, flash: { kind: 'notice', message } })
  }),
)
