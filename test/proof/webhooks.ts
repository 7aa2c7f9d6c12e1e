import { deliverOverAndOver, everyOrder } from '../process/scenarios/webhooks.ts'
import { withProcesses } from '../support/processes.ts'
import { isClean, type Proof } from './proof.ts'

export const webhooks: Proof = {
  name: 'webhooks',
  promise:
    'every event 100 times, 20 at once, in every order, beside polls and the return page: one order, one receipt',
  play: () =>
    withProcesses(async (processes) => {
      const told = await deliverOverAndOver(processes, { copies: 100, orders: everyOrder })
      return {
        ok: told.paid === everyOrder.length && told.events === everyOrder.length * 2 && isClean(told),
        told,
      }
    }),
}
