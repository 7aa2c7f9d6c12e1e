import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type JobRow, jobs } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { closeFlagsAbout } from '../flags/flags.ts'
import { JOB_FLAGS } from '../flags/kinds.ts'
import type { RunnableJob } from './job.ts'

export const JOB_STATES = ['queued', 'running', 'failed', 'done'] as const
export type JobState = (typeof JOB_STATES)[number]

export const isJobState = (text: string): text is JobState => (JOB_STATES as readonly string[]).includes(text)

const LAST_ENDED_FIRST = [desc(jobs.finishedAt), desc(jobs.id)]

/** With the state as text, not as a parameter: only then SQLite uses the index of that state. */
export const JOBS_IN: Record<JobState, { where: SQL; orderBy: SQL[] }> = {
  queued: { where: sql`${jobs.state} = 'queued'`, orderBy: [asc(jobs.runAt), asc(jobs.id)] },
  running: { where: sql`${jobs.state} = 'running'`, orderBy: [asc(jobs.id)] },
  failed: { where: sql`${jobs.state} = 'failed'`, orderBy: LAST_ENDED_FIRST },
  done: { where: sql`${jobs.state} = 'done'`, orderBy: LAST_ENDED_FIRST },
}

const LIST_LIMIT = 200

/** What is due next or ended last comes first. */
export function listJobs(db: Db, state: JobState): JobRow[] {
  const { where, orderBy } = JOBS_IN[state]
  return db
    .select()
    .from(jobs)
    .where(where)
    .orderBy(...orderBy)
    .limit(LIST_LIMIT)
    .all()
}

export type Managed = { ok: true; job: JobRow } | { ok: false; reason: 'unknown_job' | 'running' | 'done' }

/** Runs a failed job again, or a waiting one now, with the whole time of its lane. */
export function retryJob(db: Db, list: readonly RunnableJob[], id: number, now: Instant): Promise<Managed> {
  return manage(db, id, now, 'Tried again.', (job) => {
    const lane = list.find(({ kind }) => kind === job.kind)?.lane
    return queuedAgain(now, lane?.triedForMs ?? 0)
  })
}

/** Inside the transaction of someone who solves its flag: for one more day, whatever its lane. */
export const retryForADay = (tx: DurableTx, id: number, now: Instant): Managed =>
  manageIn(tx, id, now, 'Tried again.', () => queuedAgain(now, DAY_MS))

/** The row stays, so that its key still prevents a repeat. */
export const forgetJob = (db: Db, id: number, now: Instant): Promise<Managed> =>
  manage(db, id, now, 'Forgotten.', () => ({ state: 'done', finishedAt: now, error: 'forgotten' }))

type Changes = (job: JobRow) => Partial<JobRow>

const queuedAgain = (now: Instant, triedForMs: number) => ({
  state: 'queued' as const,
  runAt: now,
  giveUpAt: now + triedForMs,
  crashes: 0,
  finishedAt: null,
})

const manage = (db: Db, id: number, now: Instant, resolution: string, changesOf: Changes): Promise<Managed> =>
  durably(db, (tx): Managed => manageIn(tx, id, now, resolution, changesOf))

function manageIn(tx: DurableTx, id: number, now: Instant, resolution: string, changesOf: Changes): Managed {
  const before = tx.select().from(jobs).where(eq(jobs.id, id)).get()
  if (!before) return { ok: false, reason: 'unknown_job' }
  if (before.state === 'running' || before.state === 'done') return { ok: false, reason: before.state }
  const isStill = and(eq(jobs.id, id), inArray(jobs.state, ['queued', 'failed']))
  const job = tx.update(jobs).set(changesOf(before)).where(isStill).returning().get()
  closeFlagsAbout(tx, JOB_FLAGS, id, resolution, now)
  return job ? { ok: true, job } : { ok: false, reason: 'unknown_job' }
}
