import { Hono } from 'hono'
import type { BulkEdit, User } from '#db/schema/index.ts'
import { BulkEditsPage } from '#views/staff/catalog/bulk-edits-page.tsx'
import { BulkPage } from '#views/staff/catalog/bulk-page.tsx'
import { MadeBulkEditPage } from '#views/staff/catalog/made-bulk-edit-page.tsx'
import { type Ctx, staff } from '../../../accounts/guards.ts'
import { paths } from '../../../paths.ts'
import { iso } from '../../../privacy/iso.ts'
import type { AppEnv } from '../../../web/env.ts'
import { notFound, refuse } from '../../../web/errors.tsx'
import { checkbox } from '../../../web/fields.ts'
import { reply, wantsHtml } from '../../../web/respond.ts'
import { renderDesk } from '../../page.tsx'
import {
  applyBulk,
  type BulkOutcome,
  bulkEditByToken,
  changedSince,
  listBulkEdits,
  undoBulk,
} from './apply.ts'
import { type ChangeRead, readChange, titleOf, typedBulk } from './change.ts'
import { currentValues } from './current-values.ts'
import { type BulkPlan, planBulk } from './plan.ts'
import { readSelection, selectedOffers, TOO_MANY } from './selection.ts'

export const bulkRoutes = new Hono<AppEnv>()

const MAX_REASON = 200
const reasonOf = (given: Record<string, unknown>) =>
  typeof given.reason === 'string' ? given.reason.trim().slice(0, MAX_REASON) : ''

bulkRoutes.get(
  paths.bulkEdit.pattern,
  staff((c, user) => bulkPage(c, user, { ...c.req.query(), offer: c.req.queries('offer') ?? [] }, null)),
)

type Given = Record<string, unknown>
type Refusal = { status: 409 | 422; message: string }

/** The choice, the change and what it would do, which is read again each time. */
function bulkPage(c: Ctx, user: User, given: Given, refusal: Refusal | null) {
  const { db, clock, random } = c.var.services
  const read = readSelection(given)
  if (!read.ok) return refuse(c, 422, read.message)
  const chosen = selectedOffers(db, read.selection)
  if (!chosen) return refuse(c, 422, TOO_MANY)
  const change = readChange(given)
  const plan = change?.ok ? planBulk(db, chosen, change.change, { now: clock.now(), random }) : null
  const refused = refusal ?? problemOf(change, plan)
  if (!wantsHtml(c)) {
    const json = planJson(chosen.length, plan)
    if (!refused) return c.json(json)
    return c.json({ error: refused.message, message: refused.message, ...json }, refused.status)
  }
  const view = (
    <BulkPage
      selection={read.selection}
      total={chosen.length}
      typed={typedBulk(given)}
      change={change}
      plan={plan}
      refusal={refused?.message ?? null}
    />
  )
  const head = { current: 'catalog' as const, title: 'Edit many offers', status: refused?.status }
  return renderDesk(c, user, head, view)
}

function problemOf(change: ChangeRead | null, plan: BulkPlan | null): Refusal | null {
  if (change && !change.ok) return { status: 422, message: change.message }
  return plan && plan.problems.length > 0 ? { status: 422, message: MESSAGES.invalid.message } : null
}

const planJson = (total: number, plan: BulkPlan | null) => ({
  offers: total,
  ...(plan && {
    version: plan.version,
    problems: plan.problems,
    rows: plan.rows.map(({ isFar, isPerPound, ...row }) => ({ ...row, far: isFar, per_pound: isPerPound })),
  }),
})

const MESSAGES: Record<Extract<BulkOutcome, { ok: false }>['code'], Refusal> = {
  too_many: { status: 422, message: TOO_MANY },
  nothing: { status: 422, message: 'That would change nothing.' },
  invalid: { status: 422, message: 'Some offers can’t be changed this way, so none would be.' },
  changed: {
    status: 409,
    message: 'The catalog changed since this list was made. Nothing was changed: please read it again.',
  },
  far: {
    status: 422,
    message:
      'A price would be at least a hundred times higher or lower than now. Please confirm it, or correct the change.',
  },
}

const NO_CHANGE: Refusal = { status: 422, message: 'Please choose what to change.' }

bulkRoutes.post(
  paths.bulkEdit.pattern,
  staff(async (c, user) => {
    const given: Given = c.var.body
    const read = readSelection(given)
    if (!read.ok) return refuse(c, 422, read.message)
    const change = readChange(given)
    if (!change?.ok) return bulkPage(c, user, given, change ? null : NO_CHANGE)
    const order = {
      selection: read.selection,
      change: change.change,
      reason: reasonOf(given),
      version: String(given.version ?? ''),
      isConfirmed: checkbox.parse(given.confirmed),
    }
    const outcome = await applyBulk(c.var.services, order, user)
    if (!outcome.ok) return bulkPage(c, user, given, MESSAGES[outcome.code])
    const { token, rows } = outcome
    const count = rows.length.toLocaleString('en-US')
    const message = `Done: ${titleOf(change.change)}, ${count} ${rows.length === 1 ? 'item' : 'items'}.`
    const path = paths.madeBulkEdit(token)
    return reply(c, 200, { message, token, rows }, { path, flash: { kind: 'notice', message } })
  }),
)

bulkRoutes.get(
  paths.bulkEdits.pattern,
  staff((c, user) => {
    const edits = listBulkEdits(c.var.services.db)
    if (!wantsHtml(c)) return c.json({ edits: edits.map(editJson) })
    return renderDesk(c, user, { current: 'catalog', title: 'Bulk edits' }, <BulkEditsPage edits={edits} />)
  }),
)

const editJson = ({ token, title, rows, madeAt, undoneAt }: BulkEdit) => ({
  token,
  title,
  items: rows.length,
  made_at: iso(madeAt),
  undone_at: iso(undoneAt),
})

bulkRoutes.get(
  paths.madeBulkEdit.pattern,
  staff((c, user) => madePage(c, user, c.req.param('editToken') ?? '', null)),
)

function madePage(c: Ctx, user: User, token: string, refusal: Refusal | null) {
  const { db } = c.var.services
  const edit = bulkEditByToken(db, token)
  if (!edit) return notFound(c)
  const changed = edit.undoneAt === null ? changedSince(db, edit) : []
  if (!wantsHtml(c)) {
    const json = { ...editJson(edit), rows: edit.rows, changed_since: changed }
    if (!refusal) return c.json(json)
    return c.json({ error: refusal.message, message: refusal.message, ...json }, refusal.status)
  }
  const now = currentValues(db, edit.rows)
  const labels = edit.rows.map((row) => now(row)?.label ?? row.key)
  const view = (
    <MadeBulkEditPage edit={edit} labels={labels} changed={changed} refusal={refusal?.message ?? null} />
  )
  return renderDesk(c, user, { current: 'catalog', title: edit.title, status: refusal?.status }, view)
}

bulkRoutes.post(
  paths.undoBulkEdit.pattern,
  staff(async (c, user) => {
    const token = c.req.param('editToken') ?? ''
    const undone = await undoBulk(c.var.services, token, user)
    if (!undone.ok) {
      if (undone.code === 'unknown') return notFound(c)
      return madePage(c, user, token, { status: 409, message: UNDO_REFUSALS[undone.code] })
    }
    const message = `Undone: ${undone.edit.title}.`
    const path = paths.madeBulkEdit(token)
    return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)

const UNDO_REFUSALS = {
  undone: 'This was already undone.',
  changed: 'Something else changed these items since, so nothing was undone.',
  impossible: 'What it was before is no longer allowed, so nothing was undone.',
}
