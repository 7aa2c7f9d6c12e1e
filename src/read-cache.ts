import { gt, min, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { dayHolds, holds, shopVersions } from '#db/schema/index.ts'
import { type ByteCache, createByteCache, memoize } from './byte-cache.ts'
import type { Instant } from './day.ts'

export type Span = { version: number; readAt: Instant; until: Instant }

const cacheFor = oncePerDatabase((): { span: Span | null; reads: ByteCache<unknown> } => ({
  span: null,
  reads: createByteCache('reads'),
}))

/** What was read since pages last changed. Not in a transaction, which may roll back. */
export function currentReads(db: Db, now: Instant): ByteCache<unknown> {
  const cache = cacheFor(db)
  if (!cache.span || !isCurrent(db, cache.span, now)) {
    cache.span = spanFrom(db, now)
    cache.reads.clear()
  }
  return cache.reads
}

/** Caches until pages change; `key` names all other dependencies. */
export const cachedRead = <Value>(db: Db, now: Instant, key: string, read: () => Value): Value =>
  memoize(currentReads(db, now) as ByteCache<Value>, key, read)

export const spanFrom = (db: Db, now: Instant): Span => ({
  version: versionOf(db),
  readAt: now,
  until: firstHoldEnds(db, now),
})

/** A demo shop's clock may be set back, and then expired holds count again. */
export const isCurrent = (db: Db, { version, readAt, until }: Span, now: Instant) =>
  version === versionOf(db) && now < until && now >= readAt

const versionOf = (db: Db): number => statements(db).version.get()?.version ?? 0

/** Nothing else changes without a write. */
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
