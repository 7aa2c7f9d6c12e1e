import { followBox } from '../process/scenarios/tracking.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import type { Proof, Verdict } from './proof.ts'

const LONGEST_MS = 1_000
/** For one process with full caches, since it has just rendered every page. */
const MOST_MEGABYTES = 350
/** Added by keeping the pages open: 25 kB each. */
const MOST_ADDED_MEGABYTES = 50

export const tracking: Proof = {
  name: 'tracking',
  promise: `${figures.sockets} open tracking pages hear of a box within 1 s of the carrier's webhook, in ${MOST_MEGABYTES} MB, of which they take ${MOST_ADDED_MEGABYTES}`,
  play,
}

async function play(): Promise<Verdict> {
  const told = await withProcesses((processes) => followBox(processes, figures.sockets))
  const ok =
    told.pages === figures.sockets &&
    told.reached === figures.sockets &&
    told.milliseconds <= LONGEST_MS &&
    told.megabytes <= MOST_MEGABYTES &&
    told.megabytes - told.megabytesBefore <= MOST_ADDED_MEGABYTES &&
    told.problems.length === 0
  return { ok, told }
}
