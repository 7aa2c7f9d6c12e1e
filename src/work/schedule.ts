import { checkpoint } from '#db/client.ts'
import { checkLedgers } from '../payments/ledger-check.ts'
import { expireHolds, reconcilePayments } from '../payments/reconcile.ts'
import type { Services } from '../services.ts'
import { cleanUp } from './clean-up.ts'

type ScheduledTask = {
  name: string
  everySeconds: number
  atStart: boolean
  run(services: Services): Promise<void> | void
}

/** Recurring work, by the wall clock. Work that falls due by the shop clock is a job. */
const TASKS: ScheduledTask[] = [
  { name: 'reconcile payments', everySeconds: 60, atStart: true, run: reconcilePayments },
  { name: 'expire holds', everySeconds: 30, atStart: true, run: expireHolds },
  { name: 'checkpoint', everySeconds: 10, atStart: false, run: ({ db }) => checkpoint(db, 'PASSIVE') },
  { name: 'check ledgers', everySeconds: 24 * 3600, atStart: false, run: checkLedgers },
  { name: 'delete old rows', everySeconds: 3600, atStart: false, run: cleanUp },
]

/** A task that is still running isn't started again. */
export function startSchedule(services: Services): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>()
  const timers = TASKS.map((task) => {
    if (task.atStart) start(services, task, running)
    return setInterval(() => start(services, task, running), task.everySeconds * 1000)
  })
  return {
    async stop() {
      timers.forEach(clearInterval)
      await Promise.all(running.values())
    },
  }
}

function start(services: Services, task: ScheduledTask, running: Map<string, Promise<void>>) {
  if (running.has(task.name)) return
  const run = Promise.resolve()
    .then(() => task.run(services))
    .catch((error) => services.log.error({ err: error, task: task.name }, 'a scheduled task failed'))
    .finally(() => running.delete(task.name))
  running.set(task.name, run)
}
