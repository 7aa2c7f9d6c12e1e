import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type JobRow, jobs } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { closeFlagsAbout } from '../flags/flags.ts'
import { JOB_FLAGS } from '../flags/kinds.ts'
import type { RunnableJob } from './job.ts'

export const JOB_STATES = ['queued', 'running', 'failed', 'done'] as const
export type JobState = (typeof JOB_STATES)[number]

export const isJobState = (text: string): text is JobState => (JOB_STATES as readonly string[]).includes(text)

const LIST_LIMIT = 200

/** The newest of a state; what waits, in the order it falls due. */
export function listJobs(db: Db, state: JobState): JobRow[] {
  const order = state === 'queued' ? [asc(jobs.runAt), asc(jobs.id)] : [desc(jobs.finishedAt), desc(jobs.id)]
  return db
    .select()
    .from(jobs)
    .where(eq(jobs.state, state))
    .orderBy(...order)
    .limit(LIST_LIMIT)
    .all()
}

export type Managed = { ok: true; job: JobRow } | { ok: false; reason: 'unknown_job' | 'running' | 'done' }

/** Runs a failed job again, or a waiting one now, with the whole time of its lane. */
export function retryJob(db: Db, list: readonly RunnableJob[], id: number, now: Instant): Promise<Managed> {
  return manage(db, id, now, 'Tried again.', (job) => {
    const lane = list.find(({ kind }) => kind === job.kind)?.lane
    return {
      state: 'queued',
      runAt: now,
      giveUpAt: now + (lane?.triedForMs ?? 0),
      crashes: 0,
      finishedAt: null,
    }
  })
}

/** Inside the transaction of someone who solves its flag: for one more day, whatever its lane. */
export const retryForADay = (tx: DurableTx, id: number, now: Instant): Managed =>
  manageIn(tx, id, now, 'Tried again.', () => ({
    state: 'queued',
    runAt: now,
    giveUpAt: now + DAY_MS,
    crashes: 0,
    finishedAt: null,
  }))

/** The row stays, so that its key still prevents a repeat. */
export const forgetJob = (db: Db, id: number, now: Instant): Promise<Managed> =>
  manage(db, id, now, 'Forgotten.', () => ({ state: 'done', finishedAt: now, error: 'forgotten' }))

type Changes = (job: JobRow) => Partial<JobRow>

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
