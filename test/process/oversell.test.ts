import { expect, test } from 'vitest'
import { withProcesses } from '../support/processes.ts'
import { gatherCrowd, rush } from './scenarios/oversell.ts'
import { raceForStock } from './scenarios/stock-races.ts'

const BUYERS = 2000
const UNITS = 50

test(`REL-2 OPS-14 ${BUYERS} buyers for ${UNITS} units: exactly ${UNITS} pay, the others are refused before any charge`, () =>
  withProcesses(async (processes) => {
    const crowd = await gatherCrowd(processes, BUYERS)
    for (const { buyers, ...wish } of [
      { form: 'burst', servers: 1, buyers: 500 },
      { form: 'last-byte', servers: 1, buyers: 500 },
      { form: 'last-byte', servers: 2, buyers: BUYERS },
      { form: 'last-byte', servers: 1, processes: 2, buyers: 500 },
    ] as const) {
      const outcome = await rush(processes, { ...crowd, people: crowd.people.slice(0, buyers) }, wish)
      expect(outcome, `${wish.form}, ${wish.servers} servers`).toEqual({
        held: UNITS,
        refused: buyers - UNITS,
        odd: [],
        paid: UNITS,
        charges: UNITS,
        unitsLeft: 0,
        problems: [],
      })
    }
  }))

test('FUL-7 REL-2 a hundred concurrent adjustments, sales and cancels of one offer: availability never goes below zero, and the books add up', () =>
  withProcesses(async (scene) => {
    const outcome = await raceForStock(scene, { cancels: 34, sales: 33, adjustments: 33 })
    expect(outcome).toMatchObject({ canceled: 34, unitsLeft: outcome.expectedLeft, problems: [] })
    expect(outcome.leastAvailable).toBeGreaterThanOrEqual(0)
    expect(outcome.sold + outcome.removed).toBeGreaterThan(16)
  }))
