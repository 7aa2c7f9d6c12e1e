import { gt, min, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { dayHolds, holds, shopVersions } from '#db/schema/index.ts'
import type { Instant } from './day.ts'

const FACTS_KEPT = 1_000

/** From when until when the shop is as it was read, unless its version changes. */
export type Span = { version: number; readAt: Instant; until: Instant }

const keptFor = oncePerDatabase((): { span: Span | null; facts: Map<string, unknown> } => ({
  span: null,
  facts: new Map(),
}))

/**
 * What `read` finds in the shop at this very moment; read once for as long as nothing changes that pages show, and then
 * the same object. Whatever else the answer hangs on stands in `question`. Not for use within a transaction, which may
 * yet be undone.
 */
export function cachedRead<Facts>(db: Db, now: Instant, question: string, read: () => Facts): Facts {
  const kept = keptFor(db)
  if (!kept.span || !stillHolds(db, kept.span, now)) {
    kept.span = spanFrom(db, now)
    kept.facts.clear()
  }
  return remembered(kept.facts, FACTS_KEPT, question, read)
}

export const spanFrom = (db: Db, now: Instant): Span => ({
  version: versionOf(db),
  readAt: now,
  until: firstHoldEnds(db, now),
})

/** The clock of a demo shop may be put back, and then holds count again. */
export const stillHolds = (db: Db, { version, readAt, until }: Span, now: Instant) =>
  version === versionOf(db) && now < until && now >= readAt

/** The answer to `question`, found once. That there is nothing is not remembered: anybody can ask for anything. */
export function remembered<Thing>(
  things: Map<string, unknown>,
  limit: number,
  question: string,
  find: () => Thing,
): Thing {
  const known = things.get(question) as Thing | undefined
  if (known !== undefined) return known
  const found = find()
  if (found === null) return found
  if (things.size >= limit) things.clear()
  things.set(question, found)
  return found
}

const versionOf = (db: Db): number => statements(db).version.get()?.version ?? 0

/** Nothing else in the shop changes by itself. */
function firstHoldEnds(db: Db, now: Instant): Instant {
  const { unitsFree, dayFree } = statements(db)
  const ends = [unitsFree.get({ now })?.at, dayFree.get({ now })?.at]
  return Math.min(...ends.map((at) => at ?? Number.POSITIVE_INFINITY))
}

const statements = oncePerDatabase((db) => ({
  version: db.select({ version: shopVersions.version }).from(shopVersions).prepare(),
  unitsFree: db
    .select({ at: min(holds.expiresAt) })
    .from(holds)
    .where(gt(holds.expiresAt, sql.placeholder('now')))
    .prepare(),
  dayFree: db
    .select({ at: min(dayHolds.expiresAt) })
    .from(dayHolds)
    .where(gt(dayHolds.expiresAt, sql.placeholder('now')))
    .prepare(),
}))
