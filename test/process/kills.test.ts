import { expect, test } from 'vitest'
import { withProcesses } from '../support/processes.ts'
import { killUnderLoad } from './scenarios/kills.ts'

test('REL-1 killed at ten moments under checkout load: what was told as paid is there once, nothing is charged twice or kept for nothing', () =>
  withProcesses(async (processes) => {
    const outcome = await killUnderLoad(processes, { kills: 10, requestsPerSecond: 50, seed: 20_261_120 })
    expect(outcome).toMatchObject({ kills: 10, lost: [], problems: [] })
    expect(outcome.toldPaid).toBeGreaterThan(10)
  }))
