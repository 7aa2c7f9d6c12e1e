import { submitStorm } from '../process/scenarios/one-charge.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import { isClean, type Proof } from './proof.ts'

export const oneCharge: Proof = {
  name: 'one-charge',
  promise: `50 submits at once of each of ${figures.orders} orders, every tenth call of the provider failing: one charge each`,
  play: () =>
    withProcesses(async (processes) => {
      const told = await submitStorm(processes, { orders: figures.orders, submits: 50 })
      return { ok: told.paid === figures.orders && told.charges === figures.orders && isClean(told), told }
    }),
}
