import { gt, min, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { dayHolds, holds, shopVersions } from '#db/schema/index.ts'
import type { Instant } from './day.ts'

const MAX_CACHED = 1_000

export type Span = { version: number; readAt: Instant; until: Instant }

const cacheFor = oncePerDatabase((): { span: Span | null; values: Map<string, unknown> } => ({
  span: null,
  values: new Map(),
}))

/** Caches until pages change; `key` names all other dependencies. Not in a transaction, which may roll back. */
export function cachedRead<Value>(db: Db, now: Instant, key: string, read: () => Value): Value {
  const cache = cacheFor(db)
  if (!cache.span || !isCurrent(db, cache.span, now)) {
    cache.span = spanFrom(db, now)
    cache.values.clear()
  }
  return memoize(cache.values, MAX_CACHED, key, read)
}

export const spanFrom = (db: Db, now: Instant): Span => ({
  version: versionOf(db),
  readAt: now,
  until: firstHoldEnds(db, now),
})

/** A demo shop's clock may be set back, and then expired holds count again. */
export const isCurrent = (db: Db, { version, readAt, until }: Span, now: Instant) =>
  version === versionOf(db) && now < until && now >= readAt

/** Never caches null: visitors can ask for any number of things that don't exist. */
export function memoize<Value>(
  cache: Map<string, unknown>,
  limit: number,
  key: string,
  find: () => Value,
): Value {
  const cached = cache.get(key) as Value | undefined
  if (cached !== undefined) return cached
  const found = find()
  if (found === null) return found
  if (cache.size >= limit) cache.clear()
  cache.set(key, found)
  return found
}

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
