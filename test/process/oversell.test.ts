import { expect, test } from 'vitest'
import { withProcesses } from '../support/processes.ts'
import { gatherCrowd, rush } from './scenarios/oversell.ts'

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
