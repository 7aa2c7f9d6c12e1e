import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#db/client.ts'
import type { JobRow } from '#db/schema/index.ts'
import { type Instant, MINUTE_MS } from '../day.ts'
import { oncePerProcess, type Services } from '../services.ts'
import { createAlarm } from './alarm.ts'
import type { RunApart } from './apart.ts'
import type { RunnableJob } from './job.ts'
import type { Lane } from './lanes.ts'
import { createLeaseWatch, RENEW_INTERVAL_MS } from './lease.ts'
import { isOutwardHeld } from './outward.ts'
import {
  claimJobs,
  type FreePlaces,
  finishJob,
  giveUpJob,
  nextDueAt,
  onEnqueue,
  releaseAbandoned,
  renewClaim,
  requeueJob,
  runningJobs,
} from './queue.ts'

/** For what nobody announces: jobs of other processes, and a shop clock that was moved. */
const MAX_SLEEP_MS = 1_000
const FIRST_PAUSE_MS = 1_000
const MAX_CRASH_PAUSE_MS = MINUTE_MS

export type Worker = { stop(): Promise<void> }

type Running = { kind: string; done: Promise<void> }

/** What this process runs, and what it knows of other processes' claims. */
const stateOf = oncePerProcess(() => ({
  running: new Map<number, Running>(),
  watch: createLeaseWatch(),
  watchedAt: Number.NEGATIVE_INFINITY,
  alarm: createAlarm(),
  runApart: null as RunApart | null,
}))

/** Stopping waits for running jobs. @param runApart null: this process runs all jobs itself */
export function startWorker(
  services: Services,
  jobs: readonly RunnableJob[],
  runApart: RunApart | null = null,
): Worker {
  const state = stateOf(services)
  state.runApart = runApart
  const { alarm } = state
  const stopping = new AbortController()
  const stopListening = onEnqueue(services.db, alarm.wake)
  const finished = pollUntil(services, jobs, stopping.signal)
  return {
    stop() {
      stopListening()
      stopping.abort()
      alarm.wake()
      return finished
    },
  }
}

/** Looks when a job is enqueued, ends or falls due, and once a second. */
async function pollUntil(services: Services, jobs: readonly RunnableJob[], stopping: AbortSignal) {
  const { running, alarm } = stateOf(services)
  while (!stopping.aborted) {
    alarm.set()
    const idleMs = await poll(services, jobs)
    if (idleMs > 0) await alarm.sleep(idleMs)
  }
  await Promise.all([...running.values()].map(({ done }) => done))
}

/** @returns for how long there is nothing to do */
async function poll(services: Services, jobs: readonly RunnableJob[]): Promise<number> {
  const { db, metrics, clock, wallClock, log } = services
  metrics.jobHeartbeat.set(wallClock.now() / 1000)
  try {
    await watchOtherProcesses(services)
    const runnable = runnableJobs(db, jobs)
    if ((await startDue(services, runnable)).length > 0) return 0
    const untilDue = (nextDueAt(db, kindsOf(runnable)) ?? Number.POSITIVE_INFINITY) - clock.now()
    metrics.oldestDueJob.set(Math.max(0, -untilDue) / 1000)
    return untilDue > 0 ? Math.min(untilDue, MAX_SLEEP_MS) : MAX_SLEEP_MS // due, but without a free place
  } catch (error) {
    log.error({ err: error }, 'polling the job queue failed')
    return MAX_SLEEP_MS
  }
}

const kindsOf = (jobs: readonly RunnableJob[]) => jobs.map(({ kind }) => kind)

/** How long the job that fell due first has waited for a place; 0 if none waits. */
export function longestWaitMs({ db, clock }: Services, jobs: readonly RunnableJob[]): number {
  const now = clock.now()
  return Math.max(0, now - (nextRunAt(db, jobs) ?? now))
}

/** When the next job that doesn't wait in a restored or copied shop falls due. */
export const nextRunAt = (db: Db, jobs: readonly RunnableJob[]): Instant | null =>
  nextDueAt(db, kindsOf(runnableJobs(db, jobs)))

/** Runs what is due once. @returns how many jobs ran */
export async function runDue(services: Services, jobs: readonly RunnableJob[]): Promise<number> {
  await releaseDeadProcesses(services)
  const started = await startDue(services, runnableJobs(services.db, jobs))
  await Promise.all(started)
  return started.length
}

async function startDue(services: Services, jobs: readonly RunnableJob[]): Promise<Promise<void>[]> {
  const { db, clock } = services
  const { running, alarm } = stateOf(services)
  const claimed = await claimJobs(db, freePlaces(jobs, running), clock.now())
  return claimed.flatMap((row) => {
    const job = jobs.find(({ kind }) => kind === row.kind)
    if (!job) return []
    const done = perform(services, job, row)
      .catch((error) => services.log.error({ err: error, job: row.id }, 'a job was left running'))
      .finally(() => {
        running.delete(row.id)
        alarm.wake()
      })
    running.set(row.id, { kind: row.kind, done })
    return done
  })
}

/** Without those that wait in a restored or copied shop. */
const runnableJobs = (db: Db, jobs: readonly RunnableJob[]): readonly RunnableJob[] =>
  isOutwardHeld(db) ? jobs.filter(({ lane }) => !lane.isOutward) : jobs

function freePlaces(jobs: readonly RunnableJob[], running: ReadonlyMap<number, Running>): FreePlaces {
  const free = new Map(jobs.map(({ kind, lane }) => [kind, lane.width]))
  for (const { kind } of running.values()) free.set(kind, (free.get(kind) ?? 0) - 1)
  return new Map([...free].filter(([, places]) => places > 0))
}

/** Claims are renewed no more often than that, so a sooner look would see nothing new. */
async function watchOtherProcesses(services: Services) {
  const state = stateOf(services)
  const now = services.steadyClock.now()
  if (now - state.watchedAt < RENEW_INTERVAL_MS) return
  state.watchedAt = now
  await releaseDeadProcesses(services)
}

async function releaseDeadProcesses(services: Services) {
  const { db, clock, steadyClock, metrics } = services
  const { running, watch } = stateOf(services)
  const others = runningJobs(db).filter(({ id }) => !running.has(id))
  for (const row of watch.abandoned(others, steadyClock.now())) {
    const now = clock.now()
    const runAt = row.crashes === 0 ? now : now + pauseAfter(services, row.crashes, MAX_CRASH_PAUSE_MS)
    const isGivenUp = await releaseAbandoned(db, row, runAt, now)
    if (isGivenUp) metrics.jobs.inc({ kind: row.kind, outcome: 'failed' })
  }
}

async function perform(services: Services, job: RunnableJob, row: JobRow) {
  const { db, clock, metrics } = services
  const renewing = setInterval(() => void renewClaim(db, row).catch(() => undefined), RENEW_INTERVAL_MS)
  try {
    await withinDeadline(runHereOrApart(services, job, row), job.lane.deadlineMs)
    await finishJob(db, row, clock.now())
    metrics.jobs.inc({ kind: row.kind, outcome: 'done' })
  } catch (error) {
    await retryOrGiveUp(services, row, job.lane, error)
  } finally {
    clearInterval(renewing)
  }
}

function runHereOrApart(services: Services, { kind, lane, run }: RunnableJob, { payload }: JobRow) {
  const { runApart } = stateOf(services)
  return lane.isApart && runApart ? runApart({ kind, payload }, lane.deadlineMs) : run(services, payload)
}

async function withinDeadline(run: Promise<void>, deadlineMs: number) {
  const finished = new AbortController()
  const deadline = pause(deadlineMs, undefined, { signal: finished.signal }).then(() => {
    throw new Error(`it took longer than ${deadlineMs / 1000} s`)
  })
  try {
    await Promise.race([run, deadline])
  } finally {
    finished.abort()
  }
}

async function retryOrGiveUp(services: Services, row: JobRow, lane: Lane, error: unknown) {
  const { db, clock, log, metrics } = services
  log.warn({ err: error, job: row.id, kind: row.kind, attempt: row.attempts }, 'a job failed')
  const now = clock.now()
  const runAt = now + pauseAfter(services, row.attempts, lane.maxPauseMs)
  const message = error instanceof Error ? error.message : String(error)
  if (runAt <= row.giveUpAt) return requeueJob(db, row, message, runAt)
  await giveUpJob(db, row, message, now)
  metrics.jobs.inc({ kind: row.kind, outcome: 'failed' })
}

/** Doubles with each try, less up to a half by chance, so that jobs that failed together don't return together. */
function pauseAfter({ random }: Services, attempts: number, maxMs: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 30), maxMs)
  return Math.round(longest * (1 - random.fraction() / 2))
}
