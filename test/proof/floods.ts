import { flood } from '../process/scenarios/floods.ts'
import { withProcesses } from '../support/processes.ts'
import type { Proof } from './proof.ts'

export const floods: Proof = {
  name: 'floods',
  promise:
    'a minute of hostile bodies, cookie-less visits and slow readers: alive within 5 times the idle answer',
  play: () =>
    withProcesses(async (processes) => {
      const told = await flood(processes, { seconds: 60, bodiesPerSecond: 4, visits: 20_000, readers: 400 })
      return { ok: told.floodedMs < 5 * Math.max(told.idleMs, 2) && told.sessions === 0, told }
    }),
}
