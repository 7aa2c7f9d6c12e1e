import { expect, test } from 'vitest'
import { withProcesses } from '../support/processes.ts'
import { cancelAgainstWaves } from './scenarios/cancels.ts'

test("ORD-4 50 concurrent cancels and a wave export: one outcome, at most one refund, and the provider's books agree", () =>
  withProcesses(async (scene) => {
    const outcome = await cancelAgainstWaves(scene, { cancels: 50, waits: [0, 60, 400, 1_000, 2_000] })
    expect(outcome.problems).toEqual([])
    expect(outcome.states).toHaveLength(5)
    expect(outcome.states.every((state) => state === 'canceled' || state === 'in_wave')).toBe(true)
  }))
