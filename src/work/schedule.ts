import { checkpoint } from '#db/client.ts'
import { checkLedgers } from '../payments/ledger-check.ts'
import { expireHolds, reconcilePayments } from '../payments/reconcile.ts'
import type { Services } from '../services.ts'
import { cleanUp } from './clean-up.ts'

type Round = {
  name: string
  everySeconds: number
  atStart: boolean
  run(services: Services): Promise<void> | void
}

/** What the process does by itself, by the wall clock. What falls due in the shop's own time is a job. */
const ROUNDS: Round[] = [
  { name: 'reconcile payments', everySeconds: 60, atStart: true, run: reconcilePayments },
  { name: 'expire holds', everySeconds: 30, atStart: true, run: expireHolds },
  { name: 'checkpoint', everySeconds: 10, atStart: false, run: ({ db }) => checkpoint(db, 'PASSIVE') },
  { name: 'check ledgers', everySeconds: 24 * 3600, atStart: false, run: checkLedgers },
  { name: 'forget old rows', everySeconds: 3600, atStart: false, run: cleanUp },
]

/** Starts every round; one that still runs is not begun again. */
export function startSchedule(services: Services): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>()
  const timers = ROUNDS.map((round) => {
    if (round.atStart) begin(services, round, running)
    return setInterval(() => begin(services, round, running), round.everySeconds * 1000)
  })
  return {
    async stop() {
      timers.forEach(clearInterval)
      await Promise.all(running.values())
    },
  }
}

function begin(services: Services, round: Round, running: Map<string, Promise<void>>) {
  if (running.has(round.name)) return
  const run = Promise.resolve()
    .then(() => round.run(services))
    .catch((error) => services.log.error({ err: error, round: round.name }, 'a round failed'))
    .finally(() => running.delete(round.name))
  running.set(round.name, run)
}
