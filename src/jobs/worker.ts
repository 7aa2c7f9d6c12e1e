import { setTimeout as pause } from 'node:timers/promises'
import { durably } from '#db/client.ts'
import type { JobRow } from '#db/schema/index.ts'
import { flagForStaff } from '../flags/flags.ts'
import type { Services } from '../services.ts'
import type { RunnableJob } from './job.ts'
import { claimJobs, finishJob, nextDueAt, renewLease, requeueAbandoned, requeueOrFail } from './queue.ts'

const POLL_INTERVAL_MS = 150
const RENEW_INTERVAL_MS = 5_000
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 3600_000

export type Worker = { stop(): Promise<void> }

/** Stopping waits for running jobs. */
export function startWorker(services: Services, jobs: readonly RunnableJob[]): Worker {
  const stopping = new AbortController()
  const finished = pollUntil(services, jobs, stopping.signal)
  return {
    stop() {
      stopping.abort()
      return finished
    },
  }
}

async function pollUntil(services: Services, jobs: readonly RunnableJob[], stopping: AbortSignal) {
  while (!stopping.aborted) {
    const count = await poll(services, jobs)
    if (count === 0) await pause(POLL_INTERVAL_MS, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function poll(services: Services, jobs: readonly RunnableJob[]): Promise<number> {
  const { metrics, wallClock, log } = services
  metrics.jobHeartbeat.set(wallClock.now() / 1000)
  try {
    return await runDue(services, jobs)
  } catch (error) {
    log.error({ err: error }, 'polling the job queue failed')
    return 0
  }
}

export async function runDue(services: Services, jobs: readonly RunnableJob[]): Promise<number> {
  const { db, clock, wallClock } = services
  await requeueAbandoned(db, wallClock.now())
  const nextAt = nextDueAt(db)
  if (nextAt === null || nextAt > clock.now()) return 0
  const idleKinds = jobs.filter(({ isIdle }) => isIdle).map(({ kind }) => kind)
  const claimed = await claimJobs(db, { now: clock.now(), wallNow: wallClock.now(), idleKinds })
  await Promise.all(claimed.map((row) => perform(services, jobOf(jobs, row.kind), row)))
  return claimed.length
}

const jobOf = (jobs: readonly RunnableJob[], kind: string) => jobs.find((job) => job.kind === kind)

async function perform(services: Services, job: RunnableJob | undefined, row: JobRow) {
  const { db, clock, wallClock, metrics } = services
  const renewing = setInterval(
    () => void renewLease(db, row, wallClock.now()).catch(() => undefined),
    RENEW_INTERVAL_MS,
  )
  try {
    if (!job) throw new Error(`unknown kind of job: ${row.kind}`)
    await job.run(services, row.payload)
    await finishJob(db, row, clock.now())
    metrics.jobs.inc({ kind: row.kind, outcome: 'done' })
  } catch (error) {
    await retryOrGiveUp(services, row, job?.attempts ?? 1, error)
  } finally {
    clearInterval(renewing)
  }
}

async function retryOrGiveUp(
  { db, clock, log, metrics }: Services,
  row: JobRow,
  attempts: number,
  error: unknown,
) {
  log.warn({ err: error, job: row.id, kind: row.kind, attempt: row.attempts }, 'a job failed')
  const now = clock.now()
  const isLast = row.attempts >= attempts
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (row.attempts - 1), MAX_RETRY_MS)
  const message = error instanceof Error ? error.message : String(error)
  await requeueOrFail(db, row, message, isLast ? null : now + delay, now)
  if (!isLast) return
  metrics.jobs.inc({ kind: row.kind, outcome: 'failed' })
  await durably(db, (tx) =>
    flagForStaff(tx, `job:${row.key}`, null, 'job_failed', `${row.kind} failed permanently.`, now),
  )
}
