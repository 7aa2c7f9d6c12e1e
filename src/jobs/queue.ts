import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import { type Db, durably, oncePerDatabase, type Tx } from '#db/client.ts'
import { type JobRow, jobs } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Job } from './job.ts'

/** A running job that is not heard of for this long belongs to a process that died. */
export const LEASE_MS = 30_000
const BATCH = 10

type When = {
  /** Names the work: enqueued again under the same key it stays one job. */
  key: string
  now: Instant
  runAt?: Instant
}

/** Writes work down in the transaction that makes it necessary, so that both happen or neither. */
export function enqueue<Payload>(
  tx: Tx,
  { kind }: Pick<Job<Payload>, 'kind' | 'schema'>,
  payload: Payload,
  { key, now, runAt = now }: When,
) {
  newJob(tx).run({ kind, key, payload, runAt, now })
}

/** Takes due jobs for this process, oldest first, idle kinds last. Of several processes each job has one taker. */
export function claimJobs(
  db: Db,
  { now, wallNow, idleKinds }: { now: Instant; wallNow: Instant; idleKinds: string[] },
): Promise<JobRow[]> {
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.state, 'queued'), lte(jobs.runAt, now)))
    .orderBy(sql`${inArray(jobs.kind, idleKinds)}`, asc(jobs.runAt), asc(jobs.id))
    .limit(BATCH)
  return durably(db, (tx) =>
    tx
      .update(jobs)
      .set({ state: 'running', leaseUntil: wallNow + LEASE_MS, attempts: sql`${jobs.attempts} + 1` })
      .where(inArray(jobs.id, due))
      .returning()
      .all(),
  )
}

/** When the next queued job falls due, or null. */
export function nextDueAt(db: Db): Instant | null {
  const next = db
    .select({ runAt: jobs.runAt })
    .from(jobs)
    .where(eq(jobs.state, 'queued'))
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(1)
    .get()
  return next?.runAt ?? null
}

export function renewLease(db: Db, job: JobRow, wallNow: Instant): Promise<void> {
  return durably(db, (tx) => {
    tx.update(jobs)
      .set({ leaseUntil: wallNow + LEASE_MS })
      .where(isMine(job))
      .run()
  })
}

export function finishJob(db: Db, job: JobRow, now: Instant): Promise<void> {
  return durably(db, (tx) => {
    tx.update(jobs)
      .set({ state: 'done', finishedAt: now, leaseUntil: null, error: null })
      .where(isMine(job))
      .run()
  })
}

/** Puts a job back for later, or, without a time, ends it as failed. */
export function putBack(
  db: Db,
  job: JobRow,
  error: string,
  again: Instant | null,
  now: Instant,
): Promise<void> {
  const fate =
    again === null
      ? { state: 'failed' as const, finishedAt: now }
      : { state: 'queued' as const, runAt: again }
  return durably(db, (tx) => {
    tx.update(jobs)
      .set({ ...fate, leaseUntil: null, error: error.slice(0, 500) })
      .where(isMine(job))
      .run()
  })
}

/** Jobs of processes that died are taken up again. A statement of its own: with `or` in the claim it would sort. */
export async function requeueAbandoned(db: Db, wallNow: Instant) {
  const abandoned = and(eq(jobs.state, 'running'), lt(jobs.leaseUntil, wallNow))
  if (!db.select({ id: jobs.id }).from(jobs).where(abandoned).limit(1).get()) return
  await durably(db, (tx) => {
    tx.update(jobs).set({ state: 'queued', leaseUntil: null }).where(abandoned).run()
  })
}

/** Still ours: running, and on the attempt that we claimed. */
const isMine = (job: JobRow) =>
  and(eq(jobs.id, job.id), eq(jobs.state, 'running'), eq(jobs.attempts, job.attempts))

const newJob = oncePerDatabase((db) =>
  db
    .insert(jobs)
    .values({
      kind: sql.placeholder('kind'),
      key: sql.placeholder('key'),
      payload: sql.placeholder('payload'),
      runAt: sql.placeholder('runAt'),
      createdAt: sql.placeholder('now'),
    })
    .onConflictDoNothing()
    .prepare(),
)
