import { expect, test } from 'vitest'
import { withProcesses } from '../support/processes.ts'
import { killAtRenewals } from './scenarios/renewals.ts'

test('MEM-4 two servers that renew the same boxes are killed while charging: each member gets one box and one charge, as announced', () =>
  withProcesses(async (scene) => {
    // Two servers try 16 boxes at once, which then wait: some are left for each kill.
    const outcome = await killAtRenewals(scene, { members: 60, kills: 3, seed: 20_261_204 })
    expect(outcome).toEqual({ placed: 60, charges: 60, problems: [] })
  }))
