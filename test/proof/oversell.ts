import { gatherCrowd, rush } from '../process/scenarios/oversell.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import { isClean, type Proof, type Verdict } from './proof.ts'

const SHAPES = [{ servers: 1 }, { servers: 2 }, { servers: 1, processes: 2 }] as const

export const oversell: Proof = {
  name: 'oversell',
  promise: `${figures.buyers} buyers for ${figures.units} units, burst and last byte, one server, two servers and one of two processes, ${figures.repeats} times each`,
  play,
}

function play(): Promise<Verdict> {
  return withProcesses(async (processes) => {
    const crowd = await gatherCrowd(processes, figures.buyers)
    const broken: unknown[] = []
    for (let repeat = 0; repeat < figures.repeats; repeat++) {
      for (const form of ['burst', 'last-byte'] as const) {
        for (const shape of SHAPES) {
          const told = await rush(processes, crowd, { form, ...shape })
          const held =
            told.held === figures.units && told.paid === figures.units && told.charges === figures.units
          const refused = told.refused === figures.buyers - figures.units && told.unitsLeft === 0
          if (!held || !refused || !isClean(told)) broken.push({ repeat, form, ...shape, told })
        }
      }
    }
    return {
      ok: broken.length === 0,
      told:
        broken.length === 0
          ? `${figures.repeats * 2 * SHAPES.length} times exactly ${figures.units}`
          : broken,
    }
  })
}
