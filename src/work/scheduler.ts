import { Cron } from 'croner'
import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, quickly } from '#db/client.ts'
import { scheduledTasks } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isOutwardHeld } from '../jobs/outward.ts'
import { reasonOf } from '../reason.ts'
import { oncePerProcess, type Services } from '../services.ts'

export type ScheduledTask = {
  name: string
  /** When, by the machine's clock: five fields, or six with seconds first. */
  pattern: string
  /** Also at every start, however recent the last run. */
  atStart?: boolean
  /** Calls the payment provider, so it waits in a restored or copied shop. */
  isOutward?: boolean
  /** Not only in the one process that is first. */
  inEachProcess?: boolean
  run(services: Services): Promise<void> | void
}

const TICK_MS = 1_000

/** What says which tasks are due. Read once a tick, not once a task: there are dozens, and the shop ticks all day. */
type Known = { starts: Map<string, Instant>; isOutwardHeld: boolean }

/**
 * The last run of each task is a row, so that a start makes up for what the shop missed, and of several processes one
 * runs it. A task that is still running here isn't started again.
 */
export function startScheduler(services: Services, tasks: readonly ScheduledTask[]) {
  const running = new Map<string, Promise<void>>()
  const startDue = (isStart: boolean) => {
    const known = readOrLog(services)
    if (!known) return
    for (const task of tasks) {
      if (running.has(task.name)) continue
      const run = runIfDue(services, task, isStart, known).finally(() => running.delete(task.name))
      running.set(task.name, run)
    }
  }
  startDue(true)
  const timer = setInterval(() => startDue(false), TICK_MS)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}

const startsQuery = oncePerDatabase((db) =>
  db
    .select({ name: scheduledTasks.name, startedAt: scheduledTasks.startedAt })
    .from(scheduledTasks)
    .prepare(),
)

const readKnown = (db: Db): Known => ({
  starts: new Map(
    startsQuery(db)
      .all()
      .map(({ name, startedAt }) => [name, startedAt]),
  ),
  isOutwardHeld: isOutwardHeld(db),
})

/** Null if the database can't be read now; the next tick tries again. */
function readOrLog({ db, log }: Services): Known | null {
  try {
    return readKnown(db)
  } catch (error) {
    log.error({ err: error }, 'the scheduled tasks could not be read')
    return null
  }
}

export async function runIfDue(
  services: Services,
  task: ScheduledTask,
  isStart = false,
  known: Known = readKnown(services.db),
): Promise<void> {
  const { db, log, wallClock } = services
  try {
    if (task.isOutward && known.isOutwardHeld) return
    const now = wallClock.now()
    if (task.inEachProcess) return await runOwnIfDue(services, task, now)
    const last = known.starts.get(task.name) ?? null
    if (!(isStart && task.atStart) && !isDue(task, last, now)) return
    if (!(await claimRun(db, task.name, last, now))) return
    const error = await outcomeOf(services, task)
    await recordEnd(db, task.name, error, wallClock.now())
  } catch (error) {
    log.error({ err: error, task: task.name }, 'a scheduled task could not be recorded')
  }
}

const ownStarts = oncePerProcess(() => new Map<string, Instant>())

async function runOwnIfDue(services: Services, task: ScheduledTask, now: Instant) {
  const starts = ownStarts(services)
  if (!isDue(task, starts.get(task.name) ?? null, now)) return
  starts.set(task.name, now)
  await task.run(services)
}

/** Tasks are asked every second, and parsing a pattern takes longer than asking. */
const crons = new Map<string, Cron>()

function cronOf(pattern: string): Cron {
  const cron = crons.get(pattern) ?? new Cron(pattern, { paused: true })
  crons.set(pattern, cron)
  return cron
}

/** A last run in the future means that the clock was set back. */
function isDue({ pattern }: ScheduledTask, last: Instant | null, now: Instant): boolean {
  if (last === null || last > now) return true
  const next = cronOf(pattern).nextRun(new Date(last))
  return next !== null && next.getTime() <= now
}

/** @returns the error of a failed run, in words */
async function outcomeOf(services: Services, task: ScheduledTask): Promise<string | null> {
  try {
    await task.run(services)
    return null
  } catch (error) {
    services.log.error({ err: error, task: task.name }, 'a scheduled task failed')
    return reasonOf(error)
  }
}

/** @returns false if another process was faster */
const claimRun = (db: Db, name: string, last: Instant | null, startedAt: Instant): Promise<boolean> =>
  quickly(db, (tx) => {
    const claim = { startedAt, finishedAt: null, error: null }
    const { changes } = tx
      .insert(scheduledTasks)
      .values({ name, ...claim })
      .onConflictDoUpdate({
        target: scheduledTasks.name,
        set: claim,
        setWhere: sql`${scheduledTasks.startedAt} = ${last}`,
      })
      .run()
    return changes === 1
  })

const recordEnd = (db: Db, name: string, error: string | null, finishedAt: Instant) =>
  quickly(db, (tx) => {
    tx.update(scheduledTasks).set({ finishedAt, error }).where(eq(scheduledTasks.name, name)).run()
  })

/** For operators: each task's last run. */
export const listTasks = (db: Db): string[] =>
  db
    .select()
    .from(scheduledTasks)
    .orderBy(scheduledTasks.name)
    .all()
    .map(({ name, startedAt, error }) =>
      [`${name}: last ran ${new Date(startedAt).toISOString()}`, error].filter(Boolean).join(', failed: '),
    )
