import { and, gt, lte, min, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/sqlite-core'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { holds, stockChanges } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { type Position, shopPosition } from '../read-cache.ts'

/** How far a reader has followed the changes, and until when none comes without a write. */
export type Followed = { number: number; at: Instant; until: Instant }

/** More than these are 'all': a count of the whole stock. */
const MAX_TOUCHED = 1_000

type Step = { touched: number[] | 'all'; followed: Followed }

/** The offers that were sold, held, freed or counted since `followed`. A hold also touches its offer when it ends. */
export function touchedSince(
  db: Db,
  followed: Followed | null,
  now: Instant,
  { stock: number }: Position = shopPosition(db),
): Step {
  if (followed && number === followed.number && now >= followed.at && now < followed.until)
    return { touched: [], followed }
  const last = lastStepOf(db)
  if (followed && last.current && hasAllOf(last.current, followed, number, now)) return last.current.step
  const step: Step = {
    touched: followed ? touchedBetween(db, followed, now) : 'all',
    followed: { number, at: now, until: firstHoldEnds(db, now) },
  }
  last.current = followed && { from: followed, step }
  return step
}

type TakenStep = { from: Followed; step: Step }

/** A page has two readers, the listing index and the marks. The second one takes the step that the first one read. */
const lastStepOf = oncePerDatabase((): { current: TakenStep | null } => ({ current: null }))

/** It may have more, which is read again in vain. */
const hasAllOf = ({ from, step }: TakenStep, followed: Followed, number: number, now: Instant) =>
  step.followed.number === number &&
  step.followed.at === now &&
  from.number <= followed.number &&
  from.at <= followed.at

function touchedBetween(db: Db, { number, at }: Followed, now: Instant): number[] | 'all' {
  // A demo shop's clock may be set back, and then holds that had ended count again.
  if (now < at) return 'all'
  const touched = statements(db).touched.all({ number, at, now })
  return touched.length > MAX_TOUCHED ? 'all' : touched.map(({ offerId }) => offerId)
}

const firstHoldEnds = (db: Db, now: Instant): Instant =>
  statements(db).firstEnd.get({ now })?.at ?? Number.POSITIVE_INFINITY

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => ({
  touched: union(
    db
      .select({ offerId: stockChanges.offerId })
      .from(stockChanges)
      .where(gt(stockChanges.number, placeholder('number'))),
    db
      .select({ offerId: holds.offerId })
      .from(holds)
      .where(and(gt(holds.expiresAt, placeholder('at')), lte(holds.expiresAt, placeholder('now')))),
  )
    .limit(MAX_TOUCHED + 1)
    .prepare(),
  firstEnd: db
    .select({ at: min(holds.expiresAt) })
    .from(holds)
    .where(gt(holds.expiresAt, placeholder('now')))
    .prepare(),
}))
