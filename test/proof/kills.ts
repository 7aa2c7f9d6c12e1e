import { killUnderLoad } from '../process/scenarios/kills.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import type { Proof } from './proof.ts'

export const kills: Proof = {
  name: 'kills',
  promise: `killed ${figures.kills} times under 50 requests a second of shopping: nothing lost, doubled or kept`,
  play: () =>
    withProcesses(async (processes) => {
      const told = await killUnderLoad(processes, {
        kills: figures.kills,
        requestsPerSecond: 50,
        seed: figures.seed,
      })
      return {
        ok: told.lost.length === 0 && told.problems.length === 0 && told.toldPaid >= figures.kills,
        told,
      }
    }),
}
