import { and, count, eq, gt, lt } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { mailCounts } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import type { Job } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import { sha256 } from '../tokens.ts'

const HOUR_MS = 3_600_000
/** So many of a kind an hour are a person who looks for a mail, or is told of their account; more are a flood. */
const NOTICES_AN_HOUR = 3

export type MailNotice = { kind: string; email: string; now: Instant }

/** Whether an address was mailed as much of a kind within the hour as it may be: by address, whatever becomes of accounts. */
export function isOverMailLimit(db: Db, { kind, email, now }: MailNotice): boolean {
  const told = and(
    eq(mailCounts.emailHash, sha256(email)),
    eq(mailCounts.kind, kind),
    gt(mailCounts.at, now - HOUR_MS),
  )
  const { of } = db.select({ of: count() }).from(mailCounts).where(told).get() ?? { of: 0 }
  return of >= NOTICES_AN_HOUR
}

export const countMail = (tx: Tx, { kind, email, now }: MailNotice) =>
  void tx
    .insert(mailCounts)
    .values({ emailHash: sha256(email), kind, at: now })
    .run()

/** Whether an address may be told once more, and notes that it is. */
export function takeMailAllowance(tx: DurableTx, notice: MailNotice): boolean {
  if (isOverMailLimit(tx, notice)) return false
  countMail(tx, notice)
  return true
}

/** Has an owner told by a job of what happened at their account. */
export function notify<Payload>(
  tx: DurableTx,
  email: string,
  job: Pick<Job<Payload>, 'kind' | 'schema'>,
  payload: Payload,
  { key, now }: { key: string; now: Instant },
) {
  if (takeMailAllowance(tx, { kind: job.kind, email, now })) enqueue(tx, job, payload, { key, now })
}

/** What was told a day ago counts for nothing any more. */
export const deleteOldMailCounts = (tx: Tx, now: Instant) =>
  void tx
    .delete(mailCounts)
    .where(lt(mailCounts.at, now - DAY_MS))
    .run()
