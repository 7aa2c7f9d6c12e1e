import { and, count, eq, gt } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { mailCounts } from '#db/schema/index.ts'
import { HOUR_MS, type Instant } from '../day.ts'
import type { QueuedJob } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import { sha256 } from '../tokens.ts'

/** Per address, kind and hour. More is abuse. */
const MAILS_PER_HOUR = 3

export type MailNotice = { kind: string; email: string; now: Instant }

/** Counts by address, independent of accounts, which are quickly created and deleted. */
export const isOverMailLimit = (db: Db, { kind, email, now }: MailNotice): boolean =>
  countedSince(db, { kind, email }, now - HOUR_MS) >= MAILS_PER_HOUR

/** @param since at most a day ago: older counts are deleted */
export function countedSince(
  db: Db,
  { kind, email }: Pick<MailNotice, 'kind' | 'email'>,
  since: Instant,
): number {
  const recent = and(
    eq(mailCounts.emailHash, sha256(email)),
    eq(mailCounts.kind, kind),
    gt(mailCounts.at, since),
  )
  return db.select({ sent: count() }).from(mailCounts).where(recent).get()?.sent ?? 0
}

export const countMail = (tx: Tx, { kind, email, now }: MailNotice) =>
  void tx
    .insert(mailCounts)
    .values({ emailHash: sha256(email), kind, at: now })
    .run()

export function takeMailAllowance(tx: DurableTx, notice: MailNotice): boolean {
  if (isOverMailLimit(tx, notice)) return false
  countMail(tx, notice)
  return true
}

export function notify<Payload>(
  tx: DurableTx,
  email: string,
  job: QueuedJob<Payload>,
  payload: Payload,
  { key, now }: { key: string; now: Instant },
) {
  if (takeMailAllowance(tx, { kind: job.kind, email, now })) enqueue(tx, job, payload, { key, now })
}
