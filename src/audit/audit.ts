import { createHash } from 'node:crypto'
import { asc, desc, gt } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type AuditEntry, auditEntries } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** `null` for the command line. */
export type Actor = { id: number; name: string } | null

export type AuditSubject = {
  kind: string
  /** The id in its page's address. */
  token: string
  /** What staff call it, such as an order's identifier. */
  label: string
}

export type StaffAction = {
  actor: Actor
  /** The subject's kind and a past participle: `order.refunded`. */
  verb: `${string}.${string}`
  subject: AuditSubject
  /** For a change `{ before, after }`. Never secrets, codes, card numbers or addresses. */
  detail?: Record<string, unknown>
  reason?: string | null
  now: Instant
}

type HashedFields = Omit<AuditEntry, 'id' | 'hash'>

const COMMAND_LINE = 'Command line'
const NO_ENTRY_BEFORE = ''

/** Call it in the transaction of the change, so that neither exists without the other. */
export function recordAction(tx: Tx, { actor, verb, subject, detail = {}, reason = null, now }: StaffAction) {
  const fields: HashedFields = {
    at: now,
    actorId: actor?.id ?? null,
    actorName: actor?.name ?? COMMAND_LINE,
    verb,
    subjectKind: subject.kind,
    subjectToken: subject.token,
    subjectLabel: subject.label,
    detail,
    reason,
  }
  const last = tx
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .orderBy(desc(auditEntries.id))
    .limit(1)
    .get()
  const hash = hashAfter(last?.hash ?? NO_ENTRY_BEFORE, fields)
  tx.insert(auditEntries)
    .values({ ...fields, hash })
    .run()
}

function hashAfter(hashBefore: string, entry: HashedFields): string {
  const { at, actorId, actorName, verb, subjectKind, subjectToken, subjectLabel, detail, reason } = entry
  const content = [at, actorId, actorName, verb, subjectKind, subjectToken, subjectLabel, detail, reason]
  return createHash('sha256')
    .update(JSON.stringify([hashBefore, ...content]))
    .digest('hex')
}

/** Hashing them takes a few milliseconds. */
const ENTRIES_AT_ONCE = 250

/** @returns the first entry that isn't as it was written, or null */
export function brokenEntry(db: Db): AuditEntry | null {
  for (const broken of trailSlices(db)) if (broken) return broken
  return null
}

/** Reads the trail from its beginning. What joins it meanwhile is read with the rest. */
export function* trailSlices(db: Db): Generator<AuditEntry | null> {
  let [lastId, hashBefore] = [0, NO_ENTRY_BEFORE]
  for (;;) {
    const entries = db
      .select()
      .from(auditEntries)
      .where(gt(auditEntries.id, lastId))
      .orderBy(asc(auditEntries.id))
      .limit(ENTRIES_AT_ONCE)
      .all()
    for (const entry of entries) {
      if (entry.hash !== hashAfter(hashBefore, entry)) return yield entry
      hashBefore = entry.hash
      lastId = entry.id
    }
    if (entries.length < ENTRIES_AT_ONCE) return
    yield null
  }
}
