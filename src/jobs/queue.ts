import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, durably, oncePerDatabase, quickly, type Tx } from '#db/client.ts'
import { type JobRow, jobs, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import type { QueuedJob } from './job.ts'
import { failureSentence } from './words.ts'

/** A job that was running when this many processes died is given up: it may be what kills them. */
export const MAX_CRASHES = 5

type EnqueueOptions = {
  /** Names the work: enqueuing the same key again adds nothing. */
  key: string
  now: Instant
  runAt?: Instant
  /** A failure after this is final. Without it, the job's lane says how long it is tried. */
  giveUpAt?: Instant
}

/** Takes the transaction that makes the work necessary, so that both commit or neither does. */
export function enqueue<Payload>(
  tx: Tx,
  { kind, lane }: QueuedJob<Payload>,
  payload: Payload,
  { key, now, runAt = now, giveUpAt = runAt + lane.triedForMs }: EnqueueOptions,
) {
  statements(tx).add.run({ kind, key, payload, runAt, giveUpAt, now })
  announce(tx)
}

/** Whether work of this key was ever enqueued and isn't forgotten. */
export const isEnqueued = (db: Db, key: string): boolean => statements(db).known.get({ key }) !== undefined

const listenersOf = oncePerDatabase(() => new Set<() => void>())

/** Hears of the jobs that this process enqueues; those of others must be looked for. @returns how to stop it */
export function onEnqueue(db: Db, listener: () => void): () => void {
  listenersOf(db).add(listener)
  return () => void listenersOf(db).delete(listener)
}

/** In the next turn of the event loop, when the transaction has ended. */
function announce(tx: Tx) {
  for (const listener of listenersOf(tx)) setImmediate(listener)
}

/** Free places by kind. */
export type FreePlaces = ReadonlyMap<string, number>

/** Oldest first within each kind. Each job goes to a single process. */
export async function claimJobs(db: Db, free: FreePlaces, now: Instant): Promise<JobRow[]> {
  const kinds = statements(db).dueKinds.all({ kinds: JSON.stringify([...free.keys()]), now })
  if (kinds.length === 0) return []
  return durably(db, (tx) =>
    kinds.flatMap(({ kind }) => statements(tx).claim.all({ kind, now, limit: free.get(kind) ?? 0 })),
  )
}

/** When the next job of these kinds falls due. */
export function nextDueAt(db: Db, kinds: string[]): Instant | null {
  return statements(db).next.get({ kinds: JSON.stringify(kinds) })?.runAt ?? null
}

export function renewClaim(db: Db, job: JobRow): Promise<void> {
  return quickly(db, (tx) => {
    tx.update(jobs)
      .set({ beats: sql`${jobs.beats} + 1` })
      .where(isMine(job))
      .run()
  })
}

export function finishJob(db: Db, job: JobRow, now: Instant): Promise<void> {
  return durably(db, (tx) => {
    statements(tx).finish.run({ id: job.id, attempts: job.attempts, now })
  })
}

export function requeueJob(db: Db, job: JobRow, error: string, runAt: Instant): Promise<void> {
  return durably(db, (tx) => {
    tx.update(jobs)
      .set({ state: 'queued', runAt, error: error.slice(0, 500) })
      .where(isMine(job))
      .run()
  })
}

/** Leaves the job to the staff. */
export function giveUpJob(db: Db, job: JobRow, error: string, now: Instant): Promise<void> {
  return durably(db, (tx) => failJob(tx, job, error, now))
}

/** The claim's process is dead. It may be the job that killed it. @returns whether the job was given up */
export function releaseAbandoned(db: Db, job: JobRow, runAt: Instant, now: Instant): Promise<boolean> {
  return durably(db, (tx) => {
    const isUnchanged = and(isMine(job), eq(jobs.beats, job.beats))
    const crashes = job.crashes + 1
    const { changes } = tx.update(jobs).set({ state: 'queued', runAt, crashes }).where(isUnchanged).run()
    if (changes === 0 || crashes < MAX_CRASHES) return false
    const error = `The process died ${crashes} times while it ran.`
    failJob(tx, { ...job, state: 'queued' }, error, now)
    return true
  })
}

function failJob(tx: Tx, job: JobRow, error: string, now: Instant) {
  const { changes } = tx
    .update(jobs)
    .set({ state: 'failed', finishedAt: now, error: error.slice(0, 500) })
    .where(and(eq(jobs.id, job.id), eq(jobs.state, job.state), eq(jobs.attempts, job.attempts)))
    .run()
  if (changes === 0) return
  flagForStaff(tx, {
    kind: job.kind.startsWith('mail_') ? 'mail_failed' : 'job_failed',
    key: `job:${job.id}:${now}`,
    subjectId: job.id,
    detail: failureSentence(job.kind, orderOf(tx, job)),
    now,
  })
}

/** The order that the work is about, for jobs that name one. */
function orderOf(tx: Tx, { payload }: JobRow): string | null {
  const about = z.object({ orderId: z.number() }).safeParse(payload)
  if (!about.success) return null
  const isOrder = eq(orders.id, about.data.orderId)
  return tx.select({ identifier: orders.identifier }).from(orders).where(isOrder).get()?.identifier ?? null
}

/** The claim is still the newest: `attempts` is its fencing number. */
const isMine = (job: JobRow) =>
  and(eq(jobs.id, job.id), eq(jobs.state, 'running'), eq(jobs.attempts, job.attempts))

export const runningJobs = (db: Db): JobRow[] => statements(db).running.all()

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => ({
  add: db
    .insert(jobs)
    .values({
      kind: placeholder('kind'),
      key: placeholder('key'),
      payload: placeholder('payload'),
      runAt: placeholder('runAt'),
      giveUpAt: placeholder('giveUpAt'),
      createdAt: placeholder('now'),
    })
    .onConflictDoNothing()
    .prepare(),
  known: db
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.key, placeholder('key')))
    .prepare(),
  dueKinds: db
    .select({ kind: sql<string>`value` })
    .from(sql`json_each(${placeholder('kinds')})`)
    .where(
      sql`exists (
        select 1 from jobs where state = 'queued' and kind = json_each.value and run_at <= ${placeholder('now')})`,
    )
    .prepare(),
  claim: db
    .update(jobs)
    .set({ state: 'running', attempts: sql`${jobs.attempts} + 1` })
    .where(
      sql`${jobs.id} in (
        select queued.id from jobs queued where queued.state = 'queued' and queued.kind = ${placeholder('kind')}
          and queued.run_at <= ${placeholder('now')} order by queued.run_at, queued.id limit ${placeholder('limit')})`,
    )
    .returning()
    .prepare(),
  finish: db
    .update(jobs)
    .set({ state: 'done', finishedAt: sql`${placeholder('now')}`, error: null })
    .where(
      and(
        eq(jobs.id, placeholder('id')),
        sql`${jobs.state} = 'running'`,
        eq(jobs.attempts, placeholder('attempts')),
      ),
    )
    .prepare(),
  // The first entry of each kind in the index `jobs_due`, however long the queue is.
  next: db
    .select({
      runAt: sql<number | null>`min((
        select run_at from jobs where state = 'queued' and kind = json_each.value order by run_at limit 1
      ))`,
    })
    .from(sql`json_each(${placeholder('kinds')})`)
    .prepare(),
  running: db.select().from(jobs).where(sql`state = 'running'`).prepare(),
}))
