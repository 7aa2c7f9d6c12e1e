import { backUpUnderLoad } from '../process/scenarios/backups.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import type { Proof } from './proof.ts'

export const backups: Proof = {
  name: 'backups',
  promise: `${figures.backups} backups under load, each restored elsewhere: whole, and none without an order told as paid`,
  play: () =>
    withProcesses(async (processes) => {
      const told = await backUpUnderLoad(processes, { backups: figures.backups, requestsPerSecond: 50 })
      return { ok: told.restored === figures.backups && told.problems.length === 0, told }
    }),
}
