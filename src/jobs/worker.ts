import { setTimeout as pause } from 'node:timers/promises'
import { durably } from '#db/client.ts'
import type { Job } from '#db/schema/index.ts'
import { flagForStaff } from '../flags/flags.ts'
import type { Services } from '../services.ts'
import { JOB_KINDS } from '../work/kinds.ts'
import { claimJobs, finishJob, nextDueAt, putBack, renewLease, requeueAbandoned } from './queue.ts'

const LOOK_EVERY_MS = 150
const RENEW_EVERY_MS = 5_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 3600_000

export type Worker = { stop(): Promise<void> }

/** Works the queue beside the requests until stopped; a job in hand is finished first. */
export function startWorker(services: Services): Worker {
  const stopping = new AbortController()
  const finished = work(services, stopping.signal)
  return {
    stop() {
      stopping.abort()
      return finished
    },
  }
}

async function work(services: Services, stopping: AbortSignal) {
  while (!stopping.aborted) {
    const done = await lookForWork(services)
    if (done === 0) await pause(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function lookForWork(services: Services): Promise<number> {
  const { metrics, wallClock, log } = services
  metrics.jobHeartbeat.set(wallClock.now() / 1000)
  try {
    return await runDueJobs(services)
  } catch (error) {
    log.error({ err: error }, 'the job queue could not be worked')
    return 0
  }
}

/** Runs what is due now, together. @returns how many */
export async function runDueJobs(services: Services): Promise<number> {
  const { db, clock, wallClock } = services
  await requeueAbandoned(db, wallClock.now())
  const nextAt = nextDueAt(db)
  if (nextAt === null || nextAt > clock.now()) return 0
  const claimed = await claimJobs(db, clock.now(), wallClock.now())
  await Promise.all(claimed.map((job) => perform(services, job)))
  return claimed.length
}

async function perform(services: Services, job: Job) {
  const { db, clock, wallClock, metrics } = services
  const renewing = setInterval(
    () => void renewLease(db, job, wallClock.now()).catch(() => undefined),
    RENEW_EVERY_MS,
  )
  try {
    const kind = JOB_KINDS[job.kind]
    if (!kind) throw new Error(`no such kind of job: ${job.kind}`)
    await kind.perform(services, job.payload)
    await finishJob(db, job, clock.now())
    metrics.jobs.inc({ kind: job.kind, outcome: 'done' })
  } catch (error) {
    await retryOrGiveUp(services, job, error)
  } finally {
    clearInterval(renewing)
  }
}

async function retryOrGiveUp({ db, clock, log, metrics }: Services, job: Job, error: unknown) {
  log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'a job failed')
  const now = clock.now()
  const isLast = job.attempts >= (JOB_KINDS[job.kind]?.attempts ?? 1)
  const wait = Math.min(FIRST_RETRY_MS * 2 ** (job.attempts - 1), LONGEST_RETRY_MS)
  await putBack(
    db,
    job,
    error instanceof Error ? error.message : String(error),
    isLast ? null : now + wait,
    now,
  )
  if (!isLast) return
  metrics.jobs.inc({ kind: job.kind, outcome: 'failed' })
  await durably(db, (tx) =>
    flagForStaff(tx, `job:${job.key}`, null, 'job_failed', `${job.kind} failed for good.`, now),
  )
}
