import { gatherCrowd, rush } from '../process/scenarios/oversell.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import { isClean, type Proof, type Verdict } from './proof.ts'

export const oversell: Proof = {
  name: 'oversell',
  promise: `${figures.buyers} buyers for ${figures.units} units, burst and last byte, one and two servers, ${figures.repeats} times each`,
  play,
}

function play(): Promise<Verdict> {
  return withProcesses(async (processes) => {
    const crowd = await gatherCrowd(processes, figures.buyers)
    const broken: unknown[] = []
    for (let repeat = 0; repeat < figures.repeats; repeat++) {
      for (const form of ['burst', 'last-byte'] as const) {
        for (const servers of [1, 2] as const) {
          const told = await rush(processes, crowd, { form, servers })
          const held =
            told.held === figures.units && told.paid === figures.units && told.charges === figures.units
          const refused = told.refused === figures.buyers - figures.units && told.unitsLeft === 0
          if (!held || !refused || !isClean(told)) broken.push({ repeat, form, servers, told })
        }
      }
    }
    return {
      ok: broken.length === 0,
      told: broken.length === 0 ? `${figures.repeats * 4} times exactly ${figures.units}` : broken,
    }
  })
}
