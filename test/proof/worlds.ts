import { closeWhatIsOpen } from '../support/close-afterwards.ts'
import { playWorld } from '../support/random-worlds.ts'
import { figures } from './figures.ts'
import type { Proof, Verdict } from './proof.ts'

export const worlds: Proof = {
  name: 'worlds',
  promise: `in ${figures.worlds} random worlds with refunds, disputes and lost answers, the provider's ledger equals ours to the cent`,
  play,
}

/** One at a time, and closed afterward, because each holds a shop in memory. */
async function play(): Promise<Verdict> {
  const told = { placed: 0, refunds: 0, disputes: 0, problems: [] as string[] }
  for (let world = 0; world < figures.worlds; world++) {
    const { placed, refunds, disputes, problems } = await playWorld(figures.seed + world)
    closeWhatIsOpen()
    told.placed += placed
    told.refunds += refunds
    told.disputes += disputes
    told.problems.push(...problems)
  }
  return { ok: told.problems.length === 0, told }
}
