import { and, count, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { mailedNotices } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { enqueue, type NewJob } from '../jobs/queue.ts'
import { sha256 } from '../tokens.ts'

const HOUR_MS = 3_600_000
/** So many of a kind an hour are a person who looks for a mail, or is told of their account; more are a flood. */
const NOTICES_AN_HOUR = 3

export type Notice = { kind: string; email: string; now: Instant }

/** Whether an address was mailed as much of a kind within the hour as it may be: by address, whatever becomes of accounts. */
export function isFlooded(db: Db, { kind, email, now }: Notice): boolean {
  const told = and(
    eq(mailedNotices.emailHash, sha256(email)),
    eq(mailedNotices.kind, kind),
    gt(mailedNotices.at, now - HOUR_MS),
  )
  const { of } = db.select({ of: count() }).from(mailedNotices).where(told).get() ?? { of: 0 }
  return of >= NOTICES_AN_HOUR
}

/** Inside the transaction of what is mailed. */
export const noteNotice = (db: Db, { kind, email, now }: Notice) =>
  void db
    .insert(mailedNotices)
    .values({ emailHash: sha256(email), kind, at: now })
    .run()

/** Whether an address may be told once more, and notes that it is. Inside the durable transaction of what is told. */
export function mayNotify(db: Db, notice: Notice): boolean {
  if (isFlooded(db, notice)) return false
  noteNotice(db, notice)
  return true
}

/** Has an owner told by a job of what happened at their account. Inside the durable transaction in which it happens. */
export function notify(db: Db, email: string, job: NewJob) {
  if (mayNotify(db, { kind: job.kind, email, now: job.now })) enqueue(db, job)
}

/** What was told a day ago counts for nothing any more. Inside a transaction. */
export const forgetNotices = (db: Db, now: Instant) =>
  void db
    .delete(mailedNotices)
    .where(lt(mailedNotices.at, now - DAY_MS))
    .run()
