import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import { type Db, durably, oncePerDatabase, type Tx } from '#db/client.ts'
import { type JobRow, jobs } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Job } from './job.ts'

/** A running job whose lease isn't renewed for this long belongs to a dead process. */
export const LEASE_MS = 30_000
const BATCH = 10

type EnqueueOptions = {
  /** Names the work: enqueuing the same key again adds nothing. */
  key: string
  now: Instant
  runAt?: Instant
}

/** Takes the transaction that makes the work necessary, so that both commit or neither does. */
export function enqueue<Payload>(
  tx: Tx,
  { kind }: Pick<Job<Payload>, 'kind' | 'schema'>,
  payload: Payload,
  { key, now, runAt = now }: EnqueueOptions,
) {
  newJob(tx).run({ kind, key, payload, runAt, now })
}

/** Oldest first, idle kinds last. Each job goes to a single process. */
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

export function requeueOrFail(
  db: Db,
  job: JobRow,
  error: string,
  retryAt: Instant | null,
  now: Instant,
): Promise<void> {
  const outcome =
    retryAt === null
      ? { state: 'failed' as const, finishedAt: now }
      : { state: 'queued' as const, runAt: retryAt }
  return durably(db, (tx) => {
    tx.update(jobs)
      .set({ ...outcome, leaseUntil: null, error: error.slice(0, 500) })
      .where(isMine(job))
      .run()
  })
}

/** Not part of the claim, where an `or` would make SQLite sort. */
export async function requeueAbandoned(db: Db, wallNow: Instant) {
  const abandoned = and(eq(jobs.state, 'running'), lt(jobs.leaseUntil, wallNow))
  if (!db.select({ id: jobs.id }).from(jobs).where(abandoned).limit(1).get()) return
  await durably(db, (tx) => {
    tx.update(jobs).set({ state: 'queued', leaseUntil: null }).where(abandoned).run()
  })
}

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
