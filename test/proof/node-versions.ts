import { join } from 'node:path'
import { nodeBinary } from '../support/node-versions.ts'
import { withProcesses } from '../support/processes.ts'
import type { Proof, Verdict } from './proof.ts'

export const nodeVersions: Proof = {
  name: 'node',
  promise: 'all tests in memory on Node 20.11, 22, 24 and 26',
  play,
}

/** One at a time: each uses all cores. */
function play(): Promise<Verdict> {
  return withProcesses(async ({ run }) => {
    const failed: string[] = []
    for (const version of ['20.11.1', '22', '24', '26']) {
      const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs')
      const tests = run(
        nodeBinary(version),
        [vitest, 'run', '--config', 'test/vitest.config.ts', '--project', 'unit', '--project', 'long'],
        {},
      )
      if ((await tests.exited) !== 0) failed.push(version)
    }
    return { ok: failed.length === 0, told: { failed } }
  })
}
