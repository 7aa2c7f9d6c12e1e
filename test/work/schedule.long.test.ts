import { describe, expect, test } from 'vitest'
import { scheduledTasks } from '#db/schema/index.ts'
import { TASKS } from '#src/work/schedule.ts'
import { runIfDue, type ScheduledTask, startScheduler } from '#src/work/scheduler.ts'
import { countStatements } from '../support/statement-count.ts'
import { world } from '../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A test task that counts its runs. */
function counted(pattern: string, extra: Partial<ScheduledTask> = {}) {
  const runs = { count: 0 }
  const task: ScheduledTask = { name: 'counted', pattern, run: () => void runs.count++, ...extra }
  return { runs, task }
}

describe('OPS-9 the schedule', () => {
  test('OPS-9 runs a task when it is due, and not again before its next time', async () => {
    const { services, pass } = await world()
    const { runs, task } = counted('0 * * * *')
    await runIfDue(services, task)
    await runIfDue(services, task)
    expect(runs.count).toBe(1)
    pass(HOUR)
    await runIfDue(services, task)
    await runIfDue(services, task)
    expect(runs.count).toBe(2)
  })

  test('OPS-9 catches up on missed runs once at start, however often the shop restarts', async () => {
    const { services, pass } = await world()
    const { runs, task } = counted('30 3 * * *')
    const restart = () => startScheduler(services, [task]).stop()
    await restart()
    pass(5 * DAY)
    await restart()
    await restart()
    expect(runs.count).toBe(2)
  })

  test('OPS-9 a task marked atStart runs at every start', async () => {
    const { services } = await world()
    const { runs, task } = counted('30 3 * * *', { atStart: true })
    for (let start = 0; start < 3; start++) await startScheduler(services, [task]).stop()
    expect(runs.count).toBe(3)
  })

  test('OPS-9 ledgers are checked at the first start, and daily in a shop that restarts every day', async () => {
    const { services, db, pass } = await world()
    const ledgers = TASKS.filter(({ name }) => name === 'check ledgers')
    const lastRun = () => db.select().from(scheduledTasks).get()?.finishedAt
    const seen = new Set<number | null | undefined>()
    for (let day = 0; day < 3; day++) {
      await startScheduler(services, ledgers).stop()
      seen.add(lastRun())
      pass(DAY)
    }
    expect(seen.size).toBe(3)
  })

  test('OPS-9 finding out that nothing is due takes two statements, however many tasks there are', async () => {
    const { services, db } = await world()
    const { task } = counted('0 * * * *', { isOutward: true })
    const tasks = Array.from({ length: 20 }, (_, number) => ({ ...task, name: `task ${number}` }))
    await startScheduler(services, tasks).stop()
    const counter = countStatements(db)
    await startScheduler(services, tasks).stop()
    expect(counter.take().statements).toHaveLength(2)
  })

  test('OPS-9 only one of two processes runs a due task', async () => {
    const { services } = await world()
    const { runs, task } = counted('0 * * * *')
    await Promise.all([runIfDue(services, task), runIfDue(services, task)])
    expect(runs.count).toBe(1)
  })

  test('OPS-14 a per-process task runs in each process when due', async () => {
    const { services, pass } = await world()
    const { runs, task } = counted('0 * * * *', { inEachProcess: true })
    await runIfDue(services, task)
    await runIfDue({ ...services }, task)
    expect(runs.count).toBe(2)
    await runIfDue(services, task)
    expect(runs.count).toBe(2)
    pass(HOUR)
    await runIfDue(services, task)
    expect(runs.count).toBe(3)
  })

  test('REL-6 a clock that was ahead for a while blocks no task', async () => {
    const { services, jumpClock } = await world()
    const { runs, task } = counted('30 3 * * *')
    jumpClock(2 * DAY)
    await runIfDue(services, task)
    jumpClock(-2 * DAY)
    await runIfDue(services, task)
    expect(runs.count).toBe(2)
  })

  test('OPS-9 a failing task stores its error, and runs again at its next time', async () => {
    const { services, db, pass } = await world()
    const { runs, task } = counted('0 * * * *', {
      run: () => {
        runs.count++
        throw new Error('the disk is full')
      },
    })
    await runIfDue(services, task)
    expect(db.select().from(scheduledTasks).get()).toMatchObject({ error: 'the disk is full' })
    pass(HOUR)
    await runIfDue(services, task)
    expect(runs.count).toBe(2)
  })
})
