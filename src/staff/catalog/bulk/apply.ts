import { desc, eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import {
  type BulkEdit,
  type BulkRow,
  bulkEdits,
  farms,
  offers,
  type User,
  varieties,
} from '#db/schema/index.ts'
import { actorOf } from '../../../accounts/actor.ts'
import { recordAction } from '../../../audit/audit.ts'
import { applyEdit, planEdit } from '../../../catalog/import/edit.ts'
import { unitPrices } from '../../../catalog/prices.ts'
import type { Instant } from '../../../day.ts'
import type { Services } from '../../../services.ts'
import type { Random } from '../../../tokens.ts'
import { type BulkChange, titleOf } from './change.ts'
import { currentValues } from './current-values.ts'
import { type BulkPlan, planBulk } from './plan.ts'
import { type Selection, selectedOffers } from './selection.ts'

export type BulkOrder = {
  selection: Selection
  change: BulkChange
  reason: string
  /** Of the preview that this answers. */
  version: string
  /** A person has said that prices so far from the last ones are right. */
  isConfirmed: boolean
}

export type BulkOutcome =
  | { ok: true; token: string; rows: BulkRow[] }
  | { ok: false; code: 'too_many' | 'nothing' | 'invalid' | 'changed' | 'far' }

/** All of it as it was previewed, or nothing. */
export function applyBulk(
  { db, clock, random }: Services,
  { selection, change, reason, version, isConfirmed }: BulkOrder,
  user: User,
): Promise<BulkOutcome> {
  return durably(db, (tx): BulkOutcome => {
    const now = clock.now()
    const chosen = selectedOffers(tx, selection)
    if (!chosen) return { ok: false, code: 'too_many' }
    const plan = planBulk(tx, chosen, change, { now, random })
    if (plan.problems.length > 0) return { ok: false, code: 'invalid' }
    if (plan.version !== version) return { ok: false, code: 'changed' }
    if (plan.rows.length === 0) return { ok: false, code: 'nothing' }
    if (plan.rows.some(({ isFar }) => isFar) && !isConfirmed) return { ok: false, code: 'far' }
    write(tx, plan, now)
    const rows = plan.rows.map(
      ({ kind, key, field, before, after }): BulkRow => ({ kind, key, field, before, after }),
    )
    const made = { title: titleOf(change), rows, reason, verb: 'bulk_edit.applied' as const }
    return { ok: true, token: keepEdit(tx, made, user, { now, random }), rows }
  })
}

function write(tx: DurableTx, { rows, edit }: BulkPlan, now: Instant) {
  if (edit) applyEdit(tx, edit, 'staff', now)
  else for (const row of rows) setPrice(tx, row.key, row.after)
}

/** Of a pack, or of a pound where it's sold by weight. */
function setPrice(tx: DurableTx, token: string, dollars: string) {
  const offer = tx.select().from(offers).where(eq(offers.token, token)).get()
  const priceCents = Math.round(Number(dollars) * 100)
  const prices = offer && unitPrices(offer, { priceCents, isPerPound: offer.poundCents !== null })
  if (!prices) throw new Error(`offer ${token} changed within a transaction`)
  tx.update(offers).set(prices).where(eq(offers.token, token)).run()
}

type MadeEdit = { title: string; rows: BulkRow[]; reason: string; verb: `bulk_edit.${string}` }

const MAX_RECORDED = 30

/** What can be undone, and its entry in the trail. @returns its token */
export function keepEdit(
  tx: DurableTx,
  { title, rows, reason, verb }: MadeEdit,
  user: User,
  { now, random }: { now: Instant; random: Random },
): string {
  const token = random.token()
  tx.insert(bulkEdits).values({ token, title, rows, madeById: user.id, madeAt: now, appliedAt: now }).run()
  recordAction(tx, {
    actor: actorOf(user),
    verb,
    subject: { kind: 'bulk_edit', token, label: title },
    detail: { items: rows.length, changes: rows.slice(0, MAX_RECORDED).map(recorded) },
    reason: reason || null,
    now,
  })
  return token
}

const MAX_LENGTH = 120

const recorded = ({ key, field, before, after }: BulkRow) => ({
  item: key,
  field,
  before: before.slice(0, MAX_LENGTH),
  after: after.slice(0, MAX_LENGTH),
})

export type Undone =
  | { ok: true; edit: BulkEdit }
  | { ok: false; code: 'unknown' | 'undone' | 'impossible' }
  | { ok: false; code: 'changed'; items: string[] }

/** Only while every field that it changed is still as it left it. */
export function undoBulk({ db, clock, random }: Services, token: string, user: User): Promise<Undone> {
  return durably(db, (tx): Undone => {
    const now = clock.now()
    const edit = bulkEditByToken(tx, token)
    if (!edit) return { ok: false, code: 'unknown' }
    if (edit.undoneAt !== null) return { ok: false, code: 'undone' }
    const items = changedSince(tx, edit)
    if (items.length > 0) return { ok: false, code: 'changed', items }
    const isWritten = writeBack(tx, edit.rows, { now, random })
    if (!isWritten) return { ok: false, code: 'impossible' }
    tx.update(bulkEdits).set({ undoneAt: now }).where(eq(bulkEdits.id, edit.id)).run()
    recordAction(tx, {
      actor: actorOf(user),
      verb: 'bulk_edit.undone',
      subject: { kind: 'bulk_edit', token, label: edit.title },
      detail: { items: edit.rows.length },
      now,
    })
    return { ok: true, edit }
  })
}

/** Items of which another hand has changed what this edit changed. */
export function changedSince(db: Db, { rows }: BulkEdit): string[] {
  const now = currentValues(db, rows)
  return rows.flatMap((row) => {
    const current = now(row)
    return current?.value === row.after ? [] : [current?.label ?? row.key]
  })
}

function writeBack(tx: DurableTx, rows: BulkRow[], settings: { now: Instant; random: Random }): boolean {
  const entries = rows.flatMap(({ kind, key, field, before }) =>
    kind === 'variety' && field !== 'pictures'
      ? [{ slug: key, [field]: field === 'badges' ? JSON.parse(before) : before }]
      : [],
  )
  if (entries.length > 0) {
    const edit = planEdit(tx, { varieties: entries }, settings)
    if (!edit.ok) return false
    applyEdit(tx, edit, 'staff', settings.now)
  }
  for (const row of rows) {
    if (row.field === 'price') setPrice(tx, row.key, row.before)
    if (row.field === 'pictures') writePictures(tx, row, JSON.parse(row.before))
  }
  return true
}

/** A farm has one. */
export function writePictures(tx: DurableTx, { kind, key }: Pick<BulkRow, 'kind' | 'key'>, names: string[]) {
  if (kind === 'farm')
    tx.update(farms)
      .set({ picture: names[0] ?? '' })
      .where(eq(farms.slug, key))
      .run()
  else tx.update(varieties).set({ pictures: names }).where(eq(varieties.slug, key)).run()
}

export const bulkEditByToken = (db: Db, token: string): BulkEdit | null =>
  db.select().from(bulkEdits).where(eq(bulkEdits.token, token)).get() ?? null

const MAX_LISTED = 50

/** The newest first. */
export const listBulkEdits = (db: Db): BulkEdit[] =>
  db.select().from(bulkEdits).orderBy(desc(bulkEdits.madeAt)).limit(MAX_LISTED).all()
