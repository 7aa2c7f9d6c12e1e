import { and, desc, gt, lte, min, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { holds, stockChanges } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** How far a reader has followed the changes, and until when none comes without a write. */
export type Followed = { number: number; at: Instant; until: Instant }

/** More than these are 'all': a count of the whole stock. */
const MAX_TOUCHED = 1_000

/** The offers that were sold, held, freed or counted since `followed`. A hold also touches its offer when it ends. */
export function touchedSince(
  db: Db,
  followed: Followed | null,
  now: Instant,
): { touched: number[] | 'all'; followed: Followed } {
  const number = statements(db).latest.get()?.number ?? 0
  if (followed && number === followed.number && now >= followed.at && now < followed.until)
    return { touched: [], followed }
  return {
    touched: followed ? touchedBetween(db, followed, now) : 'all',
    followed: { number, at: now, until: firstHoldEnds(db, now) },
  }
}

function touchedBetween(db: Db, { number, at }: Followed, now: Instant): number[] | 'all' {
  // A demo shop's clock may be set back, and then holds that had ended count again.
  if (now < at) return 'all'
  const { changed, ended } = statements(db)
  const touched = new Set(
    [...changed.all({ number }), ...ended.all({ at, now })].map(({ offerId }) => offerId),
  )
  return touched.size > MAX_TOUCHED ? 'all' : [...touched]
}

const firstHoldEnds = (db: Db, now: Instant): Instant =>
  statements(db).firstEnd.get({ now })?.at ?? Number.POSITIVE_INFINITY

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => ({
  latest: db
    .select({ number: stockChanges.number })
    .from(stockChanges)
    .orderBy(desc(stockChanges.number))
    .limit(1)
    .prepare(),
  changed: db
    .select({ offerId: stockChanges.offerId })
    .from(stockChanges)
    .where(gt(stockChanges.number, placeholder('number')))
    .limit(MAX_TOUCHED + 1)
    .prepare(),
  ended: db
    .select({ offerId: holds.offerId })
    .from(holds)
    .where(and(gt(holds.expiresAt, placeholder('at')), lte(holds.expiresAt, placeholder('now'))))
    .limit(MAX_TOUCHED + 1)
    .prepare(),
  firstEnd: db
    .select({ at: min(holds.expiresAt) })
    .from(holds)
    .where(gt(holds.expiresAt, placeholder('now')))
    .prepare(),
}))
