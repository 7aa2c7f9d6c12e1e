import { keepIdle, reconnectStorm } from '../process/scenarios/sockets.ts'
import { withProcesses } from '../support/processes.ts'
import { figures } from './figures.ts'
import type { Proof, Verdict } from './proof.ts'

export const sockets: Proof = {
  name: 'sockets',
  promise: `${figures.sockets} idle sockets in 200 MB, and after a restart all of them back within 30 s`,
  play,
}

async function play(): Promise<Verdict> {
  const idle = await withProcesses((processes) => keepIdle(processes, figures.sockets, 5))
  const storm = await withProcesses((processes) => reconnectStorm(processes, figures.sockets))
  const held = idle.sockets === figures.sockets && idle.megabytes <= 200 && idle.problems.length === 0
  const isBack =
    storm.sockets === figures.sockets &&
    storm.toldToComeBack === figures.sockets &&
    storm.seconds <= 30 &&
    storm.problems.length === 0
  return { ok: held && isBack, told: { idle, storm } }
}
