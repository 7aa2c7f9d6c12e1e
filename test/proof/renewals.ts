import { renewBesideShoppers } from '../process/scenarios/renewals-beside-shoppers.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import type { Proof } from './proof.ts'

const MAX_MINUTES = 20
/** Relative to the same run without renewals. */
const MAX_SLOWDOWN = 1.5
/** Stripe's rate limit per account, and its typical latency. */
const THROTTLE = { callsPerSecond: 100, latencyMs: 200 }

export const renewals: Proof = {
  name: 'renewals',
  promise: `${figures.renewals} renewals due at one moment are planned and charged in ${MAX_MINUTES} minutes within the provider's limit, and slow a shopper's slowest pages by at most half`,
  play: () =>
    withProcesses(async (scene) => {
      const told = await renewBesideShoppers(scene, figures.renewals, THROTTLE)
      const slowest = told.idleP99 * MAX_SLOWDOWN
      const ok =
        told.placed === figures.renewals &&
        told.planningSeconds + told.chargingSeconds <= MAX_MINUTES * 60 &&
        Math.max(told.planningP99, told.chargingP99) <= slowest &&
        told.refusedCalls === 0 &&
        told.problems.length === 0
      return { ok, told }
    }),
}
