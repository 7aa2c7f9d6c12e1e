import { countSyncs, hasStrace } from '../process/scenarios/syncs.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import type { Proof } from './proof.ts'

export const syncs: Proof = {
  name: 'syncs',
  promise: `the system synced at least once for each of ${figures.syncs} paid orders (needs strace)`,
  play: () =>
    hasStrace()
      ? withProcesses(async (processes) => {
          const told = await countSyncs(processes, figures.syncs)
          return {
            ok: told.paid === figures.syncs && told.syncs >= figures.syncs && told.problems.length === 0,
            told,
          }
        })
      : null,
}
