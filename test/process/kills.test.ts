import { expect, test } from 'vitest'
import { withProcesses } from '../support/processes.ts'
import { killUnderLoad } from './scenarios/kills.ts'

test('REL-1 killed six times under checkout load: orders reported as paid exist once, and nothing is charged twice or kept for nothing', () =>
  withProcesses(async (processes) => {
    const outcome = await killUnderLoad(processes, { kills: 6, requestsPerSecond: 50, seed: 20_261_120 })
    expect(outcome).toMatchObject({ kills: 6, lost: [], problems: [] })
    expect(outcome.toldPaid).toBeGreaterThan(6)
  }))

test('OPS-14 REL-1 one of two processes killed four times under checkout load: nothing is lost or charged twice, and each is replaced', () =>
  withProcesses(async (processes) => {
    const outcome = await killUnderLoad(processes, {
      kills: 4,
      requestsPerSecond: 50,
      seed: 20_261_123,
      processes: 2,
    })
    expect(outcome).toMatchObject({ kills: 4, lost: [], problems: [] })
    expect(outcome.toldPaid).toBeGreaterThan(3)
  }))
