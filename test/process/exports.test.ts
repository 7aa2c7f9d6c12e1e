import { expect, test } from 'vitest'
import { withProcesses } from '../support/processes.ts'
import { killExports } from './scenarios/exports.ts'
import { killShipping } from './scenarios/ship-kills.ts'

test('FUL-4 killed during an export, the shop makes one wave and complete files, the same bytes each time', () =>
  withProcesses(async (scene) => {
    const outcome = await killExports(scene, { kills: 2, orders: 150, seed: 20_261_123 })
    expect(outcome.problems).toEqual([])
    expect(outcome.waves).toBe(2)
    expect(outcome.ordersExported).toBeGreaterThanOrEqual(2 * 150)
  }))

test('FUL-6 killed while shipping a long wave, the shop ships each box once on the next press, with one email', () =>
  withProcesses(async (scene) => {
    const outcome = await killShipping(scene, { kills: 1, orders: 150, seed: 20_261_124 })
    expect(outcome.problems).toEqual([])
    expect(outcome.cutShort).toBeGreaterThan(0)
  }))
