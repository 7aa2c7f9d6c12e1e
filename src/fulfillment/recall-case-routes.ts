import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { RECALL_CLASSES, type Recall } from '#db/schema/index.ts'
import { orderByToken } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { line, readFields } from '../web/fields.ts'
import { reply } from '../web/respond.ts'
import { markCalled, setCase } from './recall-case.ts'
import { clerkAtRecall, refuseRecall } from './recall-page.tsx'
import { recallAt, recallJson, recallView } from './recalls.ts'
import { recordClerk } from './trail.ts'

export const recallCaseRoutes = new Hono<AppEnv>()

const MAX_CASE_LENGTH = 40

/** FSIS gives both, often after the lots are stopped. */
export const caseFields = {
  recall_class: line(3)
    .transform((typed) =>
      typed === '' ? null : RECALL_CLASSES.find((known) => known === typed.toUpperCase()),
    )
    .refine((known) => known !== undefined, { message: 'I, II or III' }),
  case_number: line(MAX_CASE_LENGTH).transform((typed) => typed || null),
}

export const CASE_LABELS = { recall_class: 'the class', case_number: '“Case number”' }

recallCaseRoutes.post(
  paths.recallCase.pattern,
  clerkAtRecall(async (c, who, recall) => {
    const read = readFields(z.object({ ...caseFields, version: line(40) }), c.var.body, CASE_LABELS)
    if (!read.ok) return refuseRecall(c, who, recall, { status: 422, message: read.message })
    const { db, clock } = c.var.services
    const { recall_class, case_number: caseNumber, version } = read.value
    const after = { recallClass: recall_class ?? null, caseNumber }
    const outcome = await durably(db, (tx) => {
      const set = setCase(tx, recall, after, version)
      if (set.did !== 'changed') return set.did
      const detail = { before: set.before, after }
      const facts = { id: recall.id, name: `Recall ${recall.id}`, now: clock.now() }
      recordClerk(tx, who, { kind: 'recall', verb: 'recall.case_changed', ...facts, detail })
      return set.did
    })
    const now = recallAt(db, who.center.id, recall.id) ?? recall
    if (outcome === 'stale') return refuseRecall(c, who, now, { status: 409, message: staleWords(now) })
    const path = paths.recall(who.center.slug, recall.id)
    const flash = { kind: 'notice' as const, message: 'Class and case are saved.' }
    return reply(c, 200, recallJson(recallView(db, now)), { path, flash })
  }),
)

const staleWords = ({ recallClass, caseNumber }: Recall) => {
  const now = `${recallClass === null ? 'no class' : `class ${recallClass}`} and ${caseNumber === null ? 'no case number' : `case ${caseNumber}`}`
  return `A colleague changed the class and case after you opened this page: it has ${now} now. Nothing was saved. Saving yours again replaces your colleague’s.`
}

const called = z.object({
  order_token: line(60),
  role: line(10)
    .transform((typed) =>
      typed === 'recipient' || typed === 'buyer' ? typed : typed === '' ? 'buyer' : null,
    )
    .refine((role) => role !== null, { message: 'buyer or recipient' }),
})

/** For people who have no email address, or whom no email reaches. */
recallCaseRoutes.post(
  paths.recallCalled.pattern,
  clerkAtRecall(async (c, who, recall) => {
    const read = readFields(called, c.var.body)
    if (!read.ok) return refuseRecall(c, who, recall, { status: 422, message: read.message })
    const { db, clock } = c.var.services
    const person = { orderToken: read.value.order_token, role: read.value.role ?? ('buyer' as const) }
    const now = clock.now()
    const isKept = await durably(db, (tx) => {
      const isFound = markCalled(tx, recall, person, now)
      const order = orderByToken(tx, person.orderToken)?.identifier
      const facts = { id: recall.id, name: `Recall ${recall.id}`, detail: { order, called: person.role } }
      if (isFound) recordClerk(tx, who, { kind: 'recall', verb: 'recall.call_recorded', ...facts, now })
      return isFound
    })
    if (!isKept) return refuseRecall(c, who, recall, { status: 404, message: NOBODY })
    const path = paths.recall(who.center.slug, recall.id)
    const flash = { kind: 'notice' as const, message: 'Call recorded.' }
    return reply(c, 200, recallJson(recallView(db, recall)), { path, flash })
  }),
)

const NOBODY = 'Nobody of this order is to be told. Nothing was changed.'
